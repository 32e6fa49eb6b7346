/// What recovery made of one file.
public struct RecoveredTake: Sendable, Equatable {
  /// What came of it.
  public enum Outcome: Sendable, Equatable {
    /// A file in progress is a finished take now.
    case recovered
    /// The header of a file that was cut off tells the truth now; what was wrong, one phrase each.
    case mended(flaws: [String])
    /// There was nothing to do.
    case intact
    /// Not even a header had reached the medium: the file is kept as it is under a name that no longer says "recording".
    case setAside
    /// Another program is writing it: nothing was touched.
    case busy
    /// Nothing was changed, or what was changed can be taken up again.
    case failed(TakeFileError)
  }

  /// The file that was found.
  public var source: String
  /// What is now there to be played; the same as ``source`` when nothing was renamed or copied.
  public var path: String
  /// The kind of the file.
  public var kind: TakeFileKind
  /// What came of it.
  public var outcome: Outcome
  /// Frames per second; 0 when nobody knows.
  public var rate = 0
  /// Whole frames of audio.
  public var frames = 0
  /// Bytes behind the audio that are not known to be audio, or no whole frame, and were left out.
  public var discardedBytes = 0
  /// What the file says about itself, where it is a take of Pinna.
  public var metadata: TakeMetadata?

  /// A result from its parts.
  public init(source: String, path: String, kind: TakeFileKind, outcome: Outcome) {
    self.source = source
    self.path = path
    self.kind = kind
    self.outcome = outcome
  }

  /// Seconds of audio.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
