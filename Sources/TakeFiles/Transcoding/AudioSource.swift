/// The audio of a take file of any kind; it is read from front to back.
///
/// - Thread: one at a time.
protocol AudioSource: AnyObject {
  /// Reads interleaved samples, full scale 1; fewer than requested only if the audio ends, then 0.
  func read(
    into samples: UnsafeMutablePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int

  /// Reads left-justified integers or, from a file of floats, the bits of the floats; possible only for lossless files.
  func read(samples: UnsafeMutablePointer<Int32>, frames: Int) throws(TakeFileError) -> Int
}

/// The audio of a WAV file.
final class WAVSource: AudioSource {
  private var reader: WAVReader

  init(path: String) throws(TakeFileError) {
    reader = try WAVReader.open(path: path)
  }

  func read(
    into samples: UnsafeMutablePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int {
    try reader.read(into: samples, frames: frames)
  }

  func read(samples: UnsafeMutablePointer<Int32>, frames: Int) throws(TakeFileError) -> Int {
    try reader.read(samples: samples, frames: frames)
  }
}
