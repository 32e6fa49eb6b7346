import Realtime

/// Live sound, fetched by a realtime thread.
///
/// A pull renders left and right from the microphones on the calling thread, without another thread or a queue in
/// between. It allocates no memory, takes no lock and makes no system call. If the device is lost, the pull reports
/// this, and continues when the device is back.
public final class SoundPull: Sendable {
  private let source: LivePull
  private let letGo: @Sendable (LivePull) -> Void

  init(_ source: LivePull, letGo: @escaping @Sendable (LivePull) -> Void) {
    self.source = source
    self.letGo = letGo
  }

  deinit { letGo(source) }

  /// The number of samples per frame.
  public var channels: Int { source.channels }

  /// Writes the next frames, interleaved: all available frames, but at most `frames`.
  ///
  /// A call more than half a second after the last one gets at most the newest quarter of a second, and the number of
  /// missed frames.
  ///
  /// - Parameters:
  ///   - target: memory for `frames` times ``channels`` samples.
  ///   - frames: the maximum number of frames to write.
  /// - Thread: one at a time; if a second thread calls, it gets `inUse`, and nothing is written.
  public func pull(into target: UnsafeMutablePointer<Float>, frames: Int) -> PullOutcome {
    guard frames > 0 else { return .waiting }
    return source.pull(into: target, frames: frames)
  }

  /// The level of a channel of the pulled sound.
  ///
  /// - Precondition: the channel is below ``channels``.
  /// - Thread: any, including a realtime thread.
  public func level(ofChannel channel: Int) -> Level {
    Level(source.meters.reading(channel: channel))
  }
}
