import TOML

/// The defects of the storage medium: the table `[hardware.storage]` of a scenario.
package struct CardDefect: DefectTable, Equatable {
  // Megabytes are millions of bytes, as on the labels of cards.

  /// Its write speed in bytes per second.
  @Key("write-rate", KeyRule.number(0.001...10000, "MB/s").map { $0 * 1e6 })
  package var bytesPerSecond: Double?
  /// The duration in seconds of a stall, during which it writes nothing; stalls return every ``stallEvery`` seconds.
  @Key("stall", 0.001...stallEvery, "s") package var stallSeconds: Double?
  /// The bytes of free space.
  @Key("free", KeyRule.number(0...1e9, "MB").map { Int($0 * 1e6) }) package var freeBytes: Int?
  /// True if it is read-only.
  @Key("read-only", .fact) package var isReadOnly = false

  package init() {}

  /// The seconds from one stall to the next.
  static let stallEvery = 20.0
}
