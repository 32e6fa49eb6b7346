import Recorder
import TOML
import TakeFiles
import Testing

private let lengths = "a length such as \"2 h\", \"30 min\" or \"90 s\" is expected"
private let times =
  "a time of day such as \"05:30\", or a date and a time such as \"2026-11-20 05:30\", is expected"

/// A text, and the message about it behind the name of the file.
private let wrongSchedules: [(String, String)] = [
  ("take.duration = 30", "1:17: take.duration: is the number 30; a string is expected"),
  ("take.duration = \"half\"", "1:17: take.duration: is the string \"half\"; \(lengths)"),
  (
    "take.duration = \"3 GB\"",
    "1:17: take.duration: has the unit \"GB\"; allowed: s, min, h"
  ),
  ("take.duration = \"200 h\"", "1:17: take.duration: is 200.0 h; allowed is 1 s to 168 h"),
  (
    "[[schedule]]\nduration = \"2 h\"",
    "1:1: schedule.at: is missing; write, for example, at = \"05:30\""
  ),
  (
    "[[schedule]]\nat = \"05:30\"",
    "1:1: schedule.duration: is missing; write, for example, duration = \"2 h\""
  ),
  (
    "[[schedule]]\nat = \"25:30\"\nduration = \"2 h\"",
    "2:6: schedule.at: is the string \"25:30\"; \(times)"
  ),
  (
    "[[schedule]]\nat = \"5:30\"\nduration = \"2 h\"",
    "2:6: schedule.at: is the string \"5:30\"; \(times)"
  ),
  (
    "[[schedule]]\nat = \"2026-02-29 05:30\"\nduration = \"2 h\"",
    "2:6: schedule.at: is the string \"2026-02-29 05:30\"; \(times)"
  ),
  (
    "[[schedule]]\nat = 05:30:00\nduration = \"2 h\"",
    "2:6: schedule.at: is a date or time; a string is expected"
  ),
  (
    "[[schedule]]\nat = \"05:30\"\nduration = \"2 h\"\ndays = [\"mon\", \"tus\"]",
    "4:16: schedule.days: \"tus\" is not allowed; did you mean \"tue\"? "
      + "allowed: \"mon\", \"tue\", \"wed\", \"thu\", \"fri\", \"sat\", \"sun\""
  ),
  (
    "[[schedule]]\nat = \"05:30\"\nduration = \"2 h\"\ndays = []",
    "4:8: schedule.days: is empty; name a day, or remove the key for every day"
  ),
  (
    "[[schedule]]\nat = \"2026-11-20 05:30\"\nduration = \"2 h\"\ndays = [\"mon\"]",
    "4:8: schedule.days: belongs to a time of day, and at has a date; remove it"
  ),
  (
    "[[schedule]]\nat = \"05:30\"\nduration = \"2 h\"\nday = [\"mon\"]",
    "4:1: schedule.day: is not a known key; did you mean \"days\"?"
  ),
]

@Suite struct SettingsScheduleTests {
  private func settings(_ text: String) throws -> Settings {
    try Settings.load(text: text, name: "pinna.toml")
  }

  @Test("a take of a given length, and scheduled ones, are read")
  func read() throws {
    let read = try settings(
      """
      [take]
      duration = "30 min"
      [[schedule]]
      at = "05:30"
      duration = "2 h"
      days = ["mon", "sun"]
      [[schedule]]
      at = "23:59:30"
      duration = "90 s"
      [[schedule]]
      at = "2026-11-20 05:30"
      duration = "1.5 h"
      """)
    #expect(read.take.duration == 1800)
    let date = try #require(CivilDate(text: "2026-11-20 05:30:00"))
    #expect(
      read.schedule == [
        ScheduledTake(start: .daily(secondOfDay: 19800, days: [.mon, .sun]), seconds: 7200),
        ScheduledTake(start: .daily(secondOfDay: 86370, days: []), seconds: 90),
        ScheduledTake(start: .once(date), seconds: 5400),
      ])
    #expect(Settings().take.duration == nil && Settings().schedule.isEmpty)
  }

  @Test(
    "a wrong value says where, what is wrong and what would be right", arguments: wrongSchedules)
  func wrong(text: String, expected: String) {
    do {
      _ = try settings(text)
      Issue.record("there is a mistake in \(text)")
    } catch {
      #expect("\(error)" == "pinna.toml:" + expected)
    }
  }
}
