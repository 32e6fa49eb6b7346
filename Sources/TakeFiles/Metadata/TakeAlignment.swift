/// The time line of a recording: the time of day at each of its frames, from its pairs of frame and time.
public struct TakeTimeLine: Sendable, Equatable {
  /// Microseconds since 1970, UTC, at frame 0 of the take.
  public var start: Double
  /// One standard deviation of ``start``, in microseconds.
  public var startError: Double
  /// The drift of the frames against the time of day in parts per million, positive if faster; 0 for a take with fewer
  /// than three pairs.
  public var drift: Double
  /// One standard deviation of ``drift``; ``unknownDrift`` for a take with fewer than three pairs.
  public var driftError: Double
  /// True if the drift was measured.
  public var isDriftKnown: Bool
  /// Frames per second, according to the device.
  public var rate: Int
  /// Frames of the take.
  public var frames: Int

  /// The possible error of an ordinary crystal, in parts per million.
  public static let unknownDrift = 30.0

  /// The reason why a take has no time line.
  public enum Problem: Error, Sendable, Equatable {
    /// The take has no pairs of frame and time.
    case noPairs
    /// The clock was set during the take, or the take was paused.
    case jumps
    /// Its clock was not set.
    case clockUnset
  }

  /// The time line of a take.
  ///
  /// - Throws: ``Problem`` if it has none.
  public init(_ metadata: TakeMetadata, frames: Int, rate: Int) throws(Problem) {
    guard let pairs = metadata.clockPairs, rate > 0 else { throw .noPairs }
    guard pairs.isSteady else { throw .jumps }
    guard metadata.isClockSet else { throw .clockUnset }
    (self.frames, self.rate) = (frames, rate)
    let line = pairs.line
    start = line?.start ?? Double(pairs.start)
    startError = line?.startError ?? Double(max(1, pairs.error))
    (drift, driftError) = (line?.drift ?? 0, line?.driftError ?? Self.unknownDrift)
    isDriftKnown = line != nil
  }

  /// Frames per microsecond of the time of day.
  private var speed: Double { Double(rate) * 1e-6 * (1 + drift * 1e-6) }

  /// Microseconds since 1970 at a frame, which may lie between two.
  public func time(at frame: Double) -> Double { start + frame / speed }

  /// The frame at a time in microseconds since 1970.
  public func frame(at time: Double) -> Double { (time - start) * speed }

  /// One standard deviation of the time at a frame, in microseconds.
  public func error(at frame: Double) -> Double {
    let far = driftError * frame / Double(rate)
    return (startError * startError + far * far).squareRoot()
  }

  /// The frames of this recording for each frame of another one.
  public func ratio(to other: TakeTimeLine) -> Double { speed / other.speed }
}
