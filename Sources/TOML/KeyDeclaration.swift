/// The declaration of a key, in the form shown to people and programs.
public struct KeyDeclaration: Sendable, Equatable {
  /// The kind of table that contains a key.
  public enum Form: Sendable, Equatable {
    /// A table that may be absent; its keys then have their defaults.
    case table
    /// A table that may be absent; its keys then have no values.
    case optionalTable
    /// An element of an array of tables.
    case array
  }

  /// The time at which a changed value takes effect.
  public enum Effect: String, Sendable, Encodable {
    /// The next take.
    case nextTake
    /// The next start of the program.
    case restart
  }

  /// The name of the table that contains the key; empty for a key outside all tables.
  public private(set) var table: String
  /// The name of the key, without its table.
  public let name: String
  /// The form of the table that contains the key.
  public private(set) var form = Form.table
  /// The default, as it would be written in a file; `nil` if there is none.
  public internal(set) var standard: String?
  /// A value as it would be written in a file, for a key whose default cannot be written there.
  public let example: String?
  /// A phrase that says what the key means, without its unit.
  public let note: String
  /// The allowed values.
  public let allowed: KeyAllowance
  /// True if the key is required.
  public let isRequired: Bool
  /// The time at which a changed value takes effect.
  public let effect: Effect

  init(
    path: String, allowed: KeyAllowance, note: String, example: String?, isRequired: Bool,
    effect: Effect
  ) {
    let names = path.split(separator: ".").map(String.init)
    (table, name) = (names.dropLast().joined(separator: "."), names.last ?? "")
    (self.allowed, self.note, self.example) = (allowed, note, example)
    (self.isRequired, self.effect) = (isRequired, effect)
  }

  /// The same key, with its table placed inside an outer table; if the name of the outer table is empty, the key
  /// unchanged.
  func inside(_ outer: String, _ form: Form) -> Self {
    guard !outer.isEmpty else { return self }
    var key = self
    key.table = key.table.isEmpty ? outer : "\(outer).\(key.table)"
    if key.form == .table { key.form = form }
    return key
  }

  /// The name of the key, preceded by its table: `take.pre-roll`.
  public var path: String { table.isEmpty ? name : "\(table).\(name)" }

  /// The key's line in a template: a default is written after `#`, any other value after `##`; a comment with
  /// meaning, bounds and unit follows.
  public var templateLine: String {
    let isDefault = form == .table && example == nil
    let line = "\(isDefault ? "#" : "##") \(name) = \(example ?? standard ?? "")"
    let comment = comment
    guard !comment.isEmpty else { return line }
    let column = 32
    return line + String(repeating: " ", count: max(2, column - line.count)) + "# " + comment
  }

  /// The comment in the template: the allowed words and the meaning, or the meaning and the bounds with their unit.
  private var comment: String {
    if case .words(let words) = allowed {
      return words.joined(separator: " | ") + (note.isEmpty ? "" : ": \(note)")
    }
    return [note, allowed.description].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// The allowed values of a key.
public enum KeyAllowance: Sendable, Equatable, CustomStringConvertible {
  /// Any value; the key's note describes which values make sense.
  case anything
  /// One of these words.
  case words([String])
  /// A number within bounds, such as "0 to 60", in a unit, or a word in place of a number.
  case numbers(String, unit: String, word: String? = nil)

  /// A few words that describe the allowed values, such as `0 to 60 s`; empty if any value is allowed.
  public var description: String {
    switch self {
    case .anything: return ""
    case .words(let words): return words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .numbers(let bounds, let unit, let word):
      let unit = unit.isEmpty ? "" : " \(unit)"
      return "\(bounds)\(unit)\(word.map { ", or \"\($0)\"" } ?? "")"
    }
  }
}
