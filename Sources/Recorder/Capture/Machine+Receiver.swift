import TakeFiles

extension Machine {
  /// The data of a GPS receiver at this moment.
  package struct ReceiverWord: Sendable, Equatable {
    /// The place, if known.
    package var place: Place?
    /// The clock of this machine compared with GPS time, if known.
    package var clock: ClockComparison?

    /// Receiver data from its parts.
    package init(place: Place? = nil, clock: ClockComparison? = nil) {
      (self.place, self.clock) = (place, clock)
    }
  }

  /// Follows a GPS receiver: it provides the place, and the time whenever the machine's clock is wrong or not set.
  ///
  /// - Parameters:
  ///   - receiver: gives its data at the moment of the call.
  ///   - utcOffset: seconds by which local time is ahead of UTC, at a time in seconds since 1970.
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
    clockQuality = {
      let quality = systemQuality() ?? ClockQuality(.unknown)
      guard let clock = receiver().clock else { return quality }
      let isSet = quality.source != .unset
      return clock.quality(quality, of: WallTime(epochSeconds: 0, isSet: isSet))
    }
  }
}
