import Essentials

/// The place of a file among all files of its take.
extension TakeMetadata {
  /// A unique name: the take, the content of the file, its part, and the kind of copy if it is one.
  var fileUID: String {
    let words =
      ["\(content.rawValue)", "\(part)"] + (copy ?? "").split(separator: " ").map(String.init)
    return ([familyID] + words).joined(separator: "-")
  }

  /// The place of the file among all files of the take, in letters: part by part, each with the rendered file first.
  var fileSetIndex: String {
    let all = contents.contains(content) ? contents : [.rendered, .safety, .raw]
    let place = part * all.count + (all.firstIndex(of: content) ?? 0)
    return TakeName.letters(place).uppercased()
  }

  /// The number of files of the take, once its last part is known.
  var totalFiles: Int? { parts.map { $0 * max(1, contents.count) } }

  /// An identity that depends only on these facts: 32 hexadecimal digits.
  ///
  /// - Source: FNV-1a, 64 bits, twice, followed by the mixing of SplitMix64.
  public static func identity(of facts: [String]) -> String {
    let bytes = Array(facts.joined(separator: "\n").utf8)
    let hashes = [fnv1a(bytes), fnv1a(bytes, basis: 0x9E37_79B9_7F4A_7C15)]
    return hashes.map { SeededGenerator.mixed($0).hexadecimal(digits: 16) }.joined()
  }
}
