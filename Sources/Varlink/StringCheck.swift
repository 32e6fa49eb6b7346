/// Checks the strings in a JSON text: every escape must be valid in JSON, and every control character must be escaped.
///
/// Strings that fail the check never reach Foundation's parser: in Swift 6.0 the parser ends the process if such a
/// string is the name of a field.
///
/// - Source: RFC 8259, section 7.
struct StringCheck {
  private var rest: ArraySlice<UInt8>

  /// True if all strings in the text pass; the text between the strings is not checked.
  static func passes(_ bytes: [UInt8]) -> Bool {
    var check = StringCheck(rest: bytes[...])
    while let start = check.rest.firstIndex(of: UInt8(ascii: "\"")) {
      check.rest = check.rest[(start + 1)...]
      guard check.readString() else { return false }
    }
    return true
  }

  /// Reads the rest of a string up to its closing quote; false if the string does not pass.
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

  /// Reads four hexadecimal digits; `nil` if there are fewer.
  private mutating func readUnit() -> UInt16? {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    guard digits.count == 4, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
      return nil
    }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
