import CSampleRate
import Recorder

/// A sample rate converter for stereo, with a ratio that may change from call to call.
///
/// It uses libsamplerate. Processing allocates nothing and locks nothing.
///
/// - Thread: one thread at a time.
struct SampleRateConverter: ~Copyable {
  private let state: OpaquePointer

  /// Creates a converter in its initial state.
  ///
  /// - Throws: ``AlsaFault`` if there is not enough memory.
  init() throws(AlsaFault) {
    var error: Int32 = 0
    // This converter has a signal-to-noise ratio of 97 dB over 80 % of the band, at an eighth of the best
    // converter's cost.
    guard let made = src_new(Int32(SRC_SINC_FASTEST), 2, &error) else {
      throw .failed(call: "src_new", errno: error)
    }
    state = made
  }

  deinit { src_delete(state) }

  /// Converts as many frames as fit into the output.
  ///
  /// - Parameters:
  ///   - ratio: the number of output frames per input frame; the converter approaches the ratio gradually within the
  ///     call.
  /// - Returns: the number of frames taken, and the number of frames made.
  mutating func process(
    _ input: UnsafePointer<Float>, frames: Int, into output: UnsafeMutablePointer<Float>,
    room: Int, ratio: Double
  ) -> (taken: Int, made: Int) {
    var data = SRC_DATA()
    data.data_in = input
    data.data_out = output
    data.input_frames = frames
    data.output_frames = room
    data.src_ratio = ratio
    guard src_process(state, &data) == 0 else { return (0, 0) }
    return (data.input_frames_used, data.output_frames_gen)
  }

  /// Resets the converter to its initial state.
  mutating func reset() { src_reset(state) }
}
