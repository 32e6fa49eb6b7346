/// A take with all that is known of it.
public struct DetailedTake: Codable, Sendable, Equatable {
  /// A place to find again.
  public struct Marker: Codable, Sendable, Equatable {
    /// Seconds from the start of the take.
    public var seconds: Double
    /// Its kind: "button", "clip", "gap" and others.
    public var kind: String
    /// Its text.
    public var label: String

    /// A marker from its parts.
    public init(seconds: Double, kind: String, label: String) {
      (self.seconds, self.kind, self.label) = (seconds, kind, label)
    }
  }

  /// A file of a take.
  public struct File: Codable, Sendable, Equatable {
    /// The name in the folder of takes.
    public var name: String
    /// Its content: "rendered", "raw" or "safety".
    public var content: String
    /// Its kind: "wav", "flac" and others.
    public var kind: String
    /// Its channels.
    public var channels: Int
    /// Its frames per second.
    public var rate: Int
    /// Its length in seconds.
    public var seconds: Double
    /// Its bytes.
    public var bytes: Int

    /// A file from its names; its figures follow.
    public init(name: String, content: String, kind: String) {
      (self.name, self.content, self.kind) = (name, content, kind)
      (channels, rate, seconds, bytes) = (0, 0, 0, 0)
    }
  }

  /// The facts that a list has.
  public var take: ListedTake
  /// The name of the board.
  public var boardName: String
  /// Seconds of it that lie before the press.
  public var preRollSeconds: Double
  /// Its markers, in order.
  public var markers: [Marker]
  /// Its notes.
  public var notes: [String]
  /// Its files.
  public var files: [File]

  /// A take from its facts; what is in it follows.
  public init(_ take: ListedTake) {
    self.take = take
    (boardName, preRollSeconds, markers, notes, files) = ("", 0, [], [], [])
  }
}
