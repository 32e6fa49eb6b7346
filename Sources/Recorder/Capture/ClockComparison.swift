import TakeFiles

/// The clock of a computer compared with GPS time.
package struct ClockComparison: Sendable, Equatable {
  /// Seconds by which the clock is slow; negative if it is fast.
  package var behindSeconds: Double
  /// Seconds by which the comparison may be wrong.
  package var errorSeconds: Double

  /// A comparison from its parts.
  package init(behindSeconds: Double, errorSeconds: Double) {
    (self.behindSeconds, self.errorSeconds) = (behindSeconds, errorSeconds)
  }

  /// A smaller error of the clock is left alone: other programs use the clock too.
  static let toleratedSeconds = 2.0

  /// True if GPS time should replace the clock.
  ///
  /// - Parameter time: the time of the clock.
  package func replaces(_ time: WallTime) -> Bool {
    !time.isSet || abs(behindSeconds) > Self.toleratedSeconds + errorSeconds
  }

  /// GPS time if the clock is wrong, else the clock's time.
  ///
  /// - Parameter utcOffset: seconds by which local time is ahead of UTC, at a time in seconds since 1970.
  package func corrected(_ time: WallTime, utcOffset: (Double) -> Int) -> WallTime {
    guard replaces(time) else { return time }
    let epoch = time.epochSeconds + behindSeconds
    return WallTime(epochSeconds: epoch, utcOffsetSeconds: utcOffset(epoch))
  }

  /// The quality of ``corrected(_:utcOffset:)``.
  ///
  /// - Parameter quality: the quality of the clock by itself; returned unchanged if it is the better one.
  package func quality(_ quality: ClockQuality, of time: WallTime) -> ClockQuality {
    let error = replaces(time) ? errorSeconds : abs(behindSeconds) + errorSeconds
    if !replaces(time), let known = quality.errorSeconds, known <= error { return quality }
    // Such a bound deserves two digits, rounded up.
    let unit = error >= 0.1 ? 0.01 : 1e-5
    return ClockQuality(.gps, errorSeconds: (error / unit).rounded(.up) * unit)
  }
}
