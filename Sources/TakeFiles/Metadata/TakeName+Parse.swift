extension TakeName {
  /// The name in a file name, finished or in progress, with any ending; `nil` when it is not the name of a take.
  ///
  /// A title may follow behind a hyphen, see ``suffix(_:)``.
  public init?(fileName: String) {
    var whole = fileName.before(".")
    let before = whole.before("-")
    let hasPrefix = before.endIndex < whole.endIndex && Self.isPrefix(before)
    if hasPrefix { whole = whole[whole.utf8.index(after: before.endIndex)...] }
    let stem = whole.before("-")
    guard whole[stem.endIndex...].allSatisfy(Self.isOfTitle) else { return nil }
    var fields = stem.utf8.split(
      separator: UInt8(ascii: "_"), omittingEmptySubsequences: false
    ).map { Substring($0) }
    guard fields.count >= 3, let day = Self.number(fields[0], digits: 8...8),
      let time = Self.number(fields[1], digits: 6...6),
      let number = Self.number(fields[2], digits: 3...9)
    else { return nil }
    fields.removeFirst(3)
    var content = Content.rendered
    if let field = fields.first, let named = Content(rawValue: String(field)), named != .rendered {
      content = named
      fields.removeFirst()
    }
    var part: Int?
    if let field = fields.first {
      guard fields.count == 1, let parsed = Self.part(field) else { return nil }
      part = parsed
    }
    let date = CivilDate(
      year: day / 10000, month: day / 100 % 100, day: day % 100, hour: time / 10000,
      minute: time / 100 % 100, second: time % 100)
    self.init(date: date, number: number, content: content, part: part)
    if hasPrefix { self = prefixed(String(before)) }
  }

  /// A title as it stands behind the name of a file: letters, digits and hyphens; empty for none.
  static func suffix(_ title: String?) -> String {
    let words = (title ?? "").map { isOfTitle($0) ? $0 : "-" }.split(separator: "-")
    var suffix = ""
    for word in words {
      let more = suffix + "-" + word
      guard more.utf8.count > mostSuffixBytes else {
        suffix = more
        continue
      }
      // The first words; of a single long one, its first letters.
      guard suffix.isEmpty else { break }
      suffix = "-"
      for letter in word where suffix.utf8.count + letter.utf8.count <= mostSuffixBytes {
        suffix.append(letter)
      }
      break
    }
    return suffix
  }

  /// The most bytes of a title in a name: file systems have 255 for all.
  private static let mostSuffixBytes = 120

  private static func isOfTitle(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "-"
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  private static func part(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count) else { return nil }
    var part = 0
    for letter in text.utf8 {
      guard (97...122).contains(letter) else { return nil }
      part = part * 26 + Int(letter) - 96
    }
    return part - 1
  }
}

extension StringProtocol {
  /// The text before the first one of these signs of ASCII, or all of it.
  fileprivate func before(_ sign: Unicode.Scalar) -> SubSequence {
    self[..<(utf8.firstIndex(of: UInt8(ascii: sign)) ?? endIndex)]
  }
}
