import TOML

extension CaptureDefect {
  private static let keys = [
    "opening", "channels", "bits", "gain", "hum", "clock", "gap-every", "late", "late-busy",
    "period", "buffer",
  ]
  /// The offer of a device that refuses, when the scenario states none.
  private static let usualOffer = "2 channels of S16_LE at 48000 frames per second"

  /// Reads the table `[hardware.capture]`.
  static func read(_ table: TOMLTable?) throws(TOMLError) -> CaptureDefect? {
    guard let table else { return nil }
    var defect = CaptureDefect()
    defect.opening = try opening(table)
    defect.channels = try channels(table)
    defect.channelsPlace = table.place(of: "channels")
    defect.bits = try table.int("bits", in: 1...24, unit: "bits")
    defect.gain = try table.double("gain", in: -120...120, unit: "dB") ?? 0
    defect.hum = try Hum.read(table)
    defect.clock = try table.double("clock", in: -50000...50000, unit: "ppm") ?? 0
    defect.gaps = try gaps(table)
    defect.lateSeconds = try table.double("late", in: 0.01...10000, unit: "ms").map { $0 / 1000 }
    defect.lateSecondsBusy = try table.double("late-busy", in: 0.01...10000, unit: "ms").map {
      $0 / 1000
    }
    defect.period = try table.int("period", in: 16...65536, unit: "frames")
    defect.bufferMilliseconds = try table.double("buffer", in: 1...10000, unit: "ms")
    try table.saysSomething(keys)
    return defect
  }

  private static func opening(_ table: TOMLTable) throws(TOMLError) -> Opening {
    let word = try table.choice("opening", of: ["absent", "busy", "refuses"])
    let details: [(key: String, owner: String)] = [("holder", "busy"), ("offers", "refuses")]
    for (key, owner) in details where table.contains(key) && word != owner {
      throw table.error(at: key, "belongs to opening = \"\(owner)\"", "write that, or remove it")
    }
    let holder = try table.string("holder")
    let offered = try table.string("offers")
    switch word {
    case "absent": return .absent
    case "busy": return .busy(holder: holder)
    case "refuses": return .refuses(offered: offered ?? usualOffer)
    default: return .opens
    }
  }

  private static func channels(_ table: TOMLTable) throws(TOMLError) -> [Int]? {
    guard let numbers = try table.doubles("channels", in: 0...31) else { return nil }
    let channels = numbers.map { Int($0) }
    guard channels.map(Double.init) == numbers, channels.sorted() == Array(channels.indices),
      channels != Array(channels.indices)
    else {
      throw table.error(
        at: "channels", "is not another order of all channels",
        "write every channel once, from 0, such as [1, 0, 2, 3]")
    }
    return channels
  }

  private static func gaps(_ table: TOMLTable) throws(TOMLError) -> Gaps? {
    let length = try table.double("gap-length", in: 0.01...1000, unit: "ms")
    guard let every = try table.double("gap-every", in: 0.01...3600, unit: "s") else {
      guard length == nil else {
        throw table.error(at: "gap-length", "belongs to gap-every", "write gap-every = 1.0 as well")
      }
      return nil
    }
    return Gaps(every: every, length: (length ?? usualGapMilliseconds) / 1000)
  }

  /// The milliseconds of a gap of usual length: an overrun of a hundredth of a second.
  private static let usualGapMilliseconds = 10.0
}
