import FoundationEssentials

/// Writes facts for programs as JSON; no other code makes JSON.
enum JSONOutput {
  /// Encodes a value as JSON with sorted keys, two spaces per level and plain slashes.
  ///
  /// - Throws: ``CommandError`` (70) for a number that JSON cannot hold.
  static func text(_ value: some Encodable) throws(CommandError) -> String {
    try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  }

  /// Encodes a value as JSON on one line, with sorted keys and plain slashes, for streams of facts.
  ///
  /// - Throws: ``CommandError`` (70) for a number that JSON cannot hold.
  static func line(_ value: some Encodable) throws(CommandError) -> String {
    try text(value, [.sortedKeys, .withoutEscapingSlashes])
  }

  /// Decodes text that ``line(_:)`` made; `nil` if the text has another form.
  static func value<Value: Decodable>(_ type: Value.Type, of bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }

  private static func text(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws(CommandError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw CommandError("cannot write JSON: \(error)", .software)
    }
  }
}
