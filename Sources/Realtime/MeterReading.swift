/// The reading of one channel's meter at one moment.
public struct MeterReading: Sendable, Equatable {
  /// The highest magnitude after removal of the offset, with full scale 1; it falls by 20 dB in 1.7 s.
  public let peak: Float
  /// The mean of the squared samples over about 300 ms, after removal of the offset: 0.5 for a full-scale sine.
  public let meanSquare: Float
  /// The number of samples at or beyond full scale since the writer was created, modulo 2^32.
  public let clippedSamples: UInt32

  /// Creates a reading from its values.
  public init(peak: Float, meanSquare: Float, clippedSamples: UInt32) {
    self.peak = peak
    self.meanSquare = meanSquare
    self.clippedSamples = clippedSamples
  }

  /// The root mean square, with full scale 1.
  ///
  /// - Thread: not realtime (the compiler cannot prove the square root realtime-safe).
  public var rootMeanSquare: Float { meanSquare.squareRoot() }
}

/// The mark that a meter display holds: the peak.
///
/// The reader owns this value: it passes in the time, and never resets the meter itself.
public struct MeterHold: Sendable, Equatable {
  /// The held peak, with full scale 1.
  public let peak: Float
  /// The time of the held peak, in seconds on the caller's clock.
  public let peakSeconds: Double

  /// Creates the mark from a first reading.
  public init(_ reading: MeterReading, atSeconds seconds: Double) {
    (peak, peakSeconds) = (reading.peak, seconds)
  }

  /// The mark after a further reading.
  ///
  /// - Parameters:
  ///   - seconds: The time of the reading.
  ///   - holdSeconds: The time for which the mark stays at a peak before it falls to the meter's current peak.
  public func updated(
    with reading: MeterReading, atSeconds seconds: Double, holdSeconds: Double = 2
  ) -> MeterHold {
    let isNew = reading.peak >= peak || seconds - peakSeconds >= holdSeconds
    return isNew ? MeterHold(reading, atSeconds: seconds) : self
  }
}
