import Realtime

/// Live sound for a realtime thread, on demand.
///
/// A pull renders on the calling thread, from the microphones to left and right, with no thread and no queue in
/// between. It allocates nothing, takes no lock and makes no system call. If the device is lost, the pull says so, and
/// continues when it is back.
public final class SoundPull: Sendable {
  private let source: LivePull
  private let letGo: @Sendable (LivePull) -> Void

  init(_ source: LivePull, letGo: @escaping @Sendable (LivePull) -> Void) {
    self.source = source
    self.letGo = letGo
  }

  deinit { letGo(source) }

  /// Samples per frame.
  public var channels: Int { source.channels }

  /// Writes the next frames, interleaved: as many as available, at most `frames`.
  ///
  /// - Parameters:
  ///   - target: memory for `frames` times ``channels`` samples.
  ///   - frames: the maximum number of frames to write.
  /// - Thread: one at a time; a second one gets `inUse`, and nothing is written.
  public func pull(into target: UnsafeMutablePointer<Float>, frames: Int) -> PullOutcome {
    guard frames > 0 else { return .waiting }
    return source.pull(into: target, frames: frames)
  }

  /// The level of a channel of the pulled sound.
  ///
  /// - Precondition: the channel is below ``channels``.
  /// - Thread: any, also a realtime one.
  public func level(ofChannel channel: Int) -> Level {
    Level(source.meters.reading(channel: channel))
  }
}
