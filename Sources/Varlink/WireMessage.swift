import FoundationEssentials

/// A message of either side as it came: text of bounded depth, whose fields are looked at one by one.
///
/// The parser of JSON is that of Foundation, behind checks that bound its work.
package struct WireMessage: Sendable, Equatable {
  private let bytes: [UInt8]

  /// A message from its bytes.
  ///
  /// - Throws: ``WireFault/notText``, ``WireFault/notSound`` and ``WireFault/tooDeep(limit:)``.
  package init(_ bytes: [UInt8], levels: Int) throws(WireFault) {
    guard Self.levels(bytes) <= levels else { throw .tooDeep(limit: levels) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notText }
    guard StringCheck.passes(bytes) else { throw .notSound }
    self.bytes = bytes
  }

  /// The fields of a type that are there; unknown ones are left aside.
  ///
  /// - Throws: the parser's error, when the text is no JSON, or a field is missing or of another kind.
  package func decoded<Fields: Decodable>(_ type: Fields.Type) throws -> Fields {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The most objects and lists that are inside of each other; of text that is no JSON, brackets in its place.
  static func levels(_ bytes: [UInt8]) -> Int {
    var (depth, deepest, isString, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\") where isString: isEscaped = true
      case UInt8(ascii: "\""): isString.toggle()
      case _ where isString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}
