import TOML
import TakeFiles
import Testing

@testable import Recorder

private let lengths = "a length such as \"2 h\", \"30 min\" or \"90 s\" is expected"
private let times =
  "write a time of day such as \"05:30\", a date and a time such as \"2026-11-20 05:30\", or a time relative to the "
  + "sun such as \"sunrise - 00:30\""
private let place = "[place]\nlatitude = 52.5\nlongitude = 13.4\n"

private func sun(_ event: String, is text: String) -> String {
  "5:6: schedule.at: is the string \"\(text)\"; write \"\(event)\" alone, or with + or - and hours and minutes "
    + "up to 12:00, such as \"\(event) - 00:30\""
}

/// The same for entries by the sun, cycles and the place.
private let wrongPlaces: [(String, String)] = [
  (
    "[[schedule]]\nat = \"sunrise - 00:30\"\nduration = \"2 h\"",
    "2:6: schedule.at: depends on sunrise, but the settings have no place; "
      + "add [place] with latitude and longitude in degrees"
  ),
  (
    place + "[[schedule]]\nat = \"sunrise 00:30\"\nduration = \"2 h\"",
    sun("sunrise", is: "sunrise 00:30")
  ),
  (
    place + "[[schedule]]\nat = \"sunset + 12:01\"\nduration = \"2 h\"",
    sun("sunset", is: "sunset + 12:01")
  ),
  (
    place + "[[schedule]]\nat = \"dusk + 1:75\"\nduration = \"2 h\"", sun("dusk", is: "dusk + 1:75")
  ),
  (place + "[[schedule]]\nat = \"dawn-\"\nduration = \"2 h\"", sun("dawn", is: "dawn-")),
  (
    place + "[[schedule]]\nat = \"noon\"\nduration = \"2 h\"",
    "5:6: schedule.at: is the string \"noon\"; \(times)"
  ),
  (
    "[[schedule]]\nat = \"05:00\"\nduration = \"2 h\"\nevery = \"10 min\"",
    "1:1: schedule.for: is missing; write, for example, for = \"1 min\""
  ),
  (
    "[[schedule]]\nat = \"05:00\"\nduration = \"2 h\"\nfor = \"10 min\"",
    "4:7: schedule.for: is the length of repeated takes, but the key every is missing; "
      + "add, for example, every = \"10 min\", or give the length of one take as duration"
  ),
  (
    "[[schedule]]\nat = \"05:00\"\nduration = \"2 h\"\nevery = \"1 min\"\nfor = \"60 s\"",
    "5:7: schedule.for: is not shorter than the key every; "
      + "each take must end before the next one begins; for one long take, remove the keys every and for"
  ),
  (
    "[[schedule]]\nat = \"05:00\"\nduration = \"5 min\"\nevery = \"10 min\"\nfor = \"60 s\"",
    "4:9: schedule.every: is not shorter than duration (a day, if duration is missing); "
      + "duration is the time during which takes are repeated, such as \"2 h\""
  ),
  (
    "[place]\nlatitude = 91\nlongitude = 0",
    "2:12: place.latitude: is 91 degrees; allowed: -90 to 90 degrees"
  ),
  (
    "[place]\nlatitude = 9",
    "1:1: place.longitude: is missing; write, for example, longitude = 13.405"
  ),
  (
    "[place]\nlatitude = 9\nlongitude = 9\nnam = \"x\"",
    "4:1: place.nam: is not a known key; did you mean \"name\"?"
  ),
]

/// A text, and the message about it behind the name of the file.
private let wrongSchedules: [(String, String)] = [
  ("take.duration = 30", "1:17: take.duration: is the number 30.0, without a unit; \(lengths)"),
  ("take.duration = \"half\"", "1:17: take.duration: is the string \"half\"; \(lengths)"),
  (
    "take.duration = \"3 GB\"",
    "1:17: take.duration: has the unit \"GB\"; allowed: s, min, h"
  ),
  ("take.duration = \"200 h\"", "1:17: take.duration: is 200.0 h; allowed: 1 s to 168 h"),
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
    "4:8: schedule.days: needs a time of day, but at has a date; remove it"
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

  @Test("times by the sun, cycles and the place are read")
  func sunAndCycles() throws {
    let read = try settings(
      """
      [place]
      latitude = -33.9461
      longitude = 151
      elevation = 12
      name = "Botany Bay"
      [[schedule]]
      at = "sunrise - 00:30"
      duration = "2 h"
      every = "10 min"
      for = "1 min"
      [[schedule]]
      at = "dusk+1:05"
      duration = "90 s"
      days = ["mon"]
      [[schedule]]
      at = "sunset"
      duration = "1 h"
      """)
    #expect(
      read.place
        == Place(latitude: -33.9461, longitude: 151, elevation: 12, name: "Botany Bay"))
    #expect(
      read.schedule == [
        ScheduledTake(
          start: .sun(SunTime(.sunrise, offsetSeconds: -1800), days: []), seconds: 7200,
          cycle: DutyCycle(every: 600, take: 60)),
        ScheduledTake(start: .sun(SunTime(.dusk, offsetSeconds: 3900), days: [.mon]), seconds: 90),
        ScheduledTake(start: .sun(SunTime(.sunset), days: []), seconds: 3600),
      ])
    #expect(Settings().place == nil)
  }

  @Test(
    "a wrong value says where, what is wrong and what would be right",
    arguments: wrongSchedules + wrongPlaces)
  func wrong(text: String, expected: String) {
    do {
      _ = try settings(text)
      Issue.record("there is a mistake in \(text)")
    } catch {
      #expect("\(error)" == "pinna.toml:" + expected)
    }
  }
}
