import Recorder
import TestSupport
import Testing

@Suite("The lights between two states")
struct LightTransitionTests {
  /// All states with and without a warning.
  private static let all = LightState.Phase.allCases.flatMap {
    [LightState($0), LightState($0, isWarning: true)]
  }

  @Test("a light that begins to blink shows it at once, whenever it begins")
  func atOnce() {
    let blinks: [(LightState.Phase, WritableKeyPath<LightLevels, Bool>)] = [
      (.starting, \.status), (.takeStarting, \.record), (.paused, \.record), (.error, \.status),
    ]
    for (phase, light) in blinks {
      for before in Self.all where before.phase != phase {
        for step in 0..<20 {
          var language = LightLanguage()
          _ = language.levels(before, at: 10)
          let time = 10.03 + Double(step) * 0.05
          let old = language.levels(before, at: time)
          let new = language.levels(LightState(phase), at: time)
          #expect(new[keyPath: light] != old[keyPath: light], "\(before) to \(phase)")
        }
      }
    }
  }

  @Test("a warning darkens the lit status light at once")
  func warning() {
    var language = LightLanguage()
    let before = language.levels(LightState(.recording), at: 1)
    #expect(before == LightLevels(record: true, status: true))
    let after = language.levels(LightState(.recording, isWarning: true), at: 1.5)
    #expect(after == LightLevels(record: true, status: false))
  }

  @Test("a copy that begins darkens the lit status light at once, in a take too")
  func copy() {
    for phase in [LightState.Phase.armed, .recording] {
      var language = LightLanguage()
      #expect(language.levels(LightState(phase), at: 1).status)
      #expect(!language.levels(LightState(phase, isCopying: true), at: 1.5).status)
    }
  }

  @Test("a warning that comes and goes does not disturb the blinking of the record light")
  func phaseIsKept() {
    var (plain, warned) = (LightLanguage(), LightLanguage())
    for step in 0..<3000 {
      let time = Double(step) / 1000 + 0.0005
      let isWarning = (step / 370).isMultiple(of: 2)
      let usual = plain.levels(LightState(.paused), at: time)
      let levels = warned.levels(LightState(.paused, isWarning: isWarning), at: time)
      #expect(levels.record == usual.record)
    }
  }

  @Test("levels are constant until the next change, and are not after it", arguments: 1...20)
  func nextChange(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var language = LightLanguage()
    // Far from 0, where doubles are coarse: four months after the start of the kernel.
    var time = Double.random(in: 0...1e7, using: &random)
    for _ in 0..<200 {
      let state = try #require(Self.all.randomElement(using: &random))
      _ = language.levels(state, at: time)
      if Bool.random(using: &random) {
        let event = try #require(
          [LightEvent.clip, .refused, .locked].randomElement(using: &random))
        language.handle(event, at: time)
      }
      let levels = language.levels(state, at: time)
      let next = language.nextChange(state, after: time)
      let end = next ?? time + 5
      #expect(end > time)
      for _ in 0..<5 {
        let between = Double.random(in: time...max(time, end - 1e-5), using: &random)
        let later = language.levels(state, at: between)
        #expect(later == levels)
      }
      time = end
    }
  }

  @Test("who looks only when something changes misses nothing")
  func sleepUntilChange() {
    for state in Self.all {
      var (sleeper, watcher) = (LightLanguage(), LightLanguage())
      let start = 123.456
      _ = sleeper.levels(state, at: start)
      _ = watcher.levels(state, at: start)
      sleeper.handle(.clip, at: start)
      watcher.handle(.clip, at: start)
      var changes: [(Double, LightLevels)] = [(start, sleeper.levels(state, at: start))]
      var time = start
      while let next = sleeper.nextChange(state, after: time), next < start + 3 {
        time = next
        changes.append((next, sleeper.levels(state, at: next)))
      }
      for step in 0..<3000 {
        let now = start + (Double(step) + 0.5) / 1000
        let levels = watcher.levels(state, at: now)
        #expect(levels == changes.last { $0.0 <= now }?.1)
      }
    }
  }

  @Test("a state that is not shown yet changes the lights now")
  func notShown() {
    var language = LightLanguage()
    _ = language.levels(LightState(.armed), at: 1)
    #expect(language.nextChange(LightState(.armed), after: 1) == nil)
    #expect(language.nextChange(LightState(.recording), after: 2) == 2)
  }
}
