import TakeFiles
import Testing

@testable import Recorder

/// Berlin's clocks: summer time from the last Sunday of March, 01:00 UTC, to the last of October, in 2026 and 2027.
private func berlinOffset(_ epochSeconds: Double) -> Int {
  let changes = [1_774_746_000.0, 1_792_890_000, 1_806_195_600, 1_824_944_400]
  return changes.filter { $0 <= epochSeconds }.count % 2 == 1 ? 7200 : 3600
}

@Suite struct DutyCycleTests {
  private static let berlin = Place(latitude: 52.52, longitude: 13.405)

  private func wall(_ text: String, offset: Int = 0) throws -> WallTime {
    let date = try #require(CivilDate(text: text))
    return WallTime(
      epochSeconds: Double(date.localSeconds - offset), utcOffsetSeconds: offset)
  }

  private func cycle(
    _ hour: Int, hours: Double, every minutes: Double = 10, take: Double = 60
  ) -> ScheduledTake {
    ScheduledTake(
      start: .daily(secondOfDay: hour * 3600, days: []), seconds: hours * 3600,
      cycle: DutyCycle(every: minutes * 60, take: take))
  }

  private func due(_ schedule: Schedule, _ times: [WallTime]) -> [Schedule.Due] {
    var clock = ScheduleClock()
    return times.flatMap { clock.advance(to: $0, of: schedule) }
  }

  /// Every second from one time on.
  private func seconds(_ count: Int, from time: WallTime) -> [WallTime] {
    (0..<count).map { second in
      var time = time
      time.epochSeconds += Double(second)
      time.utcOffsetSeconds = time.utcOffsetSeconds == 0 ? 0 : berlinOffset(time.epochSeconds)
      return time
    }
  }

  @Test("a cycle gives a take at its start and after every interval, until its time is over")
  func plain() throws {
    let times = seconds(5400, from: try wall("2026-11-20 04:59:00"))
    let found = due(Schedule([cycle(5, hours: 1)]), times)
    #expect(found.map(\.start.timeText) == (0..<6).map { "05:\($0)0:00" })
    #expect(found.allSatisfy { $0.seconds == 60 })
    // A window that ends within a take ends it; nothing begins at its end.
    let short = due(Schedule([cycle(5, hours: 20.5 / 60)]), times)
    #expect(short.map(\.seconds) == [60, 60, 30])
    #expect(due(Schedule([cycle(5, hours: 20.0 / 60)]), times).count == 2)
  }

  @Test(
    "cycles of a whole day follow one another over midnight without a gap, also when clocks change")
  func wholeDays() throws {
    let schedule = Schedule([cycle(0, hours: 24, every: 30)])
    for (start, hours) in [
      ("2026-11-20 00:00:00", 24.0), ("2026-10-25 00:00:00", 25), ("2027-03-28 00:00:00", 23),
    ] {
      let local = try wall(start)
      let offset = berlinOffset(local.epochSeconds - 7200)
      let now = try wall(start, offset: offset)
      let planned = schedule.forecast(from: now, count: 60, utcOffset: berlinOffset)
      let starts = planned.map(\.due.startSeconds)
      #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == 1800 }, "\(start)")
      #expect(planned.filter(\.isSkipped).isEmpty)
      let next = starts.count { Double($0) < now.epochSeconds + hours * 3600 }
      #expect(Double(next) == hours * 2)
    }
  }

  @Test(
    "after a power cut a cycle goes on in step, and the take that should run is made to its end")
  func powerCut() throws {
    let schedule = Schedule([cycle(5, hours: 2)])
    let within = due(
      schedule,
      [try wall("2026-11-20 05:20:40")] + seconds(700, from: try wall("2026-11-20 05:20:41")))
    #expect(within.map(\.start.timeText) == ["05:20:00", "05:30:00"])
    let between = due(schedule, seconds(700, from: try wall("2026-11-20 05:22:00")))
    #expect(between.map(\.start.timeText) == ["05:30:00"])
    #expect(due(schedule, [try wall("2026-11-20 07:00:00")]).isEmpty)
  }

  @Test(
    "a clock that jumps forward tells the latest take of a cycle, and the cycle goes on in step")
  func jump() throws {
    let schedule = Schedule([cycle(5, hours: 2)])
    let found = due(
      schedule,
      [try wall("2026-11-20 04:50:00"), try wall("2026-11-20 05:47:00")]
        + seconds(300, from: try wall("2026-11-20 05:47:01")))
    // The one of 05:40 is over: a session says so. Those before it are not told one by one.
    #expect(found.map(\.start.timeText) == ["05:40:00", "05:50:00"])
  }

  @Test("a clock that is set back within a cycle goes on with the takes that are to come")
  func setBack() throws {
    let schedule = Schedule([cycle(5, hours: 2)])
    let found = due(
      schedule,
      [try wall("2026-11-20 06:30:00"), try wall("2026-11-20 05:12:00")]
        + seconds(600, from: try wall("2026-11-20 05:12:01")))
    #expect(found.map(\.start.timeText) == ["06:30:00", "05:20:00"])
    // To before the cycle: it begins anew.
    let before = due(
      schedule,
      [try wall("2026-11-20 06:35:00"), try wall("2026-11-20 04:59:00")]
        + seconds(120, from: try wall("2026-11-20 04:59:01")))
    #expect(before.map(\.start.timeText) == ["05:00:00"])
  }

  @Test(
    "takes by the sun start at its time of the day, before or after it, on the days of the event")
  func sun() throws {
    let sun = Sun(over: Self.berlin)
    let schedule = Schedule(
      [
        ScheduledTake(start: .sun(SunTime(.sunrise, offsetSeconds: -1800), days: []), seconds: 60),
        ScheduledTake(start: .sun(SunTime(.dusk, offsetSeconds: 7200), days: [.sat]), seconds: 60),
      ], place: Self.berlin)
    let now = try wall("2026-11-20 12:00:00", offset: 3600)
    let planned = schedule.forecast(from: now, count: 9, utcOffset: berlinOffset)
    let rises = planned.filter { $0.due.entry == 0 }.map(\.due.startSeconds)
    let expected = (20_778...20_785).compactMap { sun.time(of: .sunrise, day: $0) }
    #expect(rises == expected.map { Int($0.rounded()) - 1800 })
    // 2026-11-21 is a Saturday.
    #expect(planned.filter { $0.due.entry == 1 }.map(\.due.weekday) == [.sat])
    #expect(Schedule(schedule.takes).forecast(from: now, count: 5, utcOffset: berlinOffset).isEmpty)
  }

  @Test(
    "takes by the sun are made once a day when summer time ends and begins, also in the hour that comes twice"
  )
  func sunAtChanges() throws {
    // Sunset and eight hours is within the hour from 02:00 to 03:00 that comes twice on 2026-10-25.
    let schedule = Schedule(
      [ScheduledTake(start: .sun(SunTime(.sunset, offsetSeconds: 31200), days: []), seconds: 60)],
      place: Self.berlin)
    for start in ["2026-10-24 12:00:00", "2027-03-27 12:00:00"] {
      let now = try wall(start, offset: berlinOffset(try wall(start).epochSeconds))
      var clock = ScheduleClock()
      let found = seconds(3 * 86400, from: now).flatMap { clock.advance(to: $0, of: schedule) }
      let gaps = zip(found, found.dropFirst()).map { $1.startSeconds - $0.startSeconds }
      #expect(found.count == 3 && gaps.allSatisfy { abs($0 - 86400) < 300 }, "\(found)")
    }
  }

  @Test("without a sunrise there is no take, and the schedule goes on when it is back")
  func polar() throws {
    let tromso = Place(latitude: 69.65, longitude: 18.96)
    let schedule = Schedule(
      [ScheduledTake(start: .sun(SunTime(.sunrise), days: []), seconds: 60)], place: tromso)
    let planned = schedule.forecast(
      from: try wall("2026-12-01 00:00:00"), count: 1, utcOffset: { _ in 0 })
    // The sun is back over the horizon of Tromsø in the middle of January.
    #expect(planned.first.map { $0.due.start.dayText.hasPrefix("2027-01-1") } == true)
  }

  @Test("a forecast names takes that are left out because another one runs")
  func overlaps() throws {
    let long = ScheduledTake(start: .daily(secondOfDay: 18000, days: []), seconds: 1500)
    let schedule = Schedule([long, cycle(5, hours: 1)])
    let planned = schedule.forecast(
      from: try wall("2026-11-20 04:00:00"), count: 4, utcOffset: { _ in 0 })
    #expect(
      planned.map(\.due.start.timeText) == [
        "05:00:00", "05:00:00", "05:10:00", "05:20:00", "05:30:00", "05:40:00", "05:50:00",
      ])
    #expect(planned.map(\.isSkipped) == [false, true, true, true, false, false, false])
  }

  @Test("entries are told as settings have them")
  func words() {
    #expect(
      ScheduledTake(
        start: .sun(SunTime(.sunrise, offsetSeconds: -1800), days: [.sun, .sat]), seconds: 7200,
        cycle: DutyCycle(every: 600, take: 90)
      ).description == "sunrise - 00:30, sat sun, for 2 h, every 10 min for 90 s")
    #expect(cycle(5, hours: 1.5).description == "05:00, for 90 min, every 10 min for 1 min")
  }
}
