import Realtime

extension FilterTaps {
  /// The filters of a file: channel `output` x inputs + `input` leads from that input to that output.
  ///
  /// - Parameter inputs: Their number; the file has as many channels, or twice as many for stereo.
  /// - Returns: `nil` when it cannot be read or has another number of channels.
  static func read(path: String, inputs: Int) -> FilterTaps? {
    guard let file = SoundFile.reading(path) else { return nil }
    let (channels, length) = (file.channels, Int(file.info.frames))
    guard (1...32).contains(inputs), [inputs, 2 * inputs].contains(channels), length > 0 else {
      return nil
    }
    var interleaved = [Float](repeating: 0, count: channels * length)
    guard file.read(into: &interleaved, frames: length) == length else { return nil }
    var coefficients = interleaved
    for channel in 0..<channels {
      for tap in 0..<length {
        coefficients[channel * length + tap] = interleaved[tap * channels + channel]
      }
    }
    return FilterTaps(
      inputs: inputs, outputs: channels / inputs, taps: length, coefficients: coefficients)
  }
}
