import Drawings

/// The form of one option of a command, `--NAME` or `--NAME VALUE`: all that help and the scanner need.
struct OptionForm: Sendable, Equatable {
  /// The kinds of what may follow the name.
  enum Kind: Sendable, Equatable {
    /// Nothing: it is there or not.
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
  /// The kind of what follows.
  let kind: Kind
  /// The value that holds when it is not given, as one would type it.
  let standard: String?
  /// `true` where it may be given more than once.
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

  /// `true` where a choice shows its words where its value stands.
  private func isShort(_ words: [String]) -> Bool { words.joined(separator: "|").count <= 28 }

  /// How it is typed: `--width NUMBER`.
  var usage: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }

  /// The words that help adds to the summary: the values that are right, unless they are seen already, and the standard.
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

  /// The values that are right, in words; `nil` where anything is.
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
