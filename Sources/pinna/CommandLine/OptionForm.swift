import Drawings

/// The form of an option, `--NAME` or `--NAME VALUE`, for the help and the scanner.
struct OptionForm: Sendable, Equatable {
  /// The kinds of value that can follow the name.
  enum Kind: Sendable, Equatable {
    /// No value: the option is given or not.
    case flag
    /// Any text; the help shows `placeholder` in its place.
    case text(placeholder: String)
    /// One of these words.
    case choice([String])
    /// A number within a range, in a unit, or one of these words instead of it.
    case number(placeholder: String, range: ClosedRange<Double>, unit: String, words: [String])
  }

  /// The name of the option, without dashes.
  let name: String
  /// A summary in one line for the help, without a full stop.
  let summary: String
  /// The kind of the option's value.
  let kind: Kind
  /// The default value, as a person would type it.
  let standard: String?
  /// True if the option can be given more than once.
  let isRepeated: Bool

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

  /// The word that stands for the value in the help; `nil` for a flag.
  var placeholder: String? {
    switch kind {
    case .flag: nil
    case .text(let placeholder): placeholder
    case .choice(let words): isShort(words) ? words.joined(separator: "|") : "WORD"
    case .number(let placeholder, _, _, let words):
      ([placeholder] + words).joined(separator: "|")
    }
  }

  /// True if the help shows the words of a choice themselves in place of a placeholder.
  private func isShort(_ words: [String]) -> Bool { words.joined(separator: "|").count <= 28 }

  /// The option as it is typed, such as `--width NUMBER`.
  var usage: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }

  /// The notes that the help adds to the summary: the default, and the allowed values unless the usage line shows them.
  var notes: String {
    var notes: [String] = []
    if case .choice(let words) = kind, isShort(words) {
      // The usage line already shows these words.
    } else if let allowed {
      notes.append(allowed)
    }
    if let standard { notes.append("default \(standard)") }
    if isRepeated { notes.append("may be repeated") }
    return notes.joined(separator: "; ")
  }

  /// The summary with the notes.
  var explanation: String { summary + (notes.isEmpty ? "" : " (\(notes))") }

  /// The values that are allowed, in words; `nil` if any value is.
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
