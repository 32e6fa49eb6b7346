import CSampleRate

/// A converter that resamples a recording block by block with libsamplerate's medium quality: a signal-to-noise ratio
/// of 121 dB over 90 % of the band.
///
/// - Thread: one thread at a time.
package final class StreamConverter {
  private let state: OpaquePointer
  private let channels: Int
  private let ratio: Double

  /// Creates a converter for a ratio of output frames to input frames; `nil` if the library cannot
  /// make one.
  package init?(channels: Int, ratio: Double) {
    var error: Int32 = 0
    guard src_is_valid_ratio(ratio) != 0,
      let made = src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(channels), &error)
    else { return nil }
    (state, self.channels, self.ratio) = (made, channels, ratio)
  }

  deinit { src_delete(state) }

  /// Converts the next frames; the last call also returns all frames held back so far.
  ///
  /// - Parameter samples: the interleaved samples; may be empty.
  package func convert(_ samples: [Float], isLast: Bool) -> [Float] {
    let most = Int(Double(samples.count / channels) * ratio) + Self.spareFrames
    var (output, input) = ([Float](), samples[...])
    var block = [Float](repeating: 0, count: most * channels)
    while true {
      var data = SRC_DATA()
      let made = input.withUnsafeBufferPointer { source in
        block.withUnsafeMutableBufferPointer { target in
          (data.data_in, data.data_out) = (source.baseAddress, target.baseAddress)
          (data.input_frames, data.output_frames) = (source.count / channels, most)
          (data.src_ratio, data.end_of_input) = (ratio, isLast ? 1 : 0)
          return src_process(state, &data) == 0 ? data.output_frames_gen : 0
        }
      }
      output += block.prefix(made * channels)
      input = input.dropFirst(data.input_frames_used * channels)
      if made == 0 || made < most, input.isEmpty { return output }
    }
  }

  /// The number of frames by which an output block may exceed the size expected from the ratio.
  private static let spareFrames = 64
}
