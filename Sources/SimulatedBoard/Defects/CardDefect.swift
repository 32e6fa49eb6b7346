import TOML

/// The defects of the storage medium: the table `[hardware.storage]` of a scenario.
package struct CardDefect: DefectTable, Equatable {
  // A megabyte here is a million bytes, as on card labels.

  /// The write speed of the card in bytes per second.
  @Key("write-rate", KeyRule.number(0.001...10000, "MB/s").map { $0 * 1e6 })
  package var bytesPerSecond: Double?
  /// The duration, in seconds, of the stalls that occur every ``stallEvery`` seconds; during a stall, the card
  /// writes nothing.
  @Key("stall", 0.001...stallEvery, "s") package var stallSeconds: Double?
  /// The free space in bytes.
  @Key("free", KeyRule.number(0...1e9, "MB").map { Int($0 * 1e6) }) package var freeBytes: Int?
  /// True if the card is read-only.
  @Key("read-only", .fact) package var isReadOnly = false

  package init() {}

  /// The interval, in seconds, from the start of one stall to the start of the next.
  static let stallEvery = 20.0
}
