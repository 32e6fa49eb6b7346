import Realtime

/// A rendering that goes through a file: raw frames in, as many frames out, at most one block later.
protocol OfflineFrames: ~Copyable {
  /// Output channels, interleaved.
  var outputs: Int { get }
  /// Input samples that were no numbers and became silence.
  var invalidSamples: Int { get }
  /// Frames whose level the limiter turned down.
  var limitedFrames: Int { get }
  /// The number of times that strong wind began.
  var windOnsets: Int { get }

  /// The most frames that one call with `frames` frames can give.
  func maximumOutput(frames: Int) -> Int
  /// Renders interleaved raw frames and gives how many output frames were written.
  mutating func render(
    _ raw: UnsafePointer<Int32>, frames: Int, into output: UnsafeMutablePointer<Float>
  ) -> Int
  /// Gives the rest, until it gives 0.
  mutating func finish(into output: UnsafeMutablePointer<Float>) -> Int
}

extension TakeRenderer: OfflineFrames {}
