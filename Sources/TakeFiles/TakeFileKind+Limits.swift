/// The limits of the kinds of take files.
extension TakeFileKind {
  /// The reason why a kind cannot hold some audio, and the remedy.
  public struct Refusal: Sendable, Equatable, CustomStringConvertible {
    /// The reason.
    public var problem: String
    /// A choice that works.
    public var remedy: String

    /// Both on one line.
    public var description: String { "\(problem); \(remedy)" }
  }

  /// The reason why this kind cannot hold such audio; `nil` if it can.
  ///
  /// Ask before a take, not when it starts.
  ///
  /// - Parameter searchPath: the folders to search for programs; `nil` for the environment's PATH.
  public func refusal(for format: AudioFormat, searchPath: String? = nil) -> Refusal? {
    encoded?.refusal(for: format, searchPath: searchPath)
  }

  /// An encoder of a compressed format.
  ///
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` when the kind cannot hold the format.
  func encoder(path: String, format: AudioFormat) throws(TakeFileError) -> any AudioEncoder {
    guard let encoded else {
      throw .encoder(path: path, problem: "WAV is not compressed", remedy: "choose FLAC")
    }
    if let refusal = refusal(for: format) {
      throw .encoder(path: path, problem: refusal.problem, remedy: refusal.remedy)
    }
    return try encoded.encoder(path: path, format: format)
  }

  /// An upper bound for the bytes per second of audio, used to compute the time left on a card.
  public func bytesPerSecond(for format: AudioFormat) -> Int {
    encoded?.bytesPerSecond(for: format) ?? format.rate * format.bytesPerFrame
  }
}
