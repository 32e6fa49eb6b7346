import Essentials

/// Identifies a file among all files of its take.
extension TakeMetadata {
  /// A unique name for the file, made from the identity of the take, the content, the part and, for a copy, the kind of
  /// copy; if the take has no identity, the words for the copy contain one.
  var fileUID: String {
    let words =
      ["\(content.rawValue)", "\(part)"] + (copy ?? "").split(separator: " ").map(String.init)
    return ((familyID.isEmpty ? [] : [familyID]) + words).joined(separator: "-")
  }

  /// The position of the file among all files of the take, in letters: they are counted part by part, and in each part
  /// the rendered file comes first.
  var fileSetIndex: String {
    let all = contents.contains(content) ? contents : [.rendered, .safety, .raw]
    let place = part * all.count + (all.firstIndex(of: content) ?? 0)
    return TakeName.letters(place).uppercased()
  }

  /// The number of files in the take; `nil` until the number of parts is known.
  var totalFiles: Int? { parts.map { $0 * max(1, contents.count) } }

  /// An identity of 32 hexadecimal digits that depends only on these facts.
  ///
  /// - Source: two 64-bit FNV-1a hashes, each of which SplitMix64 then mixes.
  public static func identity(of facts: [String]) -> String {
    let bytes = Array(facts.joined(separator: "\n").utf8)
    let hashes = [fnv1a(bytes), fnv1a(bytes, basis: 0x9E37_79B9_7F4A_7C15)]
    return hashes.map { SeededGenerator.mixed($0).hexadecimal(digits: 16) }.joined()
  }
}
