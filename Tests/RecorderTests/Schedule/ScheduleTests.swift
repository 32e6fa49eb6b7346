import TakeFiles
import Testing

@testable import Recorder

@Suite struct ScheduleTests {
  private static let hour = 3600

  /// A wall time from the text of its local clock.
  private func wall(_ text: String, offset: Int = 0) throws -> WallTime {
    let date = try #require(CivilDate(text: text))
    return WallTime(
      epochSeconds: Double(date.localSeconds - offset), utcOffsetSeconds: offset)
  }

  private func daily(_ hour: Int, _ minute: Int = 0, days: Set<Weekday> = []) -> ScheduledTake {
    ScheduledTake(
      start: .daily(secondOfDay: hour * 3600 + minute * 60, days: days), seconds: 7200)
  }

  private func starts(
    _ schedule: Schedule, _ after: String, _ until: String
  ) throws -> [String] {
    try schedule.starts(after: .init(wall(after)), until: .init(wall(until))).map(\.start.text)
  }

  @Test(
    "the seconds of a date are those of its own conversion, also before 1970 and over leap days")
  func localSeconds() {
    for day in stride(from: -200_000, through: 200_000, by: 97) {
      let seconds = day * 86400 + 12345
      #expect(CivilDate(epochSeconds: seconds).localSeconds == seconds)
    }
    #expect(Weekday(daysSince1970: 0) == .thu)
    // 2026-11-20 is a Friday.
    #expect(Weekday(daysSince1970: 1_795_132_800 / 86400) == .fri)
    #expect(Weekday(daysSince1970: -1) == .wed)
  }

  @Test("a daily take is due once, in the span that ends with its second")
  func daily() throws {
    let schedule = Schedule([daily(5, 30)])
    let found = ["2026-11-20 05:30:00"]
    #expect(try starts(schedule, "2026-11-20 05:29:59", "2026-11-20 05:30:00") == found)
    #expect(try starts(schedule, "2026-11-20 05:30:00", "2026-11-20 05:30:01").isEmpty)
    #expect(try starts(schedule, "2026-11-20 05:29:58", "2026-11-20 05:29:59").isEmpty)
    #expect(
      try starts(schedule, "2026-11-20 05:30:00", "2026-11-22 05:30:00") == [
        "2026-11-21 05:30:00", "2026-11-22 05:30:00",
      ])
  }

  @Test("midnight belongs to the new day, and a span over it finds both sides in order")
  func midnight() throws {
    let schedule = Schedule([daily(0, days: [.sat]), daily(23, 59, days: [.fri])])
    // 2026-11-20 is a Friday.
    #expect(
      try starts(schedule, "2026-11-20 23:58:00", "2026-11-21 00:00:00") == [
        "2026-11-20 23:59:00", "2026-11-21 00:00:00",
      ])
    #expect(try starts(schedule, "2026-11-19 23:58:00", "2026-11-20 00:00:00").isEmpty)
    #expect(
      try starts(Schedule([daily(0)]), "2026-12-31 23:59:59", "2027-01-01 00:00:00") == [
        "2027-01-01 00:00:00"
      ])
  }

  @Test("days are kept to over a week, a leap day and without a list")
  func days() throws {
    let workdays = Schedule([daily(12, days: [.mon, .tue, .wed, .thu, .fri])])
    let week = try starts(workdays, "2026-11-16 00:00:00", "2026-11-22 23:59:59")
    #expect(week.map { $0.prefix(10) } == (16...20).map { "2026-11-\($0)" })
    #expect(
      try starts(Schedule([daily(12)]), "2028-02-28 13:00:00", "2028-03-01 12:00:00") == [
        "2028-02-29 12:00:00", "2028-03-01 12:00:00",
      ])
  }

  @Test("a dated take is due once in all time")
  func once() throws {
    let date = try #require(CivilDate(text: "2026-11-20 05:30:00"))
    let schedule = Schedule([ScheduledTake(start: .once(date), seconds: 60)])
    #expect(try starts(schedule, "2026-11-19 05:30:00", "2026-11-20 05:30:00").count == 1)
    #expect(try starts(schedule, "2026-11-20 05:30:00", "2036-11-20 05:30:00").isEmpty)
  }

  @Test("a clock that stands or goes back makes nothing due")
  func backwards() throws {
    let schedule = Schedule([daily(5, 30)])
    #expect(try starts(schedule, "2026-11-20 05:31:00", "2026-11-20 05:29:00").isEmpty)
    #expect(try starts(schedule, "2026-11-20 05:30:00", "2026-11-20 05:30:00").isEmpty)
  }

  @Test("a take in the hour that summer time leaves out starts when it begins")
  func springForward() throws {
    // Central Europe, 2027-03-28: 02:00 becomes 03:00.
    let schedule = Schedule([daily(2, 30)])
    let due = schedule.starts(
      after: .init(try wall("2027-03-28 01:59:59", offset: Self.hour)),
      until: .init(try wall("2027-03-28 03:00:00", offset: 2 * Self.hour)))
    #expect(due.map(\.start.text) == ["2027-03-28 03:00:00"])
  }

  // MARK: - The clock of a session

  /// The takes that become due while the local clock shows these texts, one after another.
  private func due(
    _ schedule: Schedule, _ times: [(String, offset: Int)]
  ) throws -> [String] {
    var clock = ScheduleClock()
    return try times.flatMap { text, offset in
      clock.advance(to: try wall(text, offset: offset), of: schedule).map(\.start.text)
    }
  }

  @Test("an hour that comes twice at the end of summer time starts its takes once")
  func fallBack() throws {
    // Central Europe, 2026-10-25: 03:00 becomes 02:00.
    let schedule = Schedule([daily(2, 30), daily(3, 30)])
    let found = try due(
      schedule,
      [
        ("2026-10-25 00:29:00", 2 * Self.hour), ("2026-10-25 02:30:00", 2 * Self.hour),
        ("2026-10-25 02:59:59", 2 * Self.hour), ("2026-10-25 02:00:00", Self.hour),
        ("2026-10-25 02:29:59", Self.hour), ("2026-10-25 02:30:00", Self.hour),
        ("2026-10-25 02:59:59", Self.hour), ("2026-10-25 03:30:00", Self.hour),
      ])
    #expect(found == ["2026-10-25 02:30:00", "2026-10-25 03:30:00"])
  }

  @Test("a clock that is corrected by a second starts nothing twice")
  func correction() throws {
    let found = try due(
      Schedule([daily(5, 30)]),
      [
        ("2026-11-20 05:20:00", 0), ("2026-11-20 05:30:00", 0), ("2026-11-20 05:29:59", 0),
        ("2026-11-20 05:30:00", 0), ("2026-11-20 05:30:01", 0),
      ])
    #expect(found.count == 1)
  }

  @Test("a clock that was wrong and is set back by hours starts the take at the right time too")
  func setBack() throws {
    let found = try due(
      Schedule([daily(5, 30)]),
      [
        ("2026-11-20 05:20:00", 0), ("2026-11-20 05:30:00", 0), ("2026-11-20 03:30:01", 0),
        ("2026-11-20 05:29:59", 0), ("2026-11-20 05:30:00", 0),
      ])
    #expect(found == ["2026-11-20 05:30:00", "2026-11-20 05:30:00"])
  }

  @Test("a clock that jumps forward makes due what lies between")
  func jump() throws {
    let found = try due(
      Schedule([daily(5, 30)]), [("2026-11-20 05:00:00", 0), ("2026-11-20 06:00:00", 0)])
    #expect(found == ["2026-11-20 05:30:00"])
  }

  @Test("at the first look a take that should be running is due, one that is over is not")
  func firstLook() throws {
    let schedule = Schedule([daily(5, 30)])
    #expect(try due(schedule, [("2026-11-20 07:29:00", 0)]) == ["2026-11-20 05:30:00"])
    #expect(try due(schedule, [("2026-11-20 07:30:00", 0)]).isEmpty)
    // Also when it began yesterday.
    #expect(
      try due(Schedule([daily(23)]), [("2026-11-21 00:30:00", 0)]) == ["2026-11-20 23:00:00"])
  }
}
