extension Character {
  /// The number of terminal columns that the character occupies: 0, 1 or 2.
  ///
  /// - Source: Unicode Standard Annex 11: characters with an East Asian Width of W or F take two columns. Only the
  ///   blocks that can occur in the names of boards and takes are listed here. Control characters take no columns.
  package var terminalWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .control, .format, .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if unicodeScalars.contains(where: { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }) {
      return 2
    }
    return Self.wideBlocks.contains { $0.contains(first.value) } ? 2 : 1
  }

  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo, leading consonants
    0x2E80...0x303E,  // CJK radicals and punctuation
    0x3041...0xA4CF,  // kana, CJK ideographs, Yi
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // CJK compatibility ideographs
    0xFE30...0xFE6F,  // CJK compatibility forms
    0xFF01...0xFF60,  // full-width forms
    0xFFE0...0xFFE6,  // full-width signs
    0x20000...0x3FFFD,  // supplementary ideographs
  ]
}

extension StringProtocol {
  /// The number of terminal columns that the text occupies on one line.
  package var terminalWidth: Int {
    // The bytes of a String are read directly; reading the bytes of a generic type takes a call for each byte.
    let text = String(self)
    // Nearly all text is ASCII, which needs no Unicode tables.
    return text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      ? text.utf8.count : text.reduce(0) { $0 + $1.terminalWidth }
  }

  /// The text padded with spaces on the right to at least `width` columns.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - terminalWidth))
  }

  /// The text padded with spaces on the left to at least `width` columns.
  package func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - terminalWidth)) + self
  }
}
