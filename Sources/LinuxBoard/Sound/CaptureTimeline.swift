/// When the next frame that will be taken was captured; by it the length of a gap is estimated when the stream had to be
/// started again.
struct CaptureTimeline: Equatable {
  private let rate: Double
  private var edge: Double

  /// A stream that starts.
  ///
  /// - Parameters:
  ///   - rate: frames per second.
  ///   - start: when, in seconds of CLOCK_MONOTONIC.
  init(rate: Double, start: Double) {
    self.rate = rate
    edge = start
  }

  /// Notes that so many frames waited at a time.
  mutating func note(time: Double, waiting: Int) { edge = time - Double(waiting) / rate }

  /// Notes that so many frames were taken, or skipped and counted.
  mutating func advance(_ frames: Int) { edge += Double(frames) / rate }

  /// How many frames are missing when the stream starts again.
  ///
  /// Frames that waited when it stopped are gone with it, so the gap begins after the last one taken.
  ///
  /// - Parameters:
  ///   - time: when it started, in seconds of CLOCK_MONOTONIC.
  ///   - asleep: seconds that the system slept since; CLOCK_MONOTONIC stands still then.
  mutating func restart(at time: Double, asleep: Double) -> Int {
    let lost = (time - edge + asleep) * rate
    edge = time
    return lost > 0 ? Int(lost.rounded()) : 0
  }
}
