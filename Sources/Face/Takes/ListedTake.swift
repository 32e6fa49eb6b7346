/// A take on the storage of a recorder, in a list.
package struct ListedTake: Codable, Sendable, Equatable {
  /// Its number, by which it is asked for.
  package var number: Int
  /// The name of its files, without content, part and kind.
  package var name: String
  /// Its state: "finished", "recording", "cut off" or "damaged".
  package var state: String
  /// The local date and time of its start; none for a damaged one.
  package var date: String?
  /// True when the clock had been set.
  package var isClockSet: Bool
  /// Its length in seconds.
  package var seconds: Double
  /// Bytes of all its files.
  package var bytes: Int
  /// The data source.
  package var dataSource: String
  /// How the board was held.
  package var orientation: String?
  /// The polar pattern.
  package var pattern: String
  /// The reason for its end, in a few words.
  package var end: String?
  /// Markers and gaps in it.
  package var markers: Int
  /// Gaps in it.
  package var gaps: Int

  /// A take of a number and a name, of which nothing else is known.
  package init(number: Int, name: String) {
    (self.number, self.name) = (number, name)
    (state, isClockSet, seconds, bytes) = ("damaged", false, 0, 0)
    (dataSource, pattern, markers, gaps) = ("", "", 0, 0)
  }
}
