extension TakeMetadata {
  /// The reason why a file of a take ended: a cause for programs, and words for people.
  public struct End: Sendable, Equatable {
    /// The kind of the end.
    public var cause: Cause
    /// The end in a few words.
    public var words: String

    /// An end from its parts.
    public init(_ cause: Cause, _ words: String) {
      self.cause = cause
      self.words = words
    }

    /// The take was stopped.
    public static let stopped = End(.stopped, "stopped")
    /// The requested length was reached.
    public static let lengthReached = End(.length, "length reached")
    /// The end of every part of a split take but the last one.
    public static let continued = End(.continued, "continued in the next file")

    /// True if the take ended as intended.
    public var isPlain: Bool { cause == .stopped || cause == .length }
  }

  /// The kinds of ends, as files store them.
  public enum Cause: String, CaseIterable, Sendable {
    /// With the record button, or another request.
    case stopped
    /// The requested length was reached.
    case length
    /// The end in the schedule was reached.
    case schedule
    /// The sound level that had started the take fell.
    case level
    /// The file continues in the next part.
    case continued
    /// The capture device went away, failed, or came back changed.
    case capture
    /// The storage was about to be full.
    case full
    /// A write failed: the files of the take may differ in length.
    case storage
    /// The power was about to fail.
    case power
    /// The recorder was asked to shut down.
    case shutdown
    /// Something cut the file off, and it was repaired later: the files of the take may differ in length.
    case recovered
    /// Another cause, or an unknown one.
    case other
  }
}

extension TakeMetadata.End {
  /// The end of a file of an earlier version, which has only words for it.
  init(words: String) {
    let known: [String: TakeMetadata.Cause] = [
      Self.stopped.words: .stopped, Self.lengthReached.words: .length,
      Self.continued.words: .continued, "scheduled end": .schedule, "quiet again": .level,
      "storage nearly full": .full,
      "power was failing": .power, "the recorder was shut down": .shutdown,
    ]
    // These beginnings are followed by details.
    let begun: [(String, TakeMetadata.Cause)] = [
      ("recovered", .recovered), ("storage failed", .storage), ("capture ", .capture),
    ]
    let cause = known[words] ?? begun.first { words.hasPrefix($0.0) }?.1
    self.init(cause ?? .other, words)
  }
}
