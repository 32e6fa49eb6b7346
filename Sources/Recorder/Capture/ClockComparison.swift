import TakeFiles

/// A comparison of the computer's clock with GPS time.
package struct ClockComparison: Sendable, Equatable {
  /// Seconds by which the clock is slow; negative if it is fast.
  package var behindSeconds: Double
  /// Seconds by which the comparison may be wrong.
  package var errorSeconds: Double

  /// The largest error of the clock, in seconds, that is not corrected, because other programs use the same clock.
  static let toleratedSeconds = 2.0

  /// True if GPS time should be used instead of the clock's time.
  ///
  /// - Parameter time: the time that the clock shows.
  package func replaces(_ time: WallTime) -> Bool {
    !time.isSet || abs(behindSeconds) > Self.toleratedSeconds + errorSeconds
  }

  /// GPS time if the clock is wrong, otherwise the clock's time.
  ///
  /// - Parameter utcOffset: returns the seconds by which local time is ahead of UTC at a time, which is given in
  ///   seconds since 1970.
  package func corrected(_ time: WallTime, utcOffset: (Double) -> Int) -> WallTime {
    guard replaces(time) else { return time }
    let epoch = time.epochSeconds + behindSeconds
    return WallTime(epochSeconds: epoch, utcOffsetSeconds: utcOffset(epoch))
  }

  /// The quality of the time that ``corrected(_:utcOffset:)`` returns.
  ///
  /// - Parameter quality: the quality of the clock without GPS; returned unchanged if it is better than the comparison
  ///   proves.
  package func quality(_ quality: ClockQuality, of time: WallTime) -> ClockQuality {
    let error = replaces(time) ? errorSeconds : abs(behindSeconds) + errorSeconds
    if !replaces(time), let known = quality.errorSeconds, known <= error { return quality }
    // The error is only a bound: round it up to a few digits.
    let unit = error >= 0.1 ? 0.01 : 1e-5
    return ClockQuality(.gps, errorSeconds: (error / unit).rounded(.up) * unit)
  }
}
