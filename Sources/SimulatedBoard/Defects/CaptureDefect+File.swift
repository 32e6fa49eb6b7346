import TOML

extension CaptureDefect.Opening {
  /// The default offer of a device that refuses the request, for a scenario that does not state
  /// one.
  private static let usualOffer = "2 channels of S16_LE at 48000 frames per second"

  /// Reads the keys `opening`, `holder` and `offers`.
  static func read(_ table: TOMLTable, _ key: String) throws(TOMLError) -> Self? {
    let word = try table.choice(key, of: ["absent", "busy", "refuses"])
    let details: [(key: String, owner: String)] = [("holder", "busy"), ("offers", "refuses")]
    for (key, owner) in details where table.contains(key) && word != owner {
      throw table.error(at: key, "needs opening = \"\(owner)\"", "write that, or remove it")
    }
    let holder = try table.string("holder")
    let offered = try table.string("offers")
    switch word {
    case "absent": return .absent
    case "busy": return .busy(holder: holder)
    case "refuses": return .refuses(offered: offered ?? usualOffer)
    default: return nil
    }
  }
}

extension CaptureDefect {
  /// - Throws: `TOMLError` if the table states no defect.
  package mutating func check(_ table: TOMLTable) throws(TOMLError) {
    channelsPlace = table.place(of: "channels")
    try saysSomething(table)
  }

  /// Reads the key `channels`.
  static func order(_ table: TOMLTable, _ key: String) throws(TOMLError) -> [Int]? {
    guard let numbers = try table.doubles(key, in: 0...31) else { return nil }
    let channels = numbers.map { Int($0) }
    guard channels.map(Double.init) == numbers, channels.sorted() == Array(channels.indices),
      channels != Array(channels.indices)
    else {
      throw table.error(
        at: key, "does not put all channels into a different order",
        "write every channel once, from 0, such as [1, 0, 2, 3]")
    }
    return channels
  }
}

extension CaptureDefect.Gaps {
  /// Reads the keys `gap-every` and `gap-length`.
  static func read(_ table: TOMLTable, _ key: String) throws(TOMLError) -> Self? {
    let length = try table.double("gap-length", in: 0.01...1000, unit: "ms")
    guard let every = try table.double(key, in: 0.01...3600, unit: "s") else {
      guard length == nil else {
        throw table.error(at: "gap-length", "needs gap-every", "write gap-every = 1.0 as well")
      }
      return nil
    }
    return Self(every: every, length: (length ?? usualGapMilliseconds) / 1000)
  }

  /// The default length of a gap in milliseconds: an overrun of a hundredth of a second.
  private static let usualGapMilliseconds = 10.0
}
