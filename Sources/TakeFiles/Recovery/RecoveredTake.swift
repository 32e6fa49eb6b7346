/// The result of the recovery of one file.
public struct RecoveredTake: Sendable, Equatable {
  /// The outcome of a recovery.
  public enum Outcome: Sendable, Equatable {
    /// A file in progress is a finished take now.
    case recovered
    /// The header of a file that was cut off is right now; the flaws it had, one phrase each.
    case mended(flaws: [String])
    /// There was nothing to do.
    case intact
    /// Not even a header had reached the medium: the file is kept unchanged under a name that no longer says
    /// "recording".
    case setAside
    /// Another program is writing it: nothing was touched.
    case busy
    /// Nothing was changed, or the recovery can be repeated.
    case failed(TakeFileError)
  }

  /// The file that was found.
  public var source: String
  /// The file that can be played now; the same as ``source`` when nothing was renamed or copied.
  public var path: String
  /// The kind of the file.
  public var kind: TakeFileKind
  /// The outcome.
  public var outcome: Outcome
  /// Frames per second; 0 when they are unknown.
  public var rate = 0
  /// Whole frames of audio.
  public var frames = 0
  /// The number of bytes behind the audio that are not known to be audio, or no whole frame, and were left out.
  public var discardedBytes = 0
  /// The file with damaged places, which was kept when one with silence in their place got its name; `nil` for none.
  public var damaged: String?
  /// The metadata of the file, if it is a take of Pinna.
  public var metadata: TakeMetadata?

  /// A result from its parts.
  public init(source: String, path: String, kind: TakeFileKind, outcome: Outcome) {
    self.source = source
    self.path = path
    self.kind = kind
    self.outcome = outcome
  }

  /// Takes over what recovery found.
  mutating func apply(_ found: WAVRecovery.Result) {
    (rate, frames, discardedBytes) = (found.rate, found.frames, found.discardedBytes)
    metadata = found.metadata
  }

  /// Seconds of audio.
  public var seconds: Double { rate > 0 ? Double(frames) / Double(rate) : 0 }
}
