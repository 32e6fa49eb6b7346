import TakeFiles

extension Machine {
  /// The word of a receiver at this moment.
  package struct ReceiverWord: Sendable, Equatable {
    /// The place, where it is known.
    package var place: Place?
    /// The clock of this machine against the satellites, where that is known.
    package var clock: ClockComparison?

    /// A word from its parts.
    package init(place: Place? = nil, clock: ClockComparison? = nil) {
      (self.place, self.clock) = (place, clock)
    }
  }

  /// Follows a receiver: it tells the place, and the time wherever the clock of the machine is wrong or not set.
  ///
  /// - Parameters:
  ///   - receiver: its word at the moment of the call.
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
