import Drawings

/// An option, whatever the type of its value.
protocol AnyOption: Sendable {
  /// The form of the option, for help and the scanner.
  var form: OptionForm { get }
}

/// One option of a command, which also serves as the key to its value, as in `arguments[width]`.
///
/// The type of the value is optional if the option has no default.
struct Option<Value: Sendable>: AnyOption {
  let form: OptionForm
  /// Converts the words that were given, which fit the form, to the value; there are none if the option was not given.
  let value: @Sendable ([String]) -> Value

  private init(_ form: OptionForm, _ value: @escaping @Sendable ([String]) -> Value) {
    (self.form, self.value) = (form, value)
  }
}

extension Option<Bool> {
  /// The option `--NAME`.
  static func flag(_ name: String, _ summary: String) -> Self {
    Self(OptionForm(name, summary, .flag)) { !$0.isEmpty }
  }
}

extension Option<String?> {
  /// The option `--NAME TEXT`.
  static func text(_ name: String, _ placeholder: String, _ summary: String) -> Self {
    Self(OptionForm(name, summary, .text(placeholder: placeholder))) { $0.last }
  }
}

extension Option<String> {
  /// The option `--NAME TEXT` with a default.
  static func text(
    _ name: String, _ placeholder: String, _ summary: String, standard: String
  ) -> Self {
    Self(OptionForm(name, summary, .text(placeholder: placeholder), standard: standard)) {
      $0.last ?? standard
    }
  }
}

extension Option<[String]> {
  /// The option `--NAME TEXT`, which can be given any number of times.
  static func texts(_ name: String, _ placeholder: String, _ summary: String) -> Self {
    Self(OptionForm(name, summary, .text(placeholder: placeholder), isRepeated: true)) { $0 }
  }
}

extension Option<Double?> {
  /// The option `--NAME NUMBER`.
  static func number(
    _ name: String, _ placeholder: String, _ range: ClosedRange<Double>, unit: String = "",
    _ summary: String
  ) -> Self {
    let kind = OptionForm.Kind.number(placeholder: placeholder, range: range, unit: unit, words: [])
    return Self(OptionForm(name, summary, kind)) { $0.last.flatMap { Double($0) } }
  }
}

extension Option<Double> {
  /// The option `--NAME NUMBER` with a default.
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
  /// The option `--NAME NUMBER`, with a word that can be given for no number.
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
  /// The option `--NAME WORD`, with a list of the allowed words.
  ///
  /// - Parameter usual: the word that the help shows as the default, although the command chooses the real one.
  static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ words: [Word], _ summary: String, usual: Word? = nil
  ) -> Self where Value == Word? {
    Self(
      OptionForm(name, summary, .choice(words.map(\.rawValue)), standard: usual?.rawValue)
    ) { $0.last.flatMap { Word(rawValue: $0) } }
  }

  /// The option `--NAME WORD`, with a list of the allowed words and a word for none of them.
  static func choice<Word: RawRepresentable<String> & Sendable>(
    _ name: String, _ words: [Word], none: String, _ summary: String
  ) -> Self where Value == Word?? {
    Self(OptionForm(name, summary, .choice([none] + words.map(\.rawValue)))) {
      $0.last.map { Word(rawValue: $0) }
    }
  }
}

extension Option where Value: RawRepresentable<String> {
  /// The option `--NAME WORD`, with a list of the allowed words and a default.
  static func choice(_ name: String, _ words: [Value], _ summary: String, standard: Value) -> Self {
    Self(
      OptionForm(name, summary, .choice(words.map(\.rawValue)), standard: standard.rawValue)
    ) { $0.last.flatMap { Value(rawValue: $0) } ?? standard }
  }
}
