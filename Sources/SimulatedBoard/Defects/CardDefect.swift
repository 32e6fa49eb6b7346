import TOML

/// What is wrong with the medium of the takes: the table `[hardware.storage]` of a scenario.
public struct CardDefect: Sendable, Equatable {
  /// Bytes per second that it takes.
  public var bytesPerSecond: Double?
  /// Seconds that it takes nothing, now and then.
  public var stallSeconds: Double?
  /// Bytes that are free.
  public var freeBytes: Int?
  /// Whether it takes nothing at all.
  public var isReadOnly = false

  /// A medium that nothing is wrong with yet.
  public init() {}

  /// Seconds from one stall to the next.
  static let stallEvery = 20.0
}

extension CardDefect {
  private static let keys = ["write-rate", "stall", "free", "read-only"]

  /// Reads the table `[hardware.storage]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> CardDefect? {
    guard let table else { return nil }
    var defect = CardDefect()
    // Millions of bytes, as cards are sold.
    defect.bytesPerSecond =
      try table.double("write-rate", in: 0.001...10000, unit: "MB/s").map { $0 * 1e6 }
    defect.stallSeconds = try table.double("stall", in: 0.001...stallEvery, unit: "s")
    defect.freeBytes = try table.double("free", in: 0...1e9, unit: "MB").map { Int($0 * 1e6) }
    defect.isReadOnly = try table.flag("read-only")
    try table.saysSomething(keys)
    return defect
  }
}
