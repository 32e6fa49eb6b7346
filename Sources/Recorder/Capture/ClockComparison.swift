import TakeFiles

/// The clock of a computer against that of satellites.
package struct ClockComparison: Sendable, Equatable {
  /// Seconds by which the clock is behind; negative when it is ahead.
  package var behindSeconds: Double
  /// Seconds by which the comparison may be wrong.
  package var errorSeconds: Double

  /// A comparison from its parts.
  package init(behindSeconds: Double, errorSeconds: Double) {
    (self.behindSeconds, self.errorSeconds) = (behindSeconds, errorSeconds)
  }

  /// A clock that is wrong by less is left alone: other programs count with it too.
  static let toleratedSeconds = 2.0

  /// True when the time of the satellites is to be used instead.
  ///
  /// - Parameter time: the time of the clock.
  package func replaces(_ time: WallTime) -> Bool {
    !time.isSet || abs(behindSeconds) > Self.toleratedSeconds + errorSeconds
  }

  /// The time of the satellites where that of the clock is wrong, else that of the clock.
  ///
  /// - Parameter utcOffset: seconds by which local time is ahead of UTC, at a time in seconds since 1970.
  package func corrected(_ time: WallTime, utcOffset: (Double) -> Int) -> WallTime {
    guard replaces(time) else { return time }
    let epoch = time.epochSeconds + behindSeconds
    return WallTime(epochSeconds: epoch, utcOffsetSeconds: utcOffset(epoch))
  }

  /// The quality of ``corrected(_:utcOffset:)``.
  ///
  /// - Parameter quality: that of the clock by itself; it stays where it promises more.
  package func quality(_ quality: ClockQuality, of time: WallTime) -> ClockQuality {
    let error = replaces(time) ? errorSeconds : abs(behindSeconds) + errorSeconds
    if !replaces(time), let known = quality.errorSeconds, known <= error { return quality }
    // Two digits, rounded up, are as many as such a bound has.
    let unit = error >= 0.1 ? 0.01 : 1e-5
    return ClockQuality(.gps, errorSeconds: (error / unit).rounded(.up) * unit)
  }
}
