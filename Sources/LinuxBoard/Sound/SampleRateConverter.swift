import CSampleRate
import Recorder

/// A converter of stereo samples from one rate to another, by a ratio that may change from call to call.
///
/// It contains a state of libsamplerate. Processing allocates nothing and locks nothing.
///
/// - Thread: one thread at a time.
struct SampleRateConverter: ~Copyable {
  private let state: OpaquePointer

  /// Creates a converter that has not processed anything yet.
  ///
  /// - Throws: ``AlsaFault`` if there is not enough memory.
  init() throws(AlsaFault) {
    var error: Int32 = 0
    // This converter gives 97 dB of signal to noise over 80 % of the band, at an eighth of the cost of the best one.
    guard let made = src_new(Int32(SRC_SINC_FASTEST), 2, &error) else {
      throw .failed(call: "src_new", errno: error)
    }
    state = made
  }

  deinit { src_delete(state) }

  /// Converts as many frames as fit into the output.
  ///
  /// - Parameters:
  ///   - ratio: the frames that come out for each frame that goes in; the ratio is reached gradually within the call.
  /// - Returns: the number of frames that were taken, and the number that were made.
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

  /// Forgets the samples that it has processed.
  mutating func reset() { src_reset(state) }
}
