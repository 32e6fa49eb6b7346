/// The result of the recovery of one file.
public struct RecoveredTake: Sendable, Equatable {
  /// The outcome of a recovery.
  public enum Outcome: Sendable, Equatable {
    /// A file in progress is now a finished take.
    case recovered
    /// The header of a truncated file is now correct; its previous flaws, one phrase each.
    case mended(flaws: [String])
    /// There was nothing to do.
    case intact
    /// Not even a header reached the medium: the file is kept unchanged under a name that no longer says "recording".
    case setAside
    /// Another program is writing the file: it was not touched.
    case busy
    /// Nothing changed, or the recovery can be repeated.
    case failed(TakeFileError)
  }

  /// The original file.
  public var source: String
  /// The file to play now; the same as ``source`` if nothing was renamed or copied.
  public var path: String
  /// The kind of the file.
  public var kind: TakeFileKind
  /// The outcome.
  public var outcome: Outcome
  /// Frames per second; 0 if unknown.
  public var rate = 0
  /// Complete frames of audio.
  public var frames = 0
  /// The number of discarded bytes after the audio, not known to be audio or not a complete frame.
  public var discardedBytes = 0
  /// The damaged file, kept beside the one with silence in its holes that took its name; `nil` for none.
  public var damaged: String?
  /// The metadata of the file, if it is one of Pinna's takes.
  public var metadata: TakeMetadata?

  /// A result from its parts.
  public init(source: String, path: String, kind: TakeFileKind, outcome: Outcome) {
    self.source = source
    self.path = path
    self.kind = kind
    self.outcome = outcome
  }

  /// Adopts the findings of recovery.
  mutating func apply(_ found: WAVRecovery.Result) {
    (rate, frames, discardedBytes) = (found.rate, found.frames, found.discardedBytes)
    metadata = found.metadata
  }

  /// Seconds of audio.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
