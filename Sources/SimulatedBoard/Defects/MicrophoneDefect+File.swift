import TOML

extension MicrophoneDefect {
  private static let keys = [
    "dead", "constant", "gain", "inverted", "delay", "offset", "hum", "noise", "clip", "stuck-bit",
    "copy-of",
  ]

  /// Reads a table `[[hardware.microphone]]`.
  static func read(_ table: TOMLTable) throws(TOMLError) -> MicrophoneDefect {
    var defect = MicrophoneDefect(name: try table.string("name", example: "\"MIC2\""))
    defect.place = table.place(of: "name")
    defect.isDead = try table.flag("dead")
    defect.isInverted = try table.flag("inverted")
    defect.constant = try table.double("constant", in: -1...1, unit: "of full scale")
    defect.gain = try table.double("gain", in: -120...60, unit: "dB") ?? 0
    defect.delay = (try table.double("delay", in: -1000...1000, unit: "us") ?? 0) * 1e-6
    defect.offset = try table.double("offset", in: -1...1, unit: "of full scale") ?? 0
    defect.hum = try Hum.read(table)
    defect.noise = try table.double("noise", in: -160...0, unit: "dBFS(A)")
    defect.clip = try table.double("clip", in: -120...0, unit: "dBFS")
    defect.stuckBit = try stuckBit(table)
    defect.stuckBitPlace = table.place(of: "stuck-bit")
    defect.original = try table.string("copy-of")
    defect.originalPlace = table.place(of: "copy-of")
    try table.saysSomething(keys)
    return defect
  }

  private static func stuckBit(_ table: TOMLTable) throws(TOMLError) -> StuckBit? {
    let level = try table.int("stuck-at", in: 0...1)
    guard let bit = try table.int("stuck-bit", in: 1...24, unit: "bits from the sign") else {
      guard level == nil else {
        throw table.error(at: "stuck-at", "belongs to stuck-bit", "write stuck-bit = 12 as well")
      }
      return nil
    }
    return StuckBit(bit: bit, isOne: level == 1)
  }
}

extension Hum {
  /// Reads the keys `hum` and `mains`.
  static func read(_ table: TOMLTable) throws(TOMLError) -> Hum? {
    let mains = try table.double("mains", unit: "Hz")
    if let mains, mains != 50, mains != 60 {
      throw table.error(at: "mains", "is \(mains) Hz", "write 50 or 60")
    }
    guard let level = try table.double("hum", in: -160...0, unit: "dBFS") else {
      guard mains == nil else {
        throw table.error(at: "mains", "belongs to hum", "write hum = -50.0 as well")
      }
      return nil
    }
    return Hum(level: level, mains: mains ?? 50)
  }
}
