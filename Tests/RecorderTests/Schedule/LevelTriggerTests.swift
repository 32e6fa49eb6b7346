import Testing

@testable import Recorder

@Suite struct LevelTriggerTests {
  private static func rules(_ change: (inout LevelRules) -> Void = { _ in }) -> LevelRules {
    var rules = LevelRules(level: -40)
    (rules.attackSeconds, rules.holdSeconds, rules.takesPerHour) = (0.195, 1, 3)
    change(&rules)
    return rules
  }

  /// Plays levels, each from a time on, every hundredth of a second; takes follow the actions.
  private func play(
    _ trigger: inout LevelTrigger, _ levels: [(from: Double, level: Double?)], until end: Double
  ) -> [String] {
    var (isMade, told): (Bool, [String]) = (false, [])
    for tick in 0...Int(end * 100) {
      let now = Double(tick) / 100
      let level = levels.last { $0.from <= now }?.level ?? nil
      guard let action = trigger.hear(level, now, take: isMade ? true : nil) else { continue }
      switch action {
      case .start: isMade = true
      case .end: isMade = false
      case .limit: break
      }
      told.append("\(action) \((now * 100).rounded() / 100)")
    }
    return told
  }

  @Test("a take begins when it was loud for the attack, and ends when it was quiet for the hold")
  func plain() {
    var trigger = LevelTrigger(Self.rules())
    let told = play(&trigger, [(0, -60), (1, -39), (2, -60)], until: 5)
    #expect(told == ["start 1.2", "end 2.99"])
  }

  @Test(
    "a click that is shorter than the attack begins nothing; silence shorter than the hold ends nothing"
  )
  func short() {
    var trigger = LevelTrigger(Self.rules())
    let told = play(
      &trigger, [(0, -60), (1, -20), (1.15, -60), (2, -20), (3, -60), (3.8, -20), (4, -60)],
      until: 6)
    #expect(told == ["start 2.2", "end 4.99"])
  }

  @Test(
    "as many takes as are allowed begin within an hour, the next one is told once, and later ones begin again"
  )
  func limit() {
    var trigger = LevelTrigger(Self.rules())
    var claps: [(from: Double, level: Double?)] = []
    for clap in 0..<6 {
      claps.append((from: Double(clap) * 10, level: -20))
      claps.append((from: Double(clap) * 10 + 1, level: -90))
    }
    let told = play(&trigger, claps, until: 60)
    #expect(told.filter { $0.hasPrefix("start") }.count == 3)
    #expect(told.filter { $0.hasPrefix("limit") }.count == 3)
    var starts = 0
    for tick in 0...100 where trigger.hear(-20, 3601 + Double(tick) / 100, take: nil) == .start {
      starts += 1
    }
    #expect(starts == 1)
  }

  @Test(
    "after a hand ended a take nothing begins before it was quiet; takes of hands are not ended")
  func hands() {
    var trigger = LevelTrigger(Self.rules())
    #expect(trigger.hear(-20, 0, take: nil) == nil)
    #expect(trigger.hear(-20, 0.3, take: nil) == .start)
    trigger.waitForQuiet()
    #expect((1...100).allSatisfy { trigger.hear(-20, Double($0), take: nil) == nil })
    #expect(trigger.hear(-50, 101, take: nil) == nil)
    #expect(trigger.hear(-20, 102, take: nil) == nil)
    #expect(trigger.hear(-20, 103, take: nil) == .start)
    #expect((104...200).allSatisfy { trigger.hear(-90, Double($0), take: false) == nil })
  }

  @Test("a take that was refused begins as soon as it may be possible, while it is loud")
  func retry() {
    var trigger = LevelTrigger(Self.rules())
    _ = trigger.hear(-20, 0, take: nil)
    #expect(trigger.hear(-20, 1, take: nil) == .start)
    trigger.refused()
    #expect(trigger.hear(-20, 1.5, take: nil) == nil)
    trigger.retry()
    #expect(trigger.hear(-20, 1.6, take: nil) == .start)
  }

  @Test("a level that is not known is neither loud nor quiet")
  func unknown() {
    var trigger = LevelTrigger(Self.rules())
    #expect((0..<10).allSatisfy { trigger.hear(nil, Double($0), take: nil) == nil })
    #expect((10..<20).allSatisfy { trigger.hear(nil, Double($0), take: true) == nil })
    #expect(trigger.hear(-90, 20.5, take: true) == .end)
    trigger.waitForQuiet()
    _ = trigger.hear(nil, 21, take: nil)
    _ = trigger.hear(-20, 22, take: nil)
    #expect(trigger.hear(-20, 23, take: nil) == nil)
  }

  @Test("a refusal does not count, and is told once until it is quiet")
  func refusal() {
    var trigger = LevelTrigger(Self.rules { $0.takesPerHour = 1 })
    _ = trigger.hear(-20, 0, take: nil)
    #expect(trigger.hear(-20, 1, take: nil) == .start)
    trigger.refused()
    #expect(trigger.hear(-20, 2, take: nil) == nil)
    _ = trigger.hear(-90, 3, take: nil)
    _ = trigger.hear(-20, 4, take: nil)
    #expect(trigger.hear(-20, 5, take: nil) == .start)
  }

  @Test("levels are those of meters: a full scale sine has 0 dBFS, silence is very low")
  func decibels() {
    #expect(Double.decibels(meanSquare: 0.5) == 0)
    #expect(Double.decibels(meanSquare: 0) == -200)
  }

  @Test(
    "a sound must stand out of the slow floor: rain that goes on begins one take, a bird in it another"
  )
  func floor() {
    var rules = LevelRules(level: -50)
    (rules.above, rules.attackSeconds, rules.holdSeconds) = (10, 0.2, 2)
    var trigger = LevelTrigger(rules)
    var (now, isTaking, starts) = (0.0, false, [Double]())
    func hear(_ level: Double, for seconds: Double) {
      for _ in 0..<Int((seconds * 20).rounded()) {
        now += 0.05
        switch trigger.hear(level, now, take: isTaking ? true : nil) {
        case .start:
          starts.append(now)
          isTaking = true
        case .end: isTaking = false
        default: break
        }
      }
    }
    hear(-70, for: 60)
    #expect(starts.isEmpty && abs((trigger.floor ?? 0) + 70) < 0.1)
    // Rain: loud by itself, and 30 dB above the floor at first.
    hear(-40, for: 600)
    #expect(starts.count == 1 && !isTaking)
    hear(-40, for: 600)
    #expect(starts.count == 1)
    // A bird 15 dB above the rain.
    hear(-25, for: 3)
    #expect(starts.count == 2)
    hear(-40, for: 10)
    #expect(!isTaking)
    // The rain stops, and the floor falls soon.
    hear(-70, for: 30)
    hear(-45, for: 1)
    #expect(starts.count == 3)
    #expect(
      rules.words(-25.04, floor: -40.2)
        == "began automatically at -25.0 dBFS, 15.2 dB above the noise floor")
  }
}
