import TOML

extension MicrophoneDefect {
  /// - Throws: `TOMLError` if the table states no defect.
  package mutating func check(_ table: TOMLTable) throws(TOMLError) {
    place = table.place(of: "name")
    stuckBitPlace = table.place(of: "stuck-bit")
    originalPlace = table.place(of: "copy-of")
    try saysSomething(table)
  }
}

extension MicrophoneDefect.StuckBit {
  /// Reads the keys `stuck-bit` and `stuck-at`.
  static func read(_ table: TOMLTable, _ key: String) throws(TOMLError) -> Self? {
    let level = try table.int("stuck-at", in: 0...1)
    guard let bit = try table.int(key, in: 1...24, unit: "bits from the sign") else {
      guard level == nil else {
        throw table.error(at: "stuck-at", "needs stuck-bit", "write stuck-bit = 12 as well")
      }
      return nil
    }
    return Self(bit: bit, isOne: level == 1)
  }
}

extension Hum {
  /// Reads the keys `hum` and `mains`.
  static func read(_ table: TOMLTable, _ key: String) throws(TOMLError) -> Hum? {
    let mains = try table.double("mains", unit: "Hz")
    if let mains, mains != 50, mains != 60 {
      throw table.error(at: "mains", "is \(mains) Hz", "write 50 or 60")
    }
    guard let level = try table.double(key, in: -160...0, unit: "dBFS") else {
      guard mains == nil else {
        throw table.error(at: "mains", "needs hum", "write hum = -50.0 as well")
      }
      return nil
    }
    return Hum(level: level, mains: mains ?? 50)
  }
}
