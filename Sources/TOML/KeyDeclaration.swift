/// The declaration of a key, as shown to people and programs.
public struct KeyDeclaration: Sendable, Equatable {
  /// The table of a key.
  public enum Form: Sendable, Equatable {
    /// A table whose keys have defaults if it is absent.
    case table
    /// A table that only counts if it is present.
    case optionalTable
    /// One of any number of tables.
    case array
  }

  /// The time at which a changed value takes effect.
  public enum Effect: String, Sendable, Encodable {
    /// The next take.
    case nextTake = "next take"
    /// The next start of the program.
    case restart
  }

  /// The name of the table; empty for the file itself.
  public private(set) var table: String
  /// The key.
  public let name: String
  /// The form of its table.
  public private(set) var form = Form.table
  /// The default as written in the file; `nil` if there is none.
  public internal(set) var standard: String?
  /// A value as written in the file, if the default cannot be written.
  public let example: String?
  /// The meaning, in a few words.
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

  /// The same key inside an outer table; with an empty name, the key itself.
  func inside(_ outer: String, _ form: Form) -> Self {
    guard !outer.isEmpty else { return self }
    var key = self
    key.table = key.table.isEmpty ? outer : "\(outer).\(key.table)"
    if key.form == .table { key.form = form }
    return key
  }

  /// The name prefixed with the table: `take.pre-roll`.
  public var path: String { table.isEmpty ? name : "\(table).\(name)" }

  /// The line of a template: a default after `#`, anything else after `##`, and a comment with unit, meaning and
  /// bounds.
  public var templateLine: String {
    let isDefault = form == .table && example == nil
    let line = "\(isDefault ? "#" : "##") \(name) = \(example ?? standard ?? "")"
    let comment = comment
    guard !comment.isEmpty else { return line }
    let column = 32
    return line + String(repeating: " ", count: max(2, column - line.count)) + "# " + comment
  }

  /// The unit or the words, the meaning and the bounds.
  private var comment: String {
    switch allowed {
    case .anything: note
    case .words(let words):
      words.joined(separator: " | ") + (note.isEmpty ? "" : ": \(note)")
    case .numbers(let bounds, let unit, let word):
      [
        [unit, note].filter { !$0.isEmpty }.joined(separator: " "), bounds,
        word.map { "or \"\($0)\"" } ?? "",
      ].filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }
}

/// The allowed values of a key.
public enum KeyAllowance: Sendable, Equatable, CustomStringConvertible {
  /// Values that the key's note describes.
  case anything
  /// Words.
  case words([String])
  /// Numbers between bounds, such as "0 to 60", in a unit; and a word that may replace a number.
  case numbers(String, unit: String, word: String? = nil)

  /// The values in a few words: `0 to 60 s`; empty if there are no bounds.
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
