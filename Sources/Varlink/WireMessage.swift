import FoundationEssentials

/// A message received by either side: a JSON text of bounded depth, whose fields can be decoded.
///
/// Foundation parses the JSON only after checks that bound the parser's work.
package struct WireMessage: Sendable, Equatable {
  private let bytes: [UInt8]

  /// A message from its bytes.
  ///
  /// - Throws: ``WireFault/notText``, ``WireFault/notSound`` or ``WireFault/tooDeep(limit:)``.
  package init(_ bytes: [UInt8], levels: Int) throws(WireFault) {
    guard Self.levels(bytes) <= levels else { throw .tooDeep(limit: levels) }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notText }
    guard StringCheck.passes(bytes) else { throw .notSound }
    self.bytes = bytes
  }

  /// Decodes the message as a type; fields that the type does not have are ignored.
  ///
  /// - Throws: the parser's error if the text is not JSON, or if a field is missing or has another type.
  package func decoded<Fields: Decodable>(_ type: Fields.Type) throws -> Fields {
    try JSONDecoder().decode(type, from: Data(bytes))
  }

  /// The depth to which objects and lists are nested; for text that is not JSON, the depth of its brackets.
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
