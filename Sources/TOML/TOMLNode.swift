/// A value in a document, with its position in the text.
struct TOMLNode: Sendable {
  /// The type and the value that the file states.
  enum Content: Sendable {
    case table([TOMLEntry])
    case array([TOMLNode])
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case date
  }

  var content: Content
  var position: TOMLPosition
}

/// A key in a table, with its value.
struct TOMLEntry: Sendable {
  var key: String
  var keyPosition: TOMLPosition
  var value: TOMLNode
}

/// A position in a text: line and column, both counted from 1.
struct TOMLPosition: Comparable, Hashable, Sendable {
  var line: Int
  var column: Int

  static func < (a: TOMLPosition, b: TOMLPosition) -> Bool {
    (a.line, a.column) < (b.line, b.column)
  }
}

extension TOMLNode {
  /// The words with which an error message describes this value.
  var found: String {
    switch content {
    case .table: "a table"
    case .array(let elements): "an array of \(elements.count)"
    case .string(let text): "the string \(quoted(text))"
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .boolean(let value): "\(value)"
    case .date: "a date or time"
    }
  }

  /// The value as it would be written in a file; tables are written in braces.
  var text: String {
    switch content {
    case .table(let entries):
      "{ " + entries.map { "\($0.key) = \($0.value.text)" }.joined(separator: ", ") + " }"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .string(let text): Self.literal(text)
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let value): "\(value)"
    case .date: "a date or time"
    }
  }

  /// A string as TOML writes it, uncut, in quotes and with escapes.
  ///
  /// - Source: TOML 1.0.0, "String".
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The value of an integer or a decimal number; `nil` for anything else.
  var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }
}

/// A text for a message: in double quotes, cut to a readable length, and without characters that could move a
/// terminal's cursor.
func quoted(_ text: String) -> String {
  let limit = 60
  var result = "\""
  for scalar in text.unicodeScalars.prefix(limit) {
    result += scalar == "\"" ? "\\\"" : scalar.escaped(asASCII: false)
  }
  return result + (text.unicodeScalars.count > limit ? "...\"" : "\"")
}
