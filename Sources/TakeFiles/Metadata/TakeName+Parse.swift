extension TakeName {
  /// Parses a file name, finished or in progress, with any extension; `nil` if it is not the name of a take.
  ///
  /// The file name may also contain a title after a hyphen, see ``suffix(_:)``.
  public init?(fileName: String) {
    let (prefix, fields, title) = Self.words(of: fileName)
    var stem = fields
    guard title.allSatisfy(Self.isOfTitle),
      let (day, time, number, content, part) = stem.withUTF8(Self.fields)
    else { return nil }
    let date = CivilDate(
      year: day / 10000, month: day / 100 % 100, day: day % 100, hour: time / 10000,
      minute: time / 100 % 100, second: time % 100)
    self.init(date: date, number: number, content: content, part: part)
    if !prefix.isEmpty { self = prefixed(String(prefix)) }
  }

  /// The name of a file whose metadata are known; `nil` if it is not the name of a take.
  ///
  /// Letters such as "top" or "mix" at the end of a name stand for one of many parts only if the metadata agree;
  /// otherwise they are a word.
  init?(of path: String, _ metadata: TakeMetadata, _ origin: TakeFile.Origin) {
    guard let name = TakeName(fileName: Self.fileName(of: path)) else { return nil }
    if let part = name.part, part >= Self.partsOfOneLetter {
      guard origin == .pinna, metadata.part == part else { return nil }
    }
    self = name
  }

  /// The name of a file, which is read only if letters at the end of its name may be a word; `nil` if it is not the
  /// name of a take.
  ///
  /// If the file cannot be read, the letters count as a part.
  ///
  /// - Parameter fileName: the name of the file if its path does not end in it.
  init?(reading path: String, as fileName: String? = nil) {
    let fileName = fileName ?? Self.fileName(of: path)
    guard let name = TakeName(fileName: fileName) else { return nil }
    if name.part ?? 0 >= Self.partsOfOneLetter, let kind = TakeFileKind(path: fileName),
      let file = try? TakeFile.read(path: path, kind: kind),
      TakeName(of: fileName, file.metadata, file.origin) == nil
    {
      return nil
    }
    self = name
  }

  /// The number of parts whose names end in a single letter.
  static let partsOfOneLetter = 26

  /// The title in the name of a take file, with the hyphen before it; empty if the name has none.
  static func title(in fileName: String) -> Substring { words(of: fileName).title }

  private static func words(
    of fileName: String
  ) -> (prefix: Substring, stem: Substring, title: Substring) {
    let whole = fileName.before(".")
    let before = whole.before("-")
    let hasPrefix = before.endIndex < whole.endIndex && isPrefix(before)
    let rest = hasPrefix ? whole[whole.utf8.index(after: before.endIndex)...] : whole
    let stem = rest.before("-")
    return (hasPrefix ? before : "", stem, rest[stem.endIndex...])
  }

  /// A title in the form in which it is appended to a file name: letters, digits and hyphens; empty if there is no
  /// title.
  static func suffix(_ title: String?) -> String {
    let words = (title ?? "").map { isOfTitle($0) ? $0 : "-" }.split(separator: "-")
    var suffix = ""
    for word in words {
      let more = suffix + "-" + word
      guard more.utf8.count > mostSuffixBytes else {
        suffix = more
        continue
      }
      // Keep as many whole words as fit; if even the first word is too long, keep its first letters.
      guard suffix.isEmpty else { break }
      suffix = "-"
      for letter in word where suffix.utf8.count + letter.utf8.count <= mostSuffixBytes {
        suffix.append(letter)
      }
      break
    }
    return suffix
  }

  /// The most bytes that a title may take in a file name: file systems allow 255 bytes for the whole name.
  private static let mostSuffixBytes = 120

  private static func isOfTitle(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "-"
  }

  /// The fields of a name that has no prefix, title or extension; `nil` if it is not the name of a take.
  private static func fields(
    of stem: UnsafeBufferPointer<UInt8>
  ) -> (day: Int, time: Int, number: Int, content: Content, part: Int?)? {
    var fields = stem.split(
      separator: UInt8(ascii: "_"), maxSplits: 5, omittingEmptySubsequences: false)[...]
    guard let day = fields.popFirst().flatMap({ Self.number($0, digits: 8...8) }),
      let time = fields.popFirst().flatMap({ Self.number($0, digits: 6...6) }),
      let number = fields.popFirst().flatMap({ Self.number($0, digits: 3...9) })
    else { return nil }
    let named = fields.first.flatMap { field in
      [Content.raw, .safety].first { field.elementsEqual($0.rawValue.utf8) }
    }
    if named != nil { fields.removeFirst() }
    guard let last = fields.popFirst() else { return (day, time, number, named ?? .rendered, nil) }
    guard fields.isEmpty, let part = part(last) else { return nil }
    return (day, time, number, named ?? .rendered, part)
  }

  private typealias Letters = Slice<UnsafeBufferPointer<UInt8>>

  private static func number(_ text: Letters, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.count), text.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return text.reduce(0) { 10 * $0 + Int($1) - 48 }
  }

  private static func part(_ text: Letters) -> Int? {
    guard (1...4).contains(text.count), text.allSatisfy({ (97...122).contains($0) }) else {
      return nil
    }
    return text.reduce(0) { 26 * $0 + Int($1) - 96 } - 1
  }
}

extension StringProtocol {
  /// The text before the first occurrence of an ASCII character; the whole text if the character does not occur.
  fileprivate func before(_ sign: Unicode.Scalar) -> SubSequence {
    self[..<(utf8.firstIndex(of: UInt8(ascii: sign)) ?? endIndex)]
  }
}
