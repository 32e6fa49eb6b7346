import Drawings

/// An option with a value of any type.
protocol AnyOption: Sendable {
  /// The form of the option, for help and the scanner.
  var form: OptionForm { get }
}

/// One option of a command, and the key to its value: `arguments[width]`.
///
/// The value is optional if there is no default.
struct Option<Value: Sendable>: AnyOption {
  let form: OptionForm
  /// Converts the given words, which fit the form, to the value; empty if the option was not given.
  let value: @Sendable ([String]) -> Value

  private init(_ form: OptionForm, _ value: @escaping @Sendable ([String]) -> Value) {
    (self.form, self.value) = (form, value)
  }
}

extension Option<Bool> {
  /// `--NAME`.
  static func flag(_ name: String, _ summary: String) -> Self {
    Self(OptionForm(name, summary, .flag)) { !$0.isEmpty }
  }
}

extension Option<String?> {
  /// `--NAME TEXT`.
  static func text(_ name: String, _ placeholder: String, _ summary: String) -> Self {
    Self(OptionForm(name, summary, .text(placeholder: placeholder))) { $0.last }
  }
}

extension Option<String> {
  /// `--NAME TEXT`, with a default.
  static func text(
    _ name: String, _ placeholder: String, _ summary: String, standard: String
  ) -> Self {
    Self(OptionForm(name, summary, .text(placeholder: placeholder), standard: standard)) {
      $0.last ?? standard
    }
  }
}

extension Option<[String]> {
  /// `--NAME TEXT`, any number of times.
  static func texts(_ name: String, _ placeholder: String, _ summary: String) -> Self {
    Self(OptionForm(name, summary, .text(placeholder: placeholder), isRepeated: true)) { $0 }
  }
}

extension Option<Double?> {
  /// `--NAME NUMBER`.
  static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, unit: String = "",
    _ summary: String
  ) -> Self {
    let kind = OptionForm.Kind.number(placeholder: placeholder, range: range, unit: unit, words: [])
    return Self(OptionForm(name, summary, kind)) { $0.last.flatMap { Double($0) } }
  }
}

extension Option<Double> {
  /// `--NAME NUMBER`, with a default.
  static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, unit: String = "",
    _ summary: String, standard: Double
  ) -> Self {
    let kind = OptionForm.Kind.number(placeholder: placeholder, range: range, unit: unit, words: [])
    let text = standard.shortText(digits: 3)
    return Self(OptionForm(name, summary, kind, standard: text)) {
      $0.last.flatMap { Double($0) } ?? standard
    }
  }
}

extension Option<Double??> {
  /// `--NAME NUMBER`, or a word for no number.
  static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, unit: String = "",
    none: String, _ summary: String
  ) -> Self {
    let kind = OptionForm.Kind.number(
      placeholder: placeholder, range: range, unit: unit, words: [none])
    return Self(OptionForm(name, summary, kind)) { $0.last.map { Double($0) } }
  }
}

extension Option {
  /// `--NAME WORD`, one of the words.
  ///
  /// - Parameter usual: the word that help gives as the default, if the command determines the actual one.
  static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ words: [Word], _ summary: String, usual: Word? = nil
  ) -> Self where Value == Word? {
    Self(
      OptionForm(name, summary, .choice(words.map(\.rawValue)), standard: usual?.rawValue)
    ) { $0.last.flatMap { Word(rawValue: $0) } }
  }

  /// `--NAME WORD`, one of the words, or one for none.
  static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ words: [Word], none: String, _ summary: String
  ) -> Self where Value == Word?? {
    Self(OptionForm(name, summary, .choice([none] + words.map(\.rawValue)))) {
      $0.last.map { Word(rawValue: $0) }
    }
  }
}

extension Option where Value: RawRepresentable<String> {
  /// `--NAME WORD`, one of the words, with a default.
  static func choice(
    _ name: String, _ words: [Value], _ summary: String, standard: Value
  ) -> Self {
    Self(
      OptionForm(name, summary, .choice(words.map(\.rawValue)), standard: standard.rawValue)
    ) { $0.last.flatMap { Value(rawValue: $0) } ?? standard }
  }
}
