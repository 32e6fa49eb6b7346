import Glibc
import TakeFiles
import TestSupport
import Testing

@testable import Recorder

/// Schedules that end at a time, and only in a season: a year of them, over many places.
@Suite("Seasons of scheduled takes") struct SeasonTests {
  private static let year = 365

  /// Midnight at the beginning of 2027, UTC.
  private let start = WallTime(
    epochSeconds: Double(CivilDate(text: "2027-01-01 00:00:00")?.localSeconds ?? 0),
    utcOffsetSeconds: 0)

  private func planned(_ takes: [ScheduledTake], _ place: Place?) -> [Schedule.Due] {
    Schedule(takes, place: place).forecast(
      from: start, count: 100_000, within: Double(Self.year) * 86400, utcOffset: { _ in 0 }
    ).filter { !$0.isSkipped }.map(\.due)
  }

  /// Hours of darkness of a day of the year, by the declination of the sun alone.
  ///
  /// - Source: J. Spencer, Fourier series representation of the position of the sun, Search 2(5), 1971; the sun's edge
  ///   and refraction as 0.833 degrees.
  private func darkHours(day: Int, latitude: Double) -> Double {
    let g = 2 * Double.pi * Double(day) / 365
    let declination =
      0.006918 - 0.399912 * cos(g) + 0.070257 * sin(g) - 0.006758 * cos(2 * g)
      + 0.000907 * sin(2 * g) - 0.002697 * cos(3 * g) + 0.00148 * sin(3 * g)
    let phi = latitude * .pi / 180
    let cosine =
      (sin(-0.833 * .pi / 180) - sin(phi) * sin(declination)) / (cos(phi) * cos(declination))
    return 24 - 2 * acos(min(1, max(-1, cosine))) * 12 / .pi
  }

  @Test("the nights of a year are recorded from sunset to sunrise, at 40 places")
  func nights() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<(TestForm.isLong ? 40 : 8) {
      let place = Place(
        latitude: Double.random(in: -60...60, using: &random),
        longitude: Double.random(in: -179...179, using: &random))
      let takes = planned(
        [ScheduledTake(start: .sun(SunTime(.sunset), days: []), end: .sun(SunTime(.sunrise)))],
        place)
      #expect((Self.year - 1...Self.year + 1).contains(takes.count), "\(place) \(takes.count)")
      let hours = takes.reduce(0) { $0 + $1.seconds } / 3600
      let dark = (0..<Self.year).reduce(0) { $0 + darkHours(day: $1, latitude: place.latitude) }
      #expect(abs(hours - dark) < 0.01 * dark + 14, "\(place): \(hours) of \(dark) h")
      // One after the other, and never two at once.
      #expect(zip(takes, takes.dropFirst()).allSatisfy { $0.endSeconds < Double($1.startSeconds) })
    }
  }

  @Test("where the sun does not come back the take ends after a day, or after its duration")
  func polar() throws {
    let svalbard = Place(latitude: 78.2, longitude: 15.6)
    var night = ScheduledTake(
      start: .sun(SunTime(.sunset), days: []), end: .sun(SunTime(.sunrise)))
    let takes = planned([night], svalbard)
    // No sunset from April to August and from the end of October to the middle of February.
    #expect((60...150).contains(takes.count))
    #expect(takes.allSatisfy { $0.seconds <= 86400 } && takes.contains { $0.seconds == 86400 })
    night.longest = 3 * 3600
    #expect(planned([night], svalbard).allSatisfy { $0.seconds <= 10_800 })
    #expect(planned([night], nil).isEmpty, "without a place there is no sun")
  }

  @Test("ten minutes each half hour from sunset to two o'clock, from March to July")
  func windows() throws {
    let berlin = Place(latitude: 52.52, longitude: 13.405)
    let read = try Settings.load(
      text:
        """
        [place]
        latitude = 52.52
        longitude = 13.405
        [[schedule]]
        at = "sunset"
        until = "02:00"
        every = "30 min"
        for = "10 min"
        first = "2027-03-01"
        last = "2027-07-31"
        """, name: "pinna.toml")
    let takes = planned(read.schedule, berlin)
    #expect(
      read.schedule[0].description
        == "sunset, until 02:00, from 2027-03-01, to 2027-07-31, every 30 min for 10 min")
    let days = Set(takes.map { ($0.startSeconds - 3 * 3600) / 86400 })
    #expect(days.count == 153, "every evening of five months")
    #expect(takes.first?.start.dayText == "2027-03-01" && takes.last?.start.dayText == "2027-08-01")
    #expect(
      takes.allSatisfy {
        $0.seconds <= 600 && ($0.start.secondOfDay < 7200 || $0.start.secondOfDay > 57_600)
      })
    // The sun sets at about 17 h in March: 19 takes; at 19:30 UTC at the end of June: 13 or 14.
    let perDay = Dictionary(grouping: takes) { ($0.startSeconds - 3 * 3600) / 86400 }.mapValues(
      \.count)
    #expect(perDay.values.max() == 19 && perDay.values.min() == 13, "\(perDay.values)")
  }

  @Test("a forecast has every take that begins within its span, to the second")
  func span() {
    // Every two minutes of the first 14: eight takes begin within the first 14 minutes and a second.
    let take = ScheduledTake(
      start: .daily(secondOfDay: 0, days: []), seconds: 900,
      cycle: DutyCycle(every: 120, take: 5))
    for (seconds, count) in [(0.0, 0), (0.5, 1), (600, 5), (601, 6), (841, 8), (3600, 8)] {
      let planned = Schedule([take]).forecast(
        from: start, count: 100, within: seconds, utcOffset: { _ in 0 })
      #expect(planned.count == count, "\(seconds)")
    }
  }

  @Test("a time of day is the next one, and a whole day where it is the start")
  func untilTime() {
    func seconds(_ at: Int, _ until: Int) -> Double {
      ScheduledTake(start: .daily(secondOfDay: at, days: []), end: .time(secondOfDay: until))
        .seconds(from: at - 3600, offset: 3600, at: nil)
    }
    #expect(seconds(79_200, 21_600) == 8 * 3600)
    #expect(seconds(3600, 7200) == 3600)
    #expect(seconds(3600, 3600) == 86400)
  }

  @Test("in the hour that summer time leaves out a take keeps its end, or its length")
  func leftOut() {
    // 02:15 and 02:30 are left out: both begin at 03:00.
    for (at, until, length) in [(8100, 9900, 1800.0), (9000, 11_400, 600), (8100, 3600, 79_200)] {
      let take = ScheduledTake(
        start: .daily(secondOfDay: at, days: []), end: .time(secondOfDay: until))
      let begin = WallTime(epochSeconds: 2 * 3600 - 60, utcOffsetSeconds: 0)
      let due = Schedule([take]).forecast(
        from: begin, count: 1, within: 3600,
        utcOffset: { $0 < 2 * 3600 ? 0 : 3600 }
      ).map(\.due)
      #expect(due.map(\.startSeconds) == [7200], "\(due)")
      #expect(due.map(\.seconds) == [length], "\(due)")
    }
  }

  @Test(
    "a wrong end or season says what is wrong",
    arguments: [
      ("until = \"soon\"", "a time of day such as \"02:00\""),
      ("until = \"sunrise + 13:00\"", "up to 12:00"),
      ("until = \"02:00\"\nfirst = \"2027-02-30\"", "a date such as"),
      ("until = \"02:00\"\nfirst = \"2027-03-01\"\nlast = \"2027-02-01\"", "is before first"),
      ("first = \"2027-03-01\"", "duration"),
      ("until = \"sunrise\"", "depends on sunrise, but the settings have no place"),
    ])
  func wrong(keys: String, words: String) {
    do {
      _ = try Settings.load(text: "[[schedule]]\nat = \"22:00\"\n\(keys)\n", name: "pinna.toml")
      Issue.record("\(keys) was read")
    } catch {
      #expect("\(error)".contains(words), "\(error)")
    }
  }
}
