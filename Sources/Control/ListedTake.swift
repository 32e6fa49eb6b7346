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
