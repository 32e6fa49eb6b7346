/// Text from files of any origin, cleaned up for one line of a terminal or a page.
extension StringProtocol {
  /// True for text that already is such a line, judging by its bytes: nearly all text needs no Unicode tables.
  package var isSingleLine: Bool {
    var last: UInt8 = 0x20
    let isLine = utf8.allSatisfy { byte in
      defer { last = byte }
      return (0x21...0x7E).contains(byte) || byte == 0x20 && last != 0x20
    }
    return isLine && last != 0x20
  }

  /// The text with control characters replaced by spaces, runs of spaces collapsed, and none at the ends.
  ///
  /// Metadata comes from files of unknown origin: an escape sequence in it must not reach a terminal. U+FFFE and the
  /// like are not characters, and XML does not allow them.
  package var singleLine: String {
    if isSingleLine { return String(self) }
    var line = ""
    var isSpaceDue = false
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        isSpaceDue = !line.isEmpty
      case _ where scalar.properties.isNoncharacterCodePoint: isSpaceDue = !line.isEmpty
      default:
        if isSpaceDue { line.unicodeScalars.append(" ") }
        isSpaceDue = false
        line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}

extension String {
  /// The parts between separators, up to a maximum number: a combining sign after the separator in a person's text,
  /// such as an accent, begins the next part.
  func pieces(between separator: Unicode.Scalar, most: Int) -> [String] {
    unicodeScalars.split(
      separator: separator, maxSplits: most - 1, omittingEmptySubsequences: false
    ).map { String($0) }
  }
}

extension ArraySlice<UInt8> {
  /// Text that ends at a zero byte or with the field: UTF-8 if it is valid, else Latin-1.
  var storedText: String {
    let text = prefix { $0 != 0 }.drop { $0 == 0x20 }
    if let utf8 = String(validating: text, as: UTF8.self) { return utf8.singleLine }
    return String(String.UnicodeScalarView(text.map { UnicodeScalar($0) })).singleLine
  }
}
