import TakeFiles

extension Machine {
  /// The data that a GPS receiver gives at one moment.
  package struct ReceiverWord: Sendable, Equatable {
    /// The place that the receiver reports; `nil` if unknown.
    package var place: Place?
    /// The comparison of this machine's clock with GPS time; `nil` if the receiver does not know the time.
    package var clock: ClockComparison?

    /// Creates receiver data from its parts.
    package init(place: Place? = nil, clock: ClockComparison? = nil) {
      (self.place, self.clock) = (place, clock)
    }
  }

  /// Lets a GPS receiver provide the place, and also the time whenever the machine's clock is wrong or not set.
  ///
  /// - Parameters:
  ///   - receiver: returns the receiver's data at the moment of the call.
  ///   - utcOffset: returns the seconds by which local time is ahead of UTC at a time, which is given in seconds since
  ///     1970.
  package mutating func follow(
    _ receiver: @escaping @Sendable () -> ReceiverWord,
    utcOffset: @escaping @Sendable (Double) -> Int
  ) {
    let (systemTime, systemQuality) = (wallTime, clockQuality)
    place = { receiver().place }
    wallTime = { now in
      let time = systemTime(now)
      return receiver().clock?.corrected(time, utcOffset: utcOffset) ?? time
    }
    clockCorrection = { now in
      guard let clock = receiver().clock, clock.replaces(systemTime(now)) else { return 0 }
      return clock.behindSeconds
    }
    clockQuality = {
      let quality = systemQuality() ?? ClockQuality(.unknown)
      guard let clock = receiver().clock else { return quality }
      let isSet = quality.source != .unset
      return clock.quality(quality, of: WallTime(epochSeconds: 0, isSet: isSet))
    }
  }
}
