/// A take on the storage of a recorder, in a list.
public struct ListedTake: Codable, Sendable, Equatable {
  /// Its number, by which it is asked for.
  public var number: Int
  /// The name of its files, without content, part and kind.
  public var name: String
  /// Its state: "finished", "recording", "cut off" or "damaged".
  public var state: String
  /// The local date and time of its start; none for a damaged one.
  public var date: String?
  /// True when the clock had been set.
  public var isClockSet: Bool
  /// Its length in seconds.
  public var seconds: Double
  /// Bytes of all its files.
  public var bytes: Int
  /// The data source.
  public var dataSource: String
  /// How the board was held.
  public var orientation: String?
  /// The polar pattern.
  public var pattern: String
  /// The reason for its end, in a few words.
  public var end: String?
  /// Markers and gaps in it.
  public var markers: Int
  /// Gaps in it.
  public var gaps: Int

  /// A take of a number and a name, of which nothing else is known.
  public init(number: Int, name: String) {
    (self.number, self.name) = (number, name)
    (state, isClockSet, seconds, bytes) = ("damaged", false, 0, 0)
    (dataSource, pattern, markers, gaps) = ("", "", 0, 0)
  }
}

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
