/// A check of the strings in a text of JSON: every escape is valid in JSON, and no control character is unescaped.
///
/// Other strings never reach Foundation's parser: the one in Swift 6.0 ends the process if it finds one in the name of
/// a field.
///
/// - Source: RFC 8259, section 7.
struct StringCheck {
  private var rest: ArraySlice<UInt8>

  /// True if all strings are sound; the text between them is not checked.
  static func passes(_ bytes: [UInt8]) -> Bool {
    var check = StringCheck(rest: bytes[...])
    while let start = check.rest.firstIndex(of: UInt8(ascii: "\"")) {
      check.rest = check.rest[(start + 1)...]
      guard check.readString() else { return false }
    }
    return true
  }

  /// Reads the rest of a string with its end; false if it is not sound.
  private mutating func readString() -> Bool {
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard readEscape() else { return false }
      case ..<0x20: return false
      default: break
      }
    }
    return false
  }

  private mutating func readEscape() -> Bool {
    guard let letter = rest.popFirst() else { return false }
    guard letter == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(letter) }
    guard let unit = readUnit(), !UTF16.isTrailSurrogate(unit) else { return false }
    guard UTF16.isLeadSurrogate(unit) else { return true }
    guard rest.starts(with: "\\u".utf8) else { return false }
    rest = rest.dropFirst(2)
    return readUnit().map(UTF16.isTrailSurrogate) ?? false
  }

  /// Four hexadecimal digits.
  private mutating func readUnit() -> UInt16? {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return nil
    }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
