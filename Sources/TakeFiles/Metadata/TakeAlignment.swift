/// The time line of a recording: it gives the time of day at each frame, derived from the pairs in ``ClockPairs``.
public struct TakeTimeLine: Sendable, Equatable {
  /// The time at frame 0 of the take, in microseconds since 1970, UTC.
  public var start: Double
  /// One standard deviation of ``start``, in microseconds.
  public var startError: Double
  /// The drift of the frames against the time of day in parts per million, positive if the frames are faster; 0 if the
  /// take has fewer than three pairs.
  public var drift: Double
  /// One standard deviation of ``drift``; ``unknownDrift`` if the take has fewer than three pairs.
  public var driftError: Double
  /// True if the drift was measured, not assumed.
  public var isDriftKnown: Bool
  /// The number of frames per second that the device claims.
  public var rate: Int
  /// The number of frames in the take.
  public var frames: Int

  /// The error that an ordinary crystal may have, in parts per million.
  public static let unknownDrift = 30.0

  /// The reason why a take has no time line.
  public enum Problem: Error, Sendable, Equatable {
    /// The take has no pairs of a frame and its time.
    case noPairs
    /// The clock was set during the take, or the take was paused or joined from others.
    case jumps
    /// A part of the take is missing, so that its frames cannot be counted.
    case partMissing
    /// The recorder's clock had not been set.
    case clockUnset
  }

  /// The time line of the take with this metadata.
  ///
  /// - Throws: ``Problem`` if the take has no time line.
  public init(_ metadata: TakeMetadata, frames: Int, rate: Int) throws(Problem) {
    guard let pairs = metadata.clockPairs, rate > 0 else { throw .noPairs }
    // A pause that is shorter than a step, or that is after the last pair, shows only in its marker.
    guard pairs.isSteady, !metadata.markers.resumes.contains(where: { 0 < $0 && $0 < frames })
    else { throw .jumps }
    guard metadata.isClockSet else { throw .clockUnset }
    (self.frames, self.rate) = (frames, rate)
    let line = pairs.line
    start = line?.start ?? Double(pairs.start)
    startError = line?.startError ?? Double(max(1, pairs.error))
    (drift, driftError) = (line?.drift ?? 0, line?.driftError ?? Self.unknownDrift)
    isDriftKnown = line != nil
  }

  /// The number of frames per microsecond of the time of day.
  private var speed: Double { Double(rate) * 1e-6 * (1 + drift * 1e-6) }

  /// The time in microseconds since 1970 at a frame, whose number need not be whole.
  public func time(at frame: Double) -> Double { start + frame / speed }

  /// The frame at a time in microseconds since 1970.
  public func frame(at time: Double) -> Double { (time - start) * speed }

  /// One standard deviation of the time at a frame, in microseconds.
  public func error(at frame: Double) -> Double {
    let far = driftError * frame / Double(rate)
    return (startError * startError + far * far).squareRoot()
  }

  /// The number of frames that this recording has for each frame of another one.
  public func ratio(to other: TakeTimeLine) -> Double { speed / other.speed }
}
