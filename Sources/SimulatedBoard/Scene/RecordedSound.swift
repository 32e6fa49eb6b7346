import TakeFiles

/// A WAV file in memory, mixed to one channel and at the rate of the board.
enum RecordedSound {
  /// The longest file, in frames of its own rate: half an hour at 48 kHz, 350 MB in memory.
  static let mostFrames = 48000 * 1800

  /// The samples of a file.
  ///
  /// - Throws: `TakeFileError` when the file cannot be read, or is longer than ``mostFrames``.
  static func load(
    path: String, rate: Double, kernel: SincKernel
  ) throws(TakeFileError) -> [Float] {
    var reader = try WAVReader.open(path: path)
    guard reader.frames <= mostFrames else {
      throw .unsupported(
        path: path, offset: 0,
        problem: "\(reader.frames) frames are more than the \(mostFrames) that a source can have")
    }
    let samples = try mono(&reader)
    return Double(reader.rate) == rate
      ? samples : resample(samples, from: Double(reader.rate), to: rate, kernel: kernel)
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
        // A file of floats may hold anything; one NaN would silence a microphone for ever.
        mixed.append(sum.isFinite ? sum / Float(channels) : 0)
      }
    }
  }

  /// Another sample rate; what the lower of the two rates cannot hold is filtered out.
  static func resample(
    _ input: [Float], from inputRate: Double, to outputRate: Double, kernel: SincKernel
  ) -> [Float] {
    let step = inputRate / outputRate
    let cutoff = 0.95 * min(1, 1 / step)
    let width = Double(SincKernel.reach) / cutoff
    let count = Int((Double(input.count) / step).rounded(.up))
    return (0..<count).map { frame in
      let place = Double(frame) * step
      let first = max(0, Int((place - width).rounded(.up)))
      let last = min(input.count - 1, Int((place + width).rounded(.down)))
      guard first <= last else { return 0 }
      var sum = 0.0
      for index in first...last {
        sum +=
          Double(input[index])
          * kernel.value(at: Double(index) - place, cutoff: cutoff, width: width)
      }
      return Float(sum)
    }
  }
}
