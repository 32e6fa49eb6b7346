import TakeFiles

/// The time of day, as read by a caller that has a clock.
package struct WallTime: Sendable, Equatable {
  /// Seconds since 1970, UTC.
  package var epochSeconds: Double
  /// Seconds by which local time is ahead of UTC.
  package var utcOffsetSeconds: Int
  /// True if the clock had been set; a board without a battery for its clock starts in 1970, or at the date of its
  /// system's build.
  package var isSet: Bool
  /// True if a pulse per second corrected the time.
  package var isByPulse = false

  /// Creates a time from its parts.
  package init(epochSeconds: Double, utcOffsetSeconds: Int = 0, isSet: Bool = true) {
    self.epochSeconds = epochSeconds
    self.utcOffsetSeconds = utcOffsetSeconds
    self.isSet = isSet
  }

  /// The time before which a clock cannot have been set, because Pinna did not exist yet: 2025-01-01, in seconds since
  /// 1970.
  package static let earliestCredible = 1_735_689_600.0

  /// The local date and time, some seconds earlier than this time.
  func date(secondsEarlier: Double) -> CivilDate {
    // Seconds since 1970 have a resolution of a quarter of a microsecond in a Double: rounding must not lead to the
    // second before.
    CivilDate(
      epochSeconds: Int((epochSeconds - secondsEarlier + 1e-6).rounded(.down)),
      utcOffsetSeconds: utcOffsetSeconds)
  }

  /// The number of frames since the preceding local midnight, at a moment that is some frames earlier than this time.
  func framesSinceMidnight(rate: Int, framesEarlier: Int) -> Int {
    let local = epochSeconds + Double(utcOffsetSeconds)
    let seconds = local.rounded(.down)
    let fraction = Int(((local - seconds) * Double(rate)).rounded())
    let day = 86400 * rate
    let frames = Int(seconds).quotientAndRemainder(dividingBy: 86400).remainder * rate
    return ((frames + fraction - framesEarlier) % day + day) % day
  }
}
