import Drawings

/// An option, whatever it gives.
protocol AnyOption: Sendable {
  /// All that help and the scanner need.
  var form: OptionForm { get }
}

/// One option of a command, and the key to what was typed: `arguments[width]`.
///
/// The value is optional where nothing holds when the option is not given.
struct Option<Value: Sendable>: AnyOption {
  let form: OptionForm
  /// The value of the words that were given, which fit the form; of no words when it was not given.
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
  /// `--NAME TEXT`, with a text that holds without it.
  static func text(
    _ name: String, _ placeholder: String, _ summary: String, standard: String
  ) -> Self {
    Self(OptionForm(name, summary, .text(placeholder: placeholder), standard: standard)) {
      $0.last ?? standard
    }
  }
}

extension Option<[String]> {
  /// `--NAME TEXT`, as often as one likes.
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
  /// `--NAME NUMBER`, with a number that holds without it.
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
  /// `--NAME NUMBER`, or a word that says that there is no number.
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
  /// - Parameter usual: the word that help gives as the default, where the command finds out what holds.
  static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ words: [Word], _ summary: String, usual: Word? = nil
  ) -> Self where Value == Word? {
    Self(
      OptionForm(name, summary, .choice(words.map(\.rawValue)), standard: usual?.rawValue)
    ) { $0.last.flatMap { Word(rawValue: $0) } }
  }

  /// `--NAME WORD`, one of the words, or one that says that there is none.
  static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ words: [Word], none: String, _ summary: String
  ) -> Self where Value == Word?? {
    Self(OptionForm(name, summary, .choice([none] + words.map(\.rawValue)))) {
      $0.last.map { Word(rawValue: $0) }
    }
  }
}

extension Option where Value: RawRepresentable<String> {
  /// `--NAME WORD`, one of the words, with one that holds without it.
  static func choice(
    _ name: String, _ words: [Value], _ summary: String, standard: Value
  ) -> Self {
    Self(
      OptionForm(name, summary, .choice(words.map(\.rawValue)), standard: standard.rawValue)
    ) { $0.last.flatMap { Value(rawValue: $0) } ?? standard }
  }
}
