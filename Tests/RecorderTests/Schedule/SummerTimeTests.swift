import Essentials
import TakeFiles
import Testing

@testable import Recorder

/// Schedules where the local clock jumps, as a session and a forecast see it.
@Suite("Schedules at the beginning and the end of summer time") struct SummerTimeTests {
  /// A change of the local clock: at a time in seconds since 1970, from one offset to another.
  struct Change: Sendable {
    var name: String
    var at: Int
    var before: Int
    var after: Int

    func offset(_ epochSeconds: Double) -> Int { epochSeconds < Double(at) ? before : after }
  }

  /// New York and Berlin in spring and in autumn, and Lord Howe, whose summer time is half an hour.
  static let changes = [
    Change(name: "New York 2026-03-08", at: 1_772_953_200, before: -18000, after: -14400),
    Change(name: "New York 2026-11-01", at: 1_793_512_800, before: -14400, after: -18000),
    Change(name: "Berlin 2027-03-28", at: 1_806_195_600, before: 3600, after: 7200),
    Change(name: "Berlin 2026-10-25", at: 1_792_890_000, before: 7200, after: 3600),
    Change(name: "Lord Howe 2026-10-04", at: 1_791_041_400, before: 37800, after: 39600),
  ]

  private func daily(_ second: Int, seconds: Double = 600) -> ScheduledTake {
    ScheduledTake(start: .daily(secondOfDay: second, days: []), seconds: seconds)
  }

  /// The takes that are due when the clock is looked at every second, from some hours before a change to some after it.
  private func seen(
    _ schedule: Schedule, _ change: Change, from: Int = -10_800, to: Int = 14_400, step: Int = 1
  ) -> [(due: Schedule.Due, at: Int)] {
    var clock = ScheduleClock()
    return stride(from: change.at + from, through: change.at + to, by: step).flatMap { second in
      let time = WallTime(
        epochSeconds: Double(second), utcOffsetSeconds: change.offset(Double(second)))
      return clock.advance(to: time, of: schedule).map { ($0, second) }
    }
  }

  @Test(
    "a take in the hour that spring leaves out starts when the clock jumps, and has its whole time",
    arguments: [0, 2, 4])
  func leftOut(_ index: Int) throws {
    let change = Self.changes[index]
    let local = (change.at + change.before) % 86400
    for late in [0, 600, change.after - change.before - 1] {
      let found = seen(Schedule([daily(local + late)]), change, from: -3600, to: 7200)
      #expect(found.map(\.at) == [change.at], "\(change.name), \(late)")
      let due = try #require(found.first?.due)
      #expect(due.startSeconds == change.at && due.endSeconds == Double(change.at + 600))
      #expect(due.utcOffsetSeconds == change.after)
    }
    // Right before and right after it the clock is what it is.
    let after = seen(Schedule([daily(local + change.after - change.before)]), change)
    #expect(after.map(\.at) == [change.at] && after[0].due.startSeconds == change.at)
    let before = seen(Schedule([daily(local - 1)]), change)
    #expect(before.map(\.due.startSeconds) == [change.at - 1])
  }

  @Test("a look that is late by minutes finds the same starts", arguments: [7, 60, 600])
  func lateLooks(step: Int) throws {
    let change = Self.changes[0]
    let local = (change.at + change.before) % 86400
    for second in [-600, -1, 1800, 3600, 3601, 4000] {
      let schedule = Schedule([daily(local + second)])
      let exact = seen(schedule, change).map(\.due.startSeconds)
      let late = seen(schedule, change, step: step).map(\.due.startSeconds)
      let isLeftOut = (0..<3600).contains(second)
      #expect(isLeftOut ? late.count == 1 : late == exact, "\(second): \(late), not \(exact)")
      if isLeftOut { #expect(abs(late[0] - exact[0]) < step) }
    }
  }

  @Test("a forecast says what a session does, for any times of the day", arguments: 0..<5)
  func forecast(_ index: Int) throws {
    let change = Self.changes[index]
    var random = SeededGenerator(seed: UInt64(index))
    let local = (change.at + change.before) % 86400
    let takes = (0..<12).map { _ in
      daily(((local + Int.random(in: -7000...9000, using: &random)) + 86400) % 86400, seconds: 1)
    }
    let schedule = Schedule(takes)
    let start = Double(change.at - 10_800)
    let planned = schedule.forecast(
      from: WallTime(epochSeconds: start, utcOffsetSeconds: change.before), count: 100,
      within: 25_200, utcOffset: { change.offset($0) })
    let found = seen(schedule, change)
    #expect(
      planned.map { [$0.due.startSeconds, $0.due.entry] }
        == found.map { [$0.due.startSeconds, $0.due.entry] }, "\(change.name)")
    #expect(planned.count == 12)
  }

  @Test("another time zone, east or west, starts nothing twice and goes by the new clock")
  func otherZone() throws {
    for moved in [-5 * 3600, 6 * 3600] {
      let change = Change(name: "moved", at: 1_772_953_200, before: 3600, after: 3600 + moved)
      let local = (change.at + change.before) % 86400
      // One an hour before the change by the old clock, one an hour after it by the new one.
      let schedule = Schedule([
        daily(local - 3600), daily((local + moved + 3600 + 86400) % 86400),
      ])
      let found = seen(schedule, change, from: -7200, to: 7200)
      #expect(found.map(\.due.entry) == [0, 1], "\(moved)")
      #expect(found.map(\.at) == [change.at - 3600, change.at + 3600])
      // One that should be running by the new clock is made to its end, where the old one had not come to it.
      let running = seen(
        Schedule([daily((local + moved - 300 + 86400) % 86400)]), change, from: -60, to: 60)
      #expect(running.map(\.at) == (moved > 0 ? [change.at] : []), "\(moved)")
    }
  }
}
