import Boards
import Recorder
import TakeFiles
import Testing

/// Sleep between the takes of a schedule: it costs no take, and nobody who is there.
@Suite("A recorder that sleeps between takes of its schedule")
struct SleepSessionTests {
  /// Takes of ten seconds, four and eight minutes after the start.
  private static let schedule = Schedule(
    [240, 480].map {
      ScheduledTake(start: .daily(secondOfDay: $0, days: []), seconds: 10)
    })

  private func rule(_ depth: SleepRule.Depth) -> SleepRule {
    var rule = SleepRule()
    (rule.depth, rule.wakeSeconds, rule.awakeSeconds) = (depth, 20, 30)
    return rule
  }

  private func recorder(
    _ depth: SleepRule.Depth = .device, _ schedule: Schedule = schedule, preRoll: Double = 0,
    clockCorrection: Double = 0
  ) throws -> HeldRecorder {
    let recorder = try HeldRecorder(
      schedule: schedule, sleep: rule(depth), preRollSeconds: preRoll,
      clockCorrection: clockCorrection)
    try recorder.arm()
    return recorder
  }

  private func isAsleep(_ recorder: HeldRecorder) -> Bool {
    recorder.session.state == .idle && recorder.session.asleepUntil != nil
      && !recorder.session.isCapturing
  }

  @Test("it sleeps until a moment before a take, makes it whole, and sleeps again")
  func sleeps() throws {
    let recorder = try recorder(preRoll: 15)
    recorder.wait(29)
    #expect(recorder.session.state == .armed)
    recorder.wait(3)
    #expect(isAsleep(recorder))
    // The pre-roll needs longer than the 20 s of the settings.
    let wakes = CivilDate(epochSeconds: 240 - 25)
    #expect(recorder.session.asleepUntil == wakes)
    #expect(recorder.sleepNews == [.asleep(until: wakes)])
    #expect(recorder.session.lightState.phase == .asleep)
    #expect(recorder.session.snapshot(recorder.now).asleepUntil == wakes)
    recorder.wait(182)
    #expect(isAsleep(recorder))
    recorder.wait(3)
    #expect(recorder.session.state == .armed && recorder.session.asleepUntil == nil)
    recorder.wait(40)
    recorder.wait { $0.isSettled }
    recorder.wait(3)
    let take = try #require(recorder.takes.first)
    let seconds = try TakeFile.read(path: take.files[0]).seconds
    #expect(abs(seconds - 25) < 0.2)
    #expect(isAsleep(recorder))
    #expect(recorder.session.asleepUntil == CivilDate(epochSeconds: 480 - 25))
  }

  @Test("a press wakes it, and is a take; a hand keeps it awake for a while")
  func press() throws {
    let recorder = try recorder()
    recorder.wait(40)
    #expect(isAsleep(recorder))
    recorder.press(.record)
    recorder.wait(1)
    #expect(recorder.session.progress != nil)
    recorder.press(.record)
    recorder.wait { $0.isSettled }
    recorder.wait(20)
    #expect(recorder.takes.count == 1 && recorder.refusals == [])
    #expect(recorder.session.state == .armed)
    recorder.wait(15)
    #expect(isAsleep(recorder))
  }

  @Test("a program wakes it, and its take begins at once")
  func program() throws {
    let recorder = try recorder()
    recorder.wait(40)
    #expect(isAsleep(recorder))
    try recorder.session.startTake(recorder.now)
    recorder.wait(1)
    #expect(recorder.session.progress != nil)
    try recorder.session.stopTake()
    recorder.wait { $0.isSettled }
    recorder.wait(0.1)
    #expect(recorder.takes.count == 1)
    recorder.wait(40)
    #expect(isAsleep(recorder))
    try recorder.session.lendDevice(to: "check", recorder.now)
    recorder.wait(60)
    #expect(recorder.session.state == .lent(to: "check"))
  }

  @Test("it stays awake where the next take is near, and where nothing sleeps")
  func awake() throws {
    let near = Schedule([ScheduledTake(start: .daily(secondOfDay: 80, days: []), seconds: 2)])
    for recorder in [try recorder(.device, near), try recorder(.off)] {
      recorder.wait(50)
      #expect(recorder.session.state == .armed && recorder.sleepNews == [])
    }
  }

  @Test(
    "where the next take is far enough, the system is asked to power off, with the time of an alarm"
  )
  func powersOff() throws {
    let far = Schedule([ScheduledTake(start: .daily(secondOfDay: 86_000, days: []), seconds: 2)])
    let recorder = try recorder(.system, far)
    recorder.wait(35)
    let wakes = CivilDate(epochSeconds: 86_000 - 20)
    #expect(recorder.sleepNews == [.asleep(until: wakes), .poweringOff(until: wakes)])
    #expect(recorder.request == "85980\n")
    try recorder.say("failed a user is logged in: anna")
    recorder.wait(3)
    #expect(recorder.sleepNews.last == .failed("a user is logged in: anna"))
    #expect(isAsleep(recorder))
    // It is asked again after half an hour, and not before.
    recorder.wait(1700)
    #expect(recorder.sleepNews.count == 3)
    recorder.wait(120)
    #expect(recorder.sleepNews.dropFirst(3).first == .poweringOff(until: wakes))
  }

  @Test("the alarm is by the system's clock, even if GPS time has replaced it in the recorder")
  func corrected() throws {
    let far = Schedule([ScheduledTake(start: .daily(secondOfDay: 86_000, days: []), seconds: 2)])
    let recorder = try recorder(.system, far, clockCorrection: 5000.4)
    recorder.wait(35)
    #expect(recorder.sleepNews.last == .poweringOff(until: CivilDate(epochSeconds: 86_000 - 20)))
    #expect(recorder.request == "80980\n")
  }

  @Test("a press withdraws the request to power off, and the recorder asks again afterwards")
  func withdraws() throws {
    let far = Schedule([ScheduledTake(start: .daily(secondOfDay: 86_000, days: []), seconds: 2)])
    let recorder = try recorder(.system, far)
    recorder.wait(35)
    #expect(recorder.request != nil)
    recorder.press(.source)
    recorder.wait(0.1)
    #expect(recorder.request == nil && recorder.session.state == .armed)
    recorder.wait(35)
    #expect(isAsleep(recorder) && recorder.request == "85980\n")
    #expect(!recorder.sleepNews.contains { if case .failed = $0 { true } else { false } })
  }

  @Test("where the next take is near, it only closes the device")
  func device() throws {
    let recorder = try recorder(.system)
    recorder.wait(60)
    #expect(isAsleep(recorder) && recorder.request == nil)
  }
}
