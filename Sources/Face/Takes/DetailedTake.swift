/// A take with all that is known of it.
package struct DetailedTake: Codable, Sendable, Equatable {
  /// A place to find again.
  package struct Marker: Codable, Sendable, Equatable {
    /// Seconds from the start of the take.
    package var seconds: Double
    /// Its kind: "button", "clip", "gap" and others.
    package var kind: String
    /// Its text.
    package var label: String

    /// A marker from its parts.
    package init(seconds: Double, kind: String, label: String) {
      (self.seconds, self.kind, self.label) = (seconds, kind, label)
    }
  }

  /// A file of a take.
  package struct File: Codable, Sendable, Equatable {
    /// The name in the folder of takes.
    package var name: String
    /// Its content: "rendered", "raw" or "safety".
    package var content: String
    /// Its kind: "wav", "flac" and others.
    package var kind: String
    /// Its channels.
    package var channels: Int
    /// Its frames per second.
    package var rate: Int
    /// Its length in seconds.
    package var seconds: Double
    /// Its bytes.
    package var bytes: Int

    /// A file from its names; its figures follow.
    package init(name: String, content: String, kind: String) {
      (self.name, self.content, self.kind) = (name, content, kind)
      (channels, rate, seconds, bytes) = (0, 0, 0, 0)
    }
  }

  /// The facts that a list has.
  package var take: ListedTake
  /// The name of the board.
  package var boardName: String
  /// Seconds of it that lie before the press.
  package var preRollSeconds: Double
  /// Its markers, in order.
  package var markers: [Marker]
  /// Its notes.
  package var notes: [String]
  /// Its files.
  package var files: [File]

  /// A take from its facts; what is in it follows.
  package init(_ take: ListedTake) {
    self.take = take
    (boardName, preRollSeconds, markers, notes, files) = ("", 0, [], [], [])
  }
}
