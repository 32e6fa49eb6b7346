import TakeFiles

/// The time of day, passed in by a caller with a clock.
package struct WallTime: Sendable, Equatable {
  /// Seconds since 1970, UTC.
  package var epochSeconds: Double
  /// Seconds by which local time is ahead of UTC.
  package var utcOffsetSeconds: Int
  /// True if the clock was set: a board without a battery starts in 1970 or at its build date.
  package var isSet: Bool
  /// True if a pulse per second corrected it.
  package var isByPulse = false

  /// A time from its parts.
  package init(epochSeconds: Double, utcOffsetSeconds: Int = 0, isSet: Bool = true) {
    self.epochSeconds = epochSeconds
    self.utcOffsetSeconds = utcOffsetSeconds
    self.isSet = isSet
  }

  /// A clock with an earlier time was never set: Pinna did not exist (2025-01-01, seconds since 1970).
  package static let earliestCredible = 1_735_689_600.0

  /// Local date and time, some seconds earlier.
  func date(secondsEarlier: Double) -> CivilDate {
    CivilDate(
      epochSeconds: Int((epochSeconds - secondsEarlier).rounded(.down)),
      utcOffsetSeconds: utcOffsetSeconds)
  }

  /// Frames since the previous midnight, some frames earlier than this time.
  func framesSinceMidnight(rate: Int, framesEarlier: Int) -> Int {
    let local = epochSeconds + Double(utcOffsetSeconds)
    let seconds = local.rounded(.down)
    let fraction = Int(((local - seconds) * Double(rate)).rounded())
    let day = 86400 * rate
    let frames = Int(seconds).quotientAndRemainder(dividingBy: 86400).remainder * rate
    return ((frames + fraction - framesEarlier) % day + day) % day
  }
}
