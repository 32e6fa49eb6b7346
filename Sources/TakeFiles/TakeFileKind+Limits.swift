/// The limits of each kind of take file.
extension TakeFileKind {
  /// The reason why a kind of file cannot hold some audio, and the remedy.
  public struct Refusal: Sendable, Equatable, CustomStringConvertible {
    /// The reason.
    public var problem: String
    /// The remedy: a choice that works.
    public var remedy: String

    /// The reason and the remedy on one line.
    public var description: String { "\(problem); \(remedy)" }
  }

  /// The reason why files of this kind cannot hold audio of a format; `nil` if they can.
  ///
  /// Call this before a take is to start, because by then it is too late to choose.
  ///
  /// - Parameter searchPath: the folders in which to search for programs; `nil` for the environment's PATH.
  public func refusal(for format: AudioFormat, searchPath: String? = nil) -> Refusal? {
    encoded?.refusal(for: format, searchPath: searchPath)
  }

  /// Makes an encoder for this compressed kind of file.
  ///
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` if this kind of file cannot hold the format.
  func encoder(path: String, format: AudioFormat) throws(TakeFileError) -> any AudioEncoder {
    guard let encoded else {
      throw .encoder(path: path, problem: "WAV is not compressed", remedy: "choose FLAC")
    }
    if let refusal = refusal(for: format) {
      throw .encoder(path: path, problem: refusal.problem, remedy: refusal.remedy)
    }
    return try encoded.encoder(path: path, format: format)
  }

  /// The most bytes that a second of audio can take, from which the time left on a card is computed.
  public func bytesPerSecond(for format: AudioFormat) -> Int {
    encoded?.bytesPerSecond(for: format) ?? format.rate * format.bytesPerFrame
  }
}
