import Boards
import TakeFiles
import Testing

@testable import Recorder

@Suite("The life of a battery under a schedule")
struct BatteryForecastTests {
  /// 1000 mAh of which 90 % count; 100 mA recording, 50 armed, 20 asleep, 1 off.
  private func rule(_ change: (inout BatteryRule) -> Void = { _ in }) -> BatteryRule {
    var rule = BatteryRule()
    (rule.capacity, rule.closePercent) = (1000, 10)
    (rule.recordingCurrent, rule.armedCurrent) = (100, 50)
    (rule.asleepCurrent, rule.offCurrent) = (20, 1)
    change(&rule)
    return rule
  }

  private func sleep(_ depth: SleepRule.Depth) -> SleepRule {
    var rule = SleepRule()
    rule.depth = depth
    return rule
  }

  /// A take of half an hour at the start of each hour.
  private static let takes = (0..<1000).map {
    Schedule.Due(start: CivilDate(epochSeconds: $0 * 3600), seconds: 1800)
  }

  private func hours(_ depth: SleepRule.Depth, _ rule: BatteryRule) throws -> Double {
    let forecast = try #require(BatteryForecast(rule, sleep: sleep(depth), preRoll: 5))
    let empty = forecast.empty(from: 0, takes: Self.takes, until: 3_600_000)
    return try #require(empty) / 3600
  }

  @Test("recording and pauses draw their currents, until what is left closes takes")
  func hours() throws {
    // 900 mAh: 75 mAh an hour awake, so that twelve hours are exact.
    #expect(abs(try hours(.off, rule()) - 12) < 1e-6)
    // Asleep for 29 of 30 minutes.
    let hour = 50 + 20.0 * 29 / 60 + 50.0 / 60
    let whole = (900 / hour).rounded(.down)
    let rest = 900 - whole * hour
    // Half an hour of the last one is recorded, and some of the pause is slept.
    #expect(rest > 50)
    #expect(abs(try hours(.device, rule()) - (whole + 0.5 + (rest - 50) / 20)) < 1e-6)
    #expect(try hours(.system, rule()) > hours(.device, rule()))
  }

  @Test("a current that is not stated is that of the busier state; without one nothing is known")
  func missing() throws {
    let one = rule { ($0.armedCurrent, $0.asleepCurrent, $0.offCurrent) = (nil, nil, nil) }
    #expect(abs(try hours(.system, one) - 9) < 1e-6)
    #expect(BatteryForecast(rule { $0.capacity = nil }, sleep: sleep(.off), preRoll: 5) == nil)
    #expect(
      BatteryForecast(rule { $0.recordingCurrent = nil }, sleep: sleep(.off), preRoll: 5) == nil)
    #expect(BatteryForecast(nil, sleep: sleep(.off), preRoll: 5) == nil)
  }

  @Test("one that lasts beyond the schedule is told as such; without takes the pauses count")
  func lasts() throws {
    let forecast = try #require(BatteryForecast(rule(), sleep: sleep(.system), preRoll: 5))
    #expect(forecast.empty(from: 0, takes: [], until: 86_400) == nil)
    let armed = try #require(BatteryForecast(rule(), sleep: sleep(.off), preRoll: 5))
    let empty = try #require(armed.empty(from: 0, takes: [], until: 864_000))
    #expect(abs(empty - 18 * 3600) < 1e-6)
  }
}
