import TOML

/// The defects of the storage medium: the table `[hardware.storage]` of a scenario.
package struct CardDefect: DefectTable, Equatable {
  // A megabyte is a million bytes here, as on the labels of cards.

  /// The write speed of the card in bytes per second.
  @Key("write-rate", KeyRule.number(0.001...10000, "MB/s").map { $0 * 1e6 })
  package var bytesPerSecond: Double?
  /// The duration in seconds of a stall, during which the card writes nothing; a stall occurs every ``stallEvery``
  /// seconds.
  @Key("stall", 0.001...stallEvery, "s") package var stallSeconds: Double?
  /// The free space in bytes.
  @Key("free", KeyRule.number(0...1e9, "MB").map { Int($0 * 1e6) }) package var freeBytes: Int?
  /// True if the card is read-only.
  @Key("read-only", .fact) package var isReadOnly = false

  package init() {}

  /// The seconds between the starts of two stalls.
  static let stallEvery = 20.0
}
