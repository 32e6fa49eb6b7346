/// The result of the recovery of one file.
public struct RecoveredTake: Sendable, Equatable {
  /// The outcome of a recovery.
  public enum Outcome: Sendable, Equatable {
    /// A file that was in progress is now a finished take.
    case recovered
    /// The header of a file that was cut off is now correct; `flaws` describes what was wrong, in one phrase each.
    case mended(flaws: [String])
    /// The file needed no recovery.
    case intact
    /// Not even the header had reached the medium: the file is kept unchanged, under a name that no longer says
    /// "recording".
    case setAside
    /// Another program is writing the file, so it was not touched.
    case busy
    /// The recovery failed; either nothing has changed, or it can be tried again.
    case failed(TakeFileError)
  }

  /// The path of the file before recovery.
  public var source: String
  /// The path of the file to play now; it equals ``source`` if the file was neither renamed nor copied.
  public var path: String
  /// The kind of the file.
  public var kind: TakeFileKind
  /// The outcome of the recovery.
  public var outcome: Outcome
  /// Frames per second; 0 if unknown.
  public var rate = 0
  /// The number of complete frames of audio.
  public var frames = 0
  /// The number of bytes after the audio that were discarded, because they were not a complete frame or not known to be
  /// audio.
  public var discardedBytes = 0
  /// The path of the damaged file, kept beside the file that has silence in place of the damage and has taken its name;
  /// `nil` if there is none.
  public var damaged: String?
  /// The metadata of the file; `nil` if it is not one of Pinna's takes.
  public var metadata: TakeMetadata?

  /// A result from its parts.
  public init(source: String, path: String, kind: TakeFileKind, outcome: Outcome) {
    (self.source, self.path) = (source, path)
    (self.kind, self.outcome) = (kind, outcome)
  }

  /// Copies what the recovery of a file found into this result.
  mutating func apply(_ found: WAVRecovery.Result) {
    (rate, frames, discardedBytes) = (found.rate, found.frames, found.discardedBytes)
    metadata = found.metadata
  }

  /// The length of the audio in seconds.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
