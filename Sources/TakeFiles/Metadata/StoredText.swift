/// Cleans up text from files of any origin for display on one line of a terminal or a page.
extension StringProtocol {
  /// True if the bytes alone show that the text needs no cleaning: for nearly all text, no Unicode tables are needed.
  package var isSingleLine: Bool {
    var last: UInt8 = 0x20
    let isLine = utf8.allSatisfy { byte in
      defer { last = byte }
      return (0x21...0x7E).contains(byte) || byte == 0x20 && last != 0x20
    }
    return isLine && last != 0x20
  }

  /// The text in which spaces replace control characters, a single space replaces each run of spaces, and no space is
  /// left at either end.
  ///
  /// Because metadata comes from files of unknown origin, it may contain escape sequences, which must not reach a
  /// terminal. U+FFFE and the like are removed as well: they are not characters, and XML does not allow them.
  package var singleLine: String {
    if isSingleLine { return String(self) }
    var line = ""
    var isSpaceDue = false
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      // Joiners shape emoji and letters, and cannot steer a terminal.
      case .format where scalar == "\u{200C}" || scalar == "\u{200D}":
        if !line.isEmpty, !isSpaceDue { line.unicodeScalars.append(scalar) }
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

  /// The text on a single line, without the characters after the first `most`; see ``singleLine``.
  ///
  /// A character can have any number of combining signs; signs in excess of three for each character are left out, too.
  package func singleLine(most: Int) -> String {
    let line = singleLine.prefix(most)
    // The cut can leave a blank at the end, which no file keeps.
    return String(String.UnicodeScalarView(line.unicodeScalars.prefix(4 * most))).singleLine
  }
}

extension String {
  /// The parts of the text between separators, at most `most` of them.
  ///
  /// If a combining sign such as an accent follows a separator, the text is still divided there, and the sign begins
  /// the next part.
  func pieces(between separator: Unicode.Scalar, most: Int) -> [String] {
    unicodeScalars.split(
      separator: separator, maxSplits: most - 1, omittingEmptySubsequences: false
    ).map { String($0) }
  }
}

extension ArraySlice<UInt8> {
  /// The text in a field, up to the first zero byte or the end of the field: read as UTF-8 if it is valid, otherwise as
  /// Latin-1.
  var storedText: String {
    prefix { $0 != 0 }.drop { $0 == 0x20 }.decoded.singleLine
  }

  /// The bytes as text: UTF-8 if they are valid UTF-8, otherwise Latin-1.
  var decoded: String {
    String(validating: self, as: UTF8.self)
      ?? String(String.UnicodeScalarView(map { UnicodeScalar($0) }))
  }
}
