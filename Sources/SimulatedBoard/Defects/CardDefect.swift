import TOML

/// The defects of the medium of the takes: the table `[hardware.storage]` of a scenario.
package struct CardDefect: Sendable, Equatable {
  /// The bytes that it writes per second.
  package var bytesPerSecond: Double?
  /// The seconds of a stall, in which it writes nothing; stalls return every ``stallEvery`` seconds.
  package var stallSeconds: Double?
  /// The bytes of free space.
  package var freeBytes: Int?
  /// True when it is read-only.
  package var isReadOnly = false

  /// A medium without defects.
  package init() {}

  /// The seconds from one stall to the next.
  static let stallEvery = 20.0
}

extension CardDefect {
  private static let keys = ["write-rate", "stall", "free", "read-only"]

  /// Reads the table `[hardware.storage]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> CardDefect? {
    guard let table else { return nil }
    var defect = CardDefect()
    // Megabytes are millions of bytes, as on the labels of cards.
    defect.bytesPerSecond =
      try table.double("write-rate", in: 0.001...10000, unit: "MB/s").map { $0 * 1e6 }
    defect.stallSeconds = try table.double("stall", in: 0.001...stallEvery, unit: "s")
    defect.freeBytes = try table.double("free", in: 0...1e9, unit: "MB").map { Int($0 * 1e6) }
    defect.isReadOnly = try table.flag("read-only")
    try table.saysSomething(keys)
    return defect
  }
}
