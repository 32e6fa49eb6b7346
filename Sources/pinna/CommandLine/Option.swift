import Drawings

/// One option of a command: `--NAME`, or `--NAME VALUE`.
///
/// The value is the key to what was typed: `arguments.number(width)`.
struct Option: Sendable, Equatable {
  /// What may follow the name.
  enum Kind: Sendable, Equatable {
    /// Nothing: it is there or not.
    case flag
    /// Any text; `placeholder` stands for it in help.
    case text(placeholder: String)
    /// One of these words.
    case choice([String])
    /// A number within a range in a unit, or one of these words instead.
    case number(placeholder: String, range: ClosedRange<Double>, unit: String, words: [String])
    /// A whole number within a range in a unit.
    case integer(placeholder: String, range: ClosedRange<Int>, unit: String)
  }

  /// The name without dashes.
  let name: String
  /// One line for help, without a full stop.
  let summary: String
  /// What may follow.
  let kind: Kind
  /// What holds when it is not given, as one would type it.
  let standard: String?
  /// Whether it may be given more than once.
  let isRepeated: Bool

  private init(
    _ name: String, _ summary: String, _ kind: Kind, standard: String? = nil,
    isRepeated: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.standard = standard
    self.isRepeated = isRepeated
  }

  /// `--NAME`.
  static func flag(_ name: String, _ summary: String) -> Option {
    Option(name, summary, .flag)
  }

  /// `--NAME TEXT`.
  static func text(
    _ name: String, _ placeholder: String, _ summary: String, standard: String? = nil,
    isRepeated: Bool = false
  ) -> Option {
    Option(
      name, summary, .text(placeholder: placeholder), standard: standard, isRepeated: isRepeated)
  }

  /// `--NAME WORD`, one of the words.
  static func choice(
    _ name: String, _ words: [String], _ summary: String, standard: String? = nil,
    isRepeated: Bool = false
  ) -> Option {
    Option(name, summary, .choice(words), standard: standard, isRepeated: isRepeated)
  }

  /// `--NAME NUMBER`, or one of `words` where a number may be switched off.
  static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, unit: String = "",
    words: [String] = [], _ summary: String, standard: String? = nil
  ) -> Option {
    Option(
      name, summary,
      .number(placeholder: placeholder, range: range, unit: unit, words: words),
      standard: standard)
  }

  /// `--NAME COUNT`.
  static func integer(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Int>, unit: String = "",
    _ summary: String, standard: String? = nil
  ) -> Option {
    Option(
      name, summary, .integer(placeholder: placeholder, range: range, unit: unit),
      standard: standard)
  }

  /// What stands for the value in help; `nil` for a flag.
  var placeholder: String? {
    switch kind {
    case .flag: nil
    case .text(let placeholder): placeholder
    case .choice(let words): isShort(words) ? words.joined(separator: "|") : "WORD"
    case .number(let placeholder, _, _, let words):
      ([placeholder] + words).joined(separator: "|")
    case .integer(let placeholder, _, _): placeholder
    }
  }

  /// Whether a choice shows its words where its value stands.
  private func isShort(_ words: [String]) -> Bool { words.joined(separator: "|").count <= 28 }

  /// How it is typed: `--width NUMBER`.
  var usage: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }

  /// What help adds to the summary: the values that are right, unless they are seen already, and the standard.
  var notes: String {
    var notes: [String] = []
    if case .choice(let words) = kind, isShort(words) {
      // Seen in the usage.
    } else if let allowed {
      notes.append(allowed)
    }
    if let standard { notes.append("default \(standard)") }
    if isRepeated { notes.append("may be repeated") }
    return notes.joined(separator: "; ")
  }

  /// What values are right, in words; `nil` where anything is.
  var allowed: String? {
    switch kind {
    case .flag, .text: nil
    case .choice(let words): words.joined(separator: ", ")
    case .number(_, let range, let unit, let words):
      (["a number \(Self.words(range.lowerBound, range.upperBound, unit))"] + words)
        .joined(separator: " or ")
    case .integer(_, let range, let unit):
      "a whole number "
        + Self.words(Double(range.lowerBound), Double(range.upperBound), unit)
    }
  }

  private static func words(_ lower: Double, _ upper: Double, _ unit: String) -> String {
    "from \(lower.shortText(digits: 3)) to \(upper.shortText(digits: 3))"
      + (unit.isEmpty ? "" : " \(unit)")
  }
}
