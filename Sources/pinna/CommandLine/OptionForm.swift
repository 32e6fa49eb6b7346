import Drawings

/// The form of one option of a command, `--NAME` or `--NAME VALUE`, for help and the scanner.
struct OptionForm: Sendable, Equatable {
  /// The kinds of value after the name.
  enum Kind: Sendable, Equatable {
    /// No value: it is given or not.
    case flag
    /// Any text; `placeholder` stands for it in help.
    case text(placeholder: String)
    /// One of these words.
    case choice([String])
    /// A number within a range in a unit, or one of these words instead.
    case number(placeholder: String, range: ClosedRange<Double>, unit: String, words: [String])
  }

  /// The name without dashes.
  let name: String
  /// One line for help, without a full stop.
  let summary: String
  /// The kind of its value.
  let kind: Kind
  /// The default, as typed.
  let standard: String?
  /// True if it may be given more than once.
  let isRepeated: Bool

  /// A form from its parts.
  init(
    _ name: String, _ summary: String, _ kind: Kind, standard: String? = nil,
    isRepeated: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.standard = standard
    self.isRepeated = isRepeated
  }

  /// The word for the value in help; `nil` for a flag.
  var placeholder: String? {
    switch kind {
    case .flag: nil
    case .text(let placeholder): placeholder
    case .choice(let words): isShort(words) ? words.joined(separator: "|") : "WORD"
    case .number(let placeholder, _, _, let words):
      ([placeholder] + words).joined(separator: "|")
    }
  }

  /// True if a choice shows its words in place of its value.
  private func isShort(_ words: [String]) -> Bool { words.joined(separator: "|").count <= 28 }

  /// The option as typed: `--width NUMBER`.
  var usage: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }

  /// The notes that help adds to the summary: the allowed values, unless the usage shows them, and the default.
  var notes: String {
    var notes: [String] = []
    if case .choice(let words) = kind, isShort(words) {
      // The usage shows them.
    } else if let allowed {
      notes.append(allowed)
    }
    if let standard { notes.append("default \(standard)") }
    if isRepeated { notes.append("may be repeated") }
    return notes.joined(separator: "; ")
  }

  /// The allowed values, in words; `nil` if any value is allowed.
  var allowed: String? {
    switch kind {
    case .flag, .text: nil
    case .choice(let words): words.joined(separator: ", ")
    case .number(_, let range, let unit, let words):
      (["a number \(Self.words(range.lowerBound, range.upperBound, unit))"] + words)
        .joined(separator: " or ")
    }
  }

  private static func words(_ lower: Double, _ upper: Double, _ unit: String) -> String {
    "from \(lower.shortText(digits: 3)) to \(upper.shortText(digits: 3))"
      + (unit.isEmpty ? "" : " \(unit)")
  }
}
