import FoundationEssentials

/// A received message of either side: text of bounded depth, whose fields are decoded one by one.
///
/// Foundation parses the JSON, behind checks that bound its work.
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

  /// The fields of a type; unknown ones are ignored.
  ///
  /// - Throws: the parser's error, if the text is not JSON, or a field is missing or of another type.
  package func decoded<Fields: Decodable>(_ type: Fields.Type) throws -> Fields {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The depth of nested objects and lists; for text that is not JSON, the depth of its brackets.
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
