import Glibc
import TakeFiles

/// A time of day given by the sun.
package enum SolarEvent: String, CaseIterable, Sendable, Codable {
  /// The beginning of civil twilight.
  case dawn
  /// The upper edge of the sun appears.
  case sunrise
  /// The upper edge of the sun disappears.
  case sunset
  /// The end of civil twilight.
  case dusk

  /// True if the event is before noon.
  var isMorning: Bool { self == .dawn || self == .sunrise }

  /// The altitude of the sun's centre above a level horizon at the event, in degrees.
  ///
  /// - Source: Explanatory Supplement to the Astronomical Almanac: 34' of refraction and 16' for half of the disc;
  ///   civil twilight ends at 6 degrees.
  var altitude: Double { self == .sunrise || self == .sunset ? -0.833 : -6 }
}

/// Computes the times of the sun as seen from a place.
///
/// They agree with almanac tables to within a minute, wherever the sun rises and sets steeply enough for such times to
/// be meaningful.
///
/// - Source: J. Meeus, Astronomical Algorithms, chapters 25 (low accuracy) and 28, in the form of NOAA's solar
///   calculator.
package struct Sun: Sendable, Equatable {
  /// The place from which the sun is seen.
  package let place: Place

  /// Creates the sun as seen from a place.
  package init(over place: Place) { self.place = place }

  /// The time of an event on a solar day, in seconds since 1970, UTC; `nil` if the sun stays above or below the event's
  /// altitude all day.
  ///
  /// - Parameter day: the solar day, in days since 1970-01-01; it is the day whose noon has this date in mean solar
  ///   time.
  package func time(of event: SolarEvent, day: Int) -> Double? {
    let noon = noon(of: day)
    let (night, other) =
      event.isMorning
      ? (-Self.halfDay, self.noon(of: day + 1) - Self.halfDay)
      : (Self.halfDay, self.noon(of: day - 1) + Self.halfDay)
    // The sun climbs from midnight to noon, and sinks from noon to the next midnight. At a pole it climbs or sinks for
    // months, so it can rise after noon, and set before noon.
    return crossing(event.altitude, from: noon + night, to: noon)
      ?? crossing(event.altitude, from: noon, to: other)
  }

  /// The time at which the sun crosses an altitude; `nil` unless it is below the altitude at the first time, and not
  /// below it at the second one, which may be the earlier one.
  private func crossing(_ altitude: Double, from start: Double, to end: Double) -> Double? {
    var (below, above) = (start, end)
    guard self.altitude(at: below) < altitude, self.altitude(at: above) >= altitude else {
      return nil
    }
    while abs(above - below) > 0.25 {
      let middle = (below + above) / 2
      if self.altitude(at: middle) < altitude { below = middle } else { above = middle }
    }
    return above
  }

  /// The times of an event after one time and not after another, in whole seconds since 1970, UTC.
  func times(of event: SolarEvent, after: Int, until: Int) -> [Int] {
    guard until > after else { return [] }
    return (day(at: Double(after)) - 1...day(at: Double(until)) + 1).compactMap { day in
      time(of: event, day: day).map { Int($0.rounded()) }
    }.filter { $0 > after && $0 <= until }
  }

  /// The solar day to which a time, in seconds since 1970, UTC, belongs.
  package func day(at epochSeconds: Double) -> Int {
    Int(((epochSeconds + place.longitude * Self.secondsPerDegree) / 86400).rounded(.down))
  }

  /// True if the sun at noon is above the altitude of an event; if so, a day on which the event does not happen is
  /// light all day.
  package func isUp(_ event: SolarEvent, day: Int) -> Bool {
    altitude(at: noon(of: day)) >= event.altitude
  }

  private static let halfDay = 43200.0
  /// The seconds that the earth takes to turn by one degree.
  private static let secondsPerDegree = 240.0

  /// The time of the sun's transit on a solar day, in seconds since 1970.
  private func noon(of day: Int) -> Double {
    let mean = Double(day) * 86400 + Self.halfDay - place.longitude * Self.secondsPerDegree
    return mean - SolarPosition(at: mean).equationOfTime
  }

  /// The altitude of the sun's centre in degrees, without refraction.
  func altitude(at epochSeconds: Double) -> Double {
    let position = SolarPosition(at: epochSeconds)
    let solarSeconds =
      epochSeconds + position.equationOfTime + place.longitude * Self.secondsPerDegree
    let hourAngle = (solarSeconds - Self.halfDay) / Self.secondsPerDegree * .pi / 180
    let latitude = place.latitude * .pi / 180
    return asin(
      sin(latitude) * sin(position.declination)
        + cos(latitude) * cos(position.declination) * cos(hourAngle)) * 180 / .pi
  }
}

/// The position of the sun among the stars, and the equation of time.
private struct SolarPosition {
  /// Radians north of the celestial equator.
  let declination: Double
  /// Seconds by which the true sun is ahead of the mean sun.
  let equationOfTime: Double

  /// - Source: Meeus, equations 25.2 to 25.8 and 28.3. UTC is used as if it were dynamical time: in the minute by which
  ///   the two differ, the declination changes by only a second of arc.
  init(at epochSeconds: Double) {
    let radians = Double.pi / 180
    // Centuries since 2000-01-01 12:00.
    let t = (epochSeconds - 946_728_000) / (86400 * 36525)
    let meanLongitude = (280.46646 + t * (36000.76983 + t * 0.0003032)) * radians
    let anomaly = (357.52911 + t * (35999.05029 - t * 0.0001537)) * radians
    let eccentricity = 0.016708634 - t * (0.000042037 + t * 0.0000001267)
    let centre =
      sin(anomaly) * (1.914602 - t * (0.004817 + t * 0.000014))
      + sin(2 * anomaly) * (0.019993 - t * 0.000101) + sin(3 * anomaly) * 0.000289
    let node = (125.04 - 1934.136 * t) * radians
    let longitude = meanLongitude + (centre - 0.00569 - 0.00478 * sin(node)) * radians
    let meanObliquity = 23.4392911 - t * (0.0130042 + t * (0.00000016 - t * 0.000000504))
    let obliquity = (meanObliquity + 0.00256 * cos(node)) * radians
    declination = asin(sin(obliquity) * sin(longitude))
    let y = tan(obliquity / 2) * tan(obliquity / 2)
    let first = y * sin(2 * meanLongitude) - 2 * eccentricity * sin(anomaly)
    let second = 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude)
    let third = y * y * sin(4 * meanLongitude) / 2
    let fourth = 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    // Each degree corresponds to four minutes.
    equationOfTime = (first + second - third - fourth) / radians * 240
  }
}
