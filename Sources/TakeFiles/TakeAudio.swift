/// The audio of a take file of any kind; it is read from front to back.
///
/// - Thread: one at a time, but not a realtime thread, because reading may wait for the disk.
public final class TakeAudio {
  /// The file that contains the audio.
  public let file: TakeFile
  private let source: any AudioSource

  /// Opens the audio of a file.
  ///
  /// - Throws: like ``TakeFile/read(path:)``; ``TakeFileError/encoder(path:problem:remedy:)`` if the program that
  ///   decodes the audio is missing.
  public init(path: String) throws(TakeFileError) {
    file = try TakeFile.read(path: path)
    source = try file.makeSource()
  }

  /// Reads interleaved samples, full scale 1.
  ///
  /// - Parameter samples: memory for `frames` frames.
  /// - Returns: the number of frames read; fewer than requested only if the audio ends, then 0.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read,
  ///   ``TakeFileError/malformed(path:offset:problem:)`` if its audio is damaged,
  ///   ``TakeFileError/encoder(path:problem:remedy:)`` if the program that decodes the audio fails.
  public func read(
    into samples: UnsafeMutablePointer<Float>, frames: Int
  ) throws(TakeFileError) -> Int {
    try source.read(into: samples, frames: frames)
  }
}

extension TakeFile {
  /// Makes the reader that suits the kind of the file.
  func makeSource() throws(TakeFileError) -> any AudioSource {
    guard let encoded = kind.encoded else { return try WAVSource(path: path) }
    return try encoded.source(of: self)
  }
}
