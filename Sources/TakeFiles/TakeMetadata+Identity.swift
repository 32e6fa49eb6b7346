/// Which file of which take a file is.
extension TakeMetadata {
  /// A name that no other file has: the take, what the file holds, its part, and how it was made when it is a copy.
  var fileUID: String {
    let words =
      ["\(content.rawValue)", "\(part)"] + (copy ?? "").split(separator: " ").map(String.init)
    return ([familyID] + words).joined(separator: "-")
  }

  /// The place of the file among all of the take, in letters: part by part, in each the rendered file first.
  var fileSetIndex: String {
    let all = contents.contains(content) ? contents : [.rendered, .safety, .raw]
    let place = part * all.count + (all.firstIndex(of: content) ?? 0)
    return TakeName.letters(place).uppercased()
  }

  /// How many files the take has, once its last part is known.
  var totalFiles: Int? { parts.map { $0 * max(1, contents.count) } }

  /// An identity that always comes out of the same facts, and out of no others: 32 hexadecimal digits.
  ///
  /// - Source: FNV-1a, 64 bits, twice, with the mixing of SplitMix64 behind it.
  public static func identity(of facts: [String]) -> String {
    let bytes = Array(facts.joined(separator: "\n").utf8)
    return digits(of: bytes, basis: 0xcbf2_9ce4_8422_2325)
      + digits(of: bytes, basis: 0x9E37_79B9_7F4A_7C15)
  }

  private static func digits(of bytes: [UInt8], basis: UInt64) -> String {
    var hash = bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    let text = String(hash ^ (hash >> 31), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
