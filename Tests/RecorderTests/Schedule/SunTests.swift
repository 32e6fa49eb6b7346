import TakeFiles
import Testing

@testable import Recorder

/// Times of one place on the dates of ``civilDates``, begin and end of civil twilight of the UTC day; "-" for none.
private struct Almanac: Sendable {
  let name: String
  let place: Place
  let times: [String]

  init(_ name: String, _ latitude: Double, _ longitude: Double, _ times: String) {
    self.name = name
    place = Place(latitude: latitude, longitude: longitude)
    self.times = times.split(separator: " ").map(String.init)
  }
}

private let civilDates = [
  "2024-03-20", "2024-05-16", "2024-06-20", "2024-09-22", "2024-12-21", "2025-01-10",
]

/// Begin and end of civil twilight at twelve places.
///
/// Source: Astronomical Applications of the US Naval Observatory, complete sun data for one day (UTC).
private let civilTwilights = [
  Almanac(
    "London", 51.4707, -0.4614,
    "05:30 18:49 03:26 20:31 02:57 21:10 05:15 18:32 07:25 16:35 07:25 16:54"),
  Almanac(
    "Copenhagen", 55.6179, 12.656,
    "04:34 18:01 02:07 20:07 01:24 20:58 04:19 17:44 06:50 15:25 06:48 15:46"),
  Almanac(
    "Bodø", 67.2692, 14.3653,
    "04:07 18:15 - - - - 03:51 17:57 08:12 13:50 07:58 14:23"),
  Almanac(
    "Oslo", 60.1939, 11.1004,
    "04:34 18:13 01:28 20:59 23:56 22:39 04:19 17:56 07:21 15:07 07:17 15:30"),
  Almanac(
    "Longyearbyen", 78.2461, 15.4656,
    "03:02 19:15 - - - - 02:44 18:52 - - - -"),
  Almanac(
    "Tromsø", 69.6833, 18.9189,
    "03:42 18:04 - - - - 03:25 17:46 08:32 12:53 08:10 13:34"),
  Almanac(
    "the equator", 0, 0,
    "05:43 18:31 05:31 18:22 05:35 18:28 05:29 18:16 05:32 18:25 05:42 18:34"),
  Almanac(
    "Stockholm", 59.6519, 17.9186,
    "04:08 17:45 01:07 20:25 23:50 21:50 03:52 17:28 06:51 14:43 06:46 15:06"),
  Almanac(
    "Gran Canaria", 27.9319, -15.3866,
    "06:42 19:37 05:46 20:11 05:39 20:27 06:27 19:21 07:23 18:37 07:29 18:50"),
  Almanac(
    "Milan", 45.6306, 8.7281,
    "04:58 18:08 03:18 19:26 02:58 19:56 04:43 17:52 06:28 16:18 06:31 16:35"),
  Almanac(
    "Sydney", -33.9461, 151.1772,
    "19:34 08:31 20:15 07:28 20:33 07:21 19:18 08:17 18:12 09:35 18:27 09:39"),
  Almanac(
    "Ushuaia", -54.8433, -68.2958,
    "09:59 23:20 11:40 21:18 12:14 20:56 09:44 23:08 06:54 02:09 07:21 02:01"),
]

/// Rise and set on the first and the fifteenth of every month of 2023 at W112 31, N36 57, 7 h west of Greenwich.
///
/// Source: US Naval Observatory, table of sunrise and sunset for one year.
private let fredonia = (
  first:
    "0743 1724 0733 1755 0701 1824 0616 1852 0536 1919 0512 1944 0514 1954 0535 1937 0601 1859 "
    + "0625 1814 0654 1733 0724 1714",
  fifteenth:
    "0742 1737 0719 1810 0641 1837 0556 1905 0522 1931 0510 1951 0522 1949 0547 1922 0612 1838 "
    + "0638 1754 0708 1721 0736 1715"
)

/// Rise and set on every day of April 2001 at W079 25, N43 40, 4 h west of Greenwich; the same source.
private let toronto =
  "659 1945 657 1946 656 1947 654 1948 652 1949 650 1951 648 1952 647 1953 645 1954 643 1955 "
  + "642 1957 640 1958 638 1959 636 2000 635 2001 633 2003 631 2004 630 2005 628 2006 627 2007 "
  + "625 2008 623 2010 622 2011 620 2012 619 2013 617 2014 616 2016 614 2017 613 2018 611 2019"

@Suite struct SunTests {
  private func day(_ text: String) throws -> Int {
    try #require(CivilDate(text: text + " 00:00:00")).localSeconds / 86400
  }

  /// The seconds of an event on a day of the local clock; `nil` for none.
  private func time(_ event: SolarEvent, _ sun: Sun, day: Int, offset: Int) -> Double? {
    (day - 1...day + 1).compactMap { sun.time(of: event, day: $0) }.map { $0 + Double(offset) }
      .first { $0 >= Double(day) * 86400 - 30 && $0 < Double(day + 1) * 86400 - 30 }
  }

  /// Seconds after midnight of "HH:MM", "HMM" or "HHMM".
  private func seconds(_ text: String) throws -> Double {
    let digits = text.filter { $0 != ":" }
    let number = try #require(Int(digits))
    return Double(number / 100 * 3600 + number % 100 * 60)
  }

  private func expect(_ event: SolarEvent, _ sun: Sun, day: Int, offset: Int, _ text: String) throws
  {
    let found = time(event, sun, day: day, offset: offset)
    guard text != "-" else {
      #expect(found == nil, "\(event) on day \(day)")
      return
    }
    let expected = Double(day) * 86400 + (try seconds(text))
    let seconds = try #require(found)
    // Tables are rounded to the minute.
    #expect(abs(seconds - expected) <= 60, "\(event) on day \(day): \(seconds - expected) s")
  }

  @Test(
    "civil twilight is within a minute of the almanac from Svalbard to Ushuaia",
    arguments: civilTwilights)
  private func twilight(almanac: Almanac) throws {
    let sun = Sun(over: almanac.place)
    for (index, date) in civilDates.enumerated() {
      let day = try day(date)
      try expect(.dawn, sun, day: day, offset: 0, almanac.times[2 * index])
      try expect(.dusk, sun, day: day, offset: 0, almanac.times[2 * index + 1])
    }
  }

  @Test("sunrise and sunset are within a minute of the almanac over a year and over a month")
  func risesAndSets() throws {
    let south = Sun(over: Place(latitude: 36.95, longitude: -112 - 31.0 / 60))
    for (dayOfMonth, table) in [("01", fredonia.first), ("15", fredonia.fifteenth)] {
      let times = table.split(separator: " ").map(String.init)
      for month in 1...12 {
        let day = try day("2023-\(month < 10 ? "0" : "")\(month)-\(dayOfMonth)")
        try expect(.sunrise, south, day: day, offset: -25200, times[2 * month - 2])
        try expect(.sunset, south, day: day, offset: -25200, times[2 * month - 1])
      }
    }
    let north = Sun(over: Place(latitude: 43 + 40.0 / 60, longitude: -79 - 25.0 / 60))
    let times = toronto.split(separator: " ").map(String.init)
    let first = try day("2001-04-01")
    for index in 0..<30 {
      try expect(.sunrise, north, day: first + index, offset: -14400, times[2 * index])
      try expect(.sunset, north, day: first + index, offset: -14400, times[2 * index + 1])
    }
  }

  @Test("in polar day and night there is no sunrise and no sunset, and it is known which one it is")
  func polar() throws {
    let tromso = Sun(over: Place(latitude: 69.65, longitude: 18.96))
    for (date, isUp) in [("2026-06-21", true), ("2026-12-21", false)] {
      let day = try day(date)
      #expect(
        tromso.time(of: .sunrise, day: day) == nil && tromso.time(of: .sunset, day: day) == nil)
      #expect(tromso.isUp(.sunrise, day: day) == isUp)
    }
    // Twilight there is in the polar night all the same.
    let winter = try day("2026-12-21")
    #expect(
      tromso.time(of: .dawn, day: winter) != nil && tromso.time(of: .dusk, day: winter) != nil)
    let pole = Sun(over: Place(latitude: -90, longitude: 0))
    #expect(pole.isUp(.sunrise, day: winter) && pole.time(of: .sunrise, day: winter) == nil)
  }

  /// - Source: dates of 2027 from an independent ephemeris.
  @Test(
    "at a pole, where the sun climbs or sinks for months, every event happens once a year",
    arguments: [
      (90.0, ["2027-03-05", "2027-03-18", "2027-09-25", "2027-10-08"]),
      (-90.0, ["2027-09-07", "2027-09-21", "2027-03-22", "2027-04-05"]),
    ])
  func poles(latitude: Double, dates: [String]) throws {
    let first = try day("2027-01-01")
    for longitude in [0.0, 120] {
      let sun = Sun(over: Place(latitude: latitude, longitude: longitude))
      for (event, date) in zip(SolarEvent.allCases, dates) {
        let times = (first..<first + 365).compactMap { sun.time(of: event, day: $0) }
        let expected = try day(date)
        #expect(times.map { Int($0) / 86400 } == [expected], "\(event)")
      }
    }
  }

  @Test(
    "a place and a day have the events in the order of the day, wherever the clock's midnight is")
  func order() throws {
    for longitude in stride(from: -180.0, through: 180, by: 45) {
      let sun = Sun(over: Place(latitude: 40, longitude: longitude))
      for day in stride(from: 20_000, to: 20_365, by: 30) {
        let times = SolarEvent.allCases.compactMap { sun.time(of: $0, day: day) }
        #expect(times.count == 4 && times == times.sorted())
        #expect(times.allSatisfy { sun.day(at: $0) == day })
      }
    }
  }
}
