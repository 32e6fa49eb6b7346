import CSampleRate
import TakeFiles

/// A WAV file in memory, mixed to one channel and converted to the rate of the board.
enum RecordedSound {
  /// The maximum number of frames in a file, at its own rate: half an hour at 48 kHz (350 MB of
  /// memory).
  static let mostFrames = 48000 * 1800

  /// Reads the samples of a file.
  ///
  /// - Throws: `TakeFileError` if the file cannot be read or converted, or is longer than ``mostFrames``.
  static func load(path: String, rate: Double) throws(TakeFileError) -> [Float] {
    var reader = try WAVReader.open(path: path)
    guard reader.frames <= mostFrames else {
      throw .unsupported(
        path: path, offset: 0,
        problem: "\(reader.frames) frames are more than the \(mostFrames) that a source can have")
    }
    let samples = try mono(&reader)
    if samples.isEmpty || Double(reader.rate) == rate { return samples }
    guard let resampled = resample(samples, from: Double(reader.rate), to: rate) else {
      throw .unsupported(
        path: path, offset: 0,
        problem: "\(reader.rate) frames per second cannot be converted to \(Int(rate))")
    }
    return resampled
  }

  private static func mono(_ reader: inout WAVReader) throws(TakeFileError) -> [Float] {
    let (channels, blockFrames) = (reader.channels, 4096)
    var mixed: [Float] = []
    mixed.reserveCapacity(reader.frames)
    var block = [Float](repeating: 0, count: blockFrames * channels)
    while true {
      let frames = try reader.read(into: &block, frames: blockFrames)
      if frames == 0 { return mixed }
      for frame in 0..<frames {
        var sum: Float = 0
        for channel in 0..<channels { sum += block[frame * channels + channel] }
        // A float file may hold any value; one NaN would silence a microphone forever.
        mixed.append(sum.isFinite ? sum / Float(channels) : 0)
      }
    }
  }

  /// Converts samples to another rate, and filters out frequencies above half of the lower rate.
  ///
  /// - Returns: the converted samples; `nil` if the library cannot convert by this ratio, or memory runs out.
  private static func resample(
    _ input: [Float], from inputRate: Double, to outputRate: Double
  ) -> [Float]? {
    let ratio = outputRate / inputRate
    var output = [Float](repeating: 0, count: Int((Double(input.count) * ratio).rounded(.up)))
    let status = input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var data = SRC_DATA()
        (data.data_in, data.input_frames) = (input.baseAddress, input.count)
        (data.data_out, data.output_frames) = (output.baseAddress, output.count)
        data.src_ratio = ratio
        return src_simple(&data, Int32(SRC_SINC_BEST_QUALITY), 1)
      }
    }
    return status == 0 ? output : nil
  }
}
