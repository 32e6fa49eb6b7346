import CToml

/// A document that the C library has parsed; releasing this object frees it.
final class TOMLDocument {
  private let document: OpaquePointer

  /// Parses UTF-8 text.
  ///
  /// - Throws: ``TOMLError`` with the position at which the text stops being TOML.
  init(bytes: [UInt8], name: String) throws(TOMLError) {
    var failure = ctoml_failure()
    let parsed = bytes.withUnsafeBytes { raw in
      ctoml_parse(raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, &failure)
    }
    guard let parsed else {
      let problem = withUnsafeBytes(of: failure.problem) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw TOMLError(
        file: name, line: Int(failure.line), column: Int(failure.column), problem: problem,
        remedy: Self.remedy(for: bytes)
          ?? Self.remedy(for: problem, atLineEnd: Self.isLineEnd(failure, in: bytes)))
    }
    document = parsed
  }

  /// The remedy if bytes are not UTF-8 text; `nil` if they are.
  private static func remedy(for bytes: [UInt8]) -> String? {
    if String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes), !bytes.contains(0) {
      return nil
    }
    let isUTF16 =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.contains(0)
    return "save it as UTF-8 in the editor"
      + (isUTF16 ? "; it is UTF-16, which Windows calls Unicode" : "")
  }

  /// The remedy for a mistake in the syntax that people often make; `nil` if the message of the parser says enough.
  private static func remedy(for problem: String, atLineEnd isLineEnd: Bool) -> String? {
    let quoted = problem.split(separator: "'", omittingEmptySubsequences: false)
    let name = quoted.count > 1 ? quoted[1] : ""
    let isHeader = problem.contains("parsing table header")
    return switch problem {
    case _ where problem.contains("cannot redefine existing") && isHeader:
      "join the two tables, or, if there can be several of them, write [[\(name)]] for each"
    case _ where problem.contains("cannot redefine existing"): "write the key only once"
    case _ where problem.contains("could not determine value type"):
      "write text in straight quotes (\"text\"), numbers as in -1.5, lists as in [1, 2], or true or false"
    case _ where problem.contains("parsing boolean"): "write true or false, in lower case"
    case _ where problem.contains("string: ") && isLineEnd:
      "end the text with the same quote that it begins with, in the same line"
    case _ where problem.contains("escape sequence") || problem.contains("unicode scalar sequence"):
      "write each backslash twice (\\\\)"
    default: nil
    }
  }

  /// True if a line of the text ends where the parser stopped.
  private static func isLineEnd(_ failure: ctoml_failure, in bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard failure.line > 0, failure.line <= lines.count else { return false }
    let text = String(decoding: lines[Int(failure.line) - 1], as: UTF8.self).unicodeScalars
    return Int(failure.column) > text.count - (text.last == "\r" ? 1 : 0)
  }

  deinit {
    ctoml_free(document)
  }

  /// The document as Swift values that do not depend on the C library.
  var root: TOMLNode {
    var count = 0
    let records = UnsafeBufferPointer(start: ctoml_records(document, &count), count: count)
    var next = 0
    return withExtendedLifetime(self) { Self.node(records, &next) }
  }

  /// The value at `next`, including everything inside it; `next` moves past the value.
  private static func node(
    _ records: UnsafeBufferPointer<ctoml_record>, _ next: inout Int
  ) -> TOMLNode {
    let record = records[next]
    next += 1
    let content: TOMLNode.Content
    switch UInt32(record.kind) {
    case CTOML_TABLE.rawValue: content = .table(entries(record.children, records, &next))
    case CTOML_ARRAY.rawValue:
      content = .array((0..<record.children).map { _ in node(records, &next) })
    case CTOML_STRING.rawValue: content = .string(text(record.text, record.text_length))
    case CTOML_INTEGER.rawValue: content = .integer(record.integer)
    case CTOML_FLOAT.rawValue: content = .real(record.real)
    case CTOML_BOOLEAN.rawValue: content = .boolean(record.integer != 0)
    default: content = .date
    }
    return TOMLNode(
      content: content,
      position: TOMLPosition(line: Int(record.line), column: Int(record.column)))
  }

  private static func entries(
    _ count: Int, _ records: UnsafeBufferPointer<ctoml_record>, _ next: inout Int
  ) -> [TOMLEntry] {
    (0..<count).map { _ in
      let record = records[next]
      return TOMLEntry(
        key: text(record.key, record.key_length),
        keyPosition: TOMLPosition(line: Int(record.key_line), column: Int(record.key_column)),
        value: node(records, &next))
    }
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
  }
}
