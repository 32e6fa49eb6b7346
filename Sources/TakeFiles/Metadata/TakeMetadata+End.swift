extension TakeMetadata {
  /// The reason why a file of a take ended: a cause for programs, and words for people.
  public struct End: Sendable, Equatable {
    /// The cause of the end.
    public var cause: Cause
    /// A few words that describe the end.
    public var words: String

    /// An end from its parts.
    public init(_ cause: Cause, _ words: String) {
      self.cause = cause
      self.words = words
    }

    /// The end of a take that was stopped.
    public static let stopped = End(.stopped, "stopped")
    /// The end of a take that reached the requested length.
    public static let lengthReached = End(.length, "length reached")
    /// The end of every part of a split take except the last.
    public static let continued = End(.continued, "continued in the next file")

    /// True if the take ended as intended.
    public var isPlain: Bool { cause == .stopped || cause == .length }
  }

  /// The causes of ends, in the words with which files store them.
  public enum Cause: String, CaseIterable, Sendable {
    /// The record button or another request stopped the take.
    case stopped
    /// The take reached the requested length.
    case length
    /// The take reached the end that the schedule states.
    case schedule
    /// The sound fell below the level that had started the take.
    case level
    /// The take continues in the next part.
    case continued
    /// The capture device disappeared, failed, or came back with different properties.
    case capture
    /// The storage was about to be full.
    case full
    /// A write failed, so the files of the take may differ in length.
    case storage
    /// The power was about to fail.
    case power
    /// The recorder was told to shut down.
    case shutdown
    /// The file was cut off, and repaired later; the files of the take may differ in length.
    case recovered
    /// The cause is unknown, or is none of the others.
    case other
  }
}

extension TakeMetadata {
  /// The metadata of a file until it is complete: without an end, so that recovery does not take a part of the file for
  /// the whole.
  package var unfinished: TakeMetadata {
    var copy = self
    copy.end = nil
    return copy
  }
}

extension TakeMetadata.End {
  /// Derives the end from its words, because files of earlier versions have nothing else.
  init(words: String) {
    let known: [String: TakeMetadata.Cause] = [
      Self.stopped.words: .stopped, Self.lengthReached.words: .length,
      Self.continued.words: .continued, "scheduled end": .schedule, "quiet again": .level,
      "storage nearly full": .full,
      "power was failing": .power, "the recorder was shut down": .shutdown,
    ]
    // In these ends, only the first words are fixed; details follow them.
    let begun: [(String, TakeMetadata.Cause)] = [
      ("recovered", .recovered), ("storage failed", .storage), ("capture ", .capture),
    ]
    let cause = known[words] ?? begun.first { words.hasPrefix($0.0) }?.1
    self.init(cause ?? .other, words)
  }
}
