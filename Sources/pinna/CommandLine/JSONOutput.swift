import FoundationEssentials

/// Facts for programs: the one place that makes JSON.
enum JSONOutput {
  /// A value as JSON with sorted keys, two spaces per level and plain slashes.
  ///
  /// - Throws: ``CommandError`` (70) for a number that JSON cannot hold.
  static func text(_ value: some Encodable) throws(CommandError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw CommandError("cannot write JSON: \(error)", .software)
    }
  }
}
