/// The limits of the kinds of take files.
extension TakeFileKind {
  /// The reason why a kind cannot hold some audio, and the remedy.
  public struct Refusal: Sendable, Equatable, CustomStringConvertible {
    /// The reason why it cannot.
    public var problem: String
    /// The choice that can.
    public var remedy: String

    /// Both in a line.
    public var description: String { "\(problem); \(remedy)" }
  }

  /// The reason why this kind cannot hold such audio; `nil` when it can.
  ///
  /// To be asked before a take, not when it starts.
  ///
  /// - Parameter searchPath: the folders in which programs are searched; `nil` for the environment's PATH.
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

  /// An upper bound for the bytes of a second of audio, for the time that is left on a card.
  public func bytesPerSecond(for format: AudioFormat) -> Int {
    encoded?.bytesPerSecond(for: format) ?? format.rate * format.bytesPerFrame
  }
}
