import TOML
import TakeFiles

extension KeyRule<String> {
  /// The rule for a key whose value is an absolute path.
  static func absolutePath(such example: String) -> Self {
    .init(text: { "\"\($0)\"" }) { (table, key) throws(TOMLError) in
      guard let path = try table.nonEmpty(key) else { return nil }
      guard path.hasPrefix("/") else {
        throw table.error(
          at: key, "\"\(path)\" is not allowed",
          "an absolute path is expected, such as \"\(example)\"")
      }
      return path
    }
  }
}

extension KeyRule<ControlSocket> {
  /// The rule for a key whose value is an absolute path, or "none".
  static var pathOrNone: Self {
    .init { (table, key) throws(TOMLError) in
      guard let word = try table.nonEmpty(key) else { return nil }
      guard word == ControlSocket.offWord || word.hasPrefix("/") else {
        throw table.error(
          at: key, "is the string \"\(word)\"",
          "an absolute path, or \"\(ControlSocket.offWord)\", is expected")
      }
      return ControlSocket(word: word)
    }
  }
}

extension KeyRule<Ears> {
  /// The rule for a key whose value is the name of a head, or the path of a SOFA file.
  static var ears: Self {
    let heads: [(word: String, ears: Ears)] = [("kemar", .kemar), ("sphere", .sphere)]
    return .init(text: { ears in "\"\(heads.first { $0.ears == ears }?.word ?? ears.path ?? "")\"" }
    ) {
      (table, key) throws(TOMLError) in
      guard let word = try table.nonEmpty(key) else { return nil }
      if let head = heads.first(where: { $0.word == word }) { return head.ears }
      guard word.contains("/") || word.lowercased().hasSuffix(".sofa") else {
        throw table.error(
          at: key, "\"\(word)\" is not allowed",
          Suggestion.question(for: word, in: heads.map(\.word))
            + "allowed: \"kemar\", \"sphere\", the path of a SOFA file")
      }
      return .file(word)
    }
  }
}

extension KeyRule<Double> {
  /// The rule for a key whose value is a length of time, such as "2 h", "30 min" or "90 s".
  static var length: Self {
    let words = "a length such as \"2 h\", \"30 min\" or \"90 s\""
    return .init(text: { "\"\(ScheduledTake.length($0))\"" }) { (table, key) throws(TOMLError) in
      guard let text = try table.textWithUnit(key, words) else { return nil }
      let units = [(factors: TakeSplit.times, limits: 1.0...604_800, allowed: "1 s to 168 h")]
      let expected = "\(words) is expected"
      return try table.quantity(text, key, units, "s, min, h", expected: expected).value
    }
  }
}

extension KeyRule<Int> {
  /// The rule for a key whose value is a size in bytes, such as "20 GB".
  static var size: Self {
    .init { (table, key) throws(TOMLError) in
      let words = "a size such as \"20 GB\""
      guard let text = try table.textWithUnit(key, words) else { return nil }
      guard let bytes = Settings.Copy.bytes(text) else {
        throw table.error(at: key, "is the string \"\(text)\"", "\(words) is expected")
      }
      return bytes
    }
  }
}

extension Settings.Copy {
  /// Returns the number of bytes for a text such as "20 GB", "500 MB" or "1.5 TiB"; `nil` if the text is not a size.
  package static func bytes(_ text: String) -> Int? {
    guard let (number, unit) = TakeSplit.parts(of: text), let factor = TakeSplit.sizes[unit]
    else { return nil }
    let bytes = number * factor
    return bytes >= 1 && bytes < 1e15 ? Int(bytes) : nil
  }
}

extension KeyRule<TakeSplit> {
  /// The rule for a key whose value is a length ("2 h", "30 min", "90 s"), a size ("3.6 GiB", "500 MB") or "off".
  static var split: Self {
    let words =
      "a length such as \"2 h\", \"30 min\" or \"90 s\", a size such as \"3.6 GiB\" or "
      + "\"500 MB\", or \"off\""
    let text = { @Sendable (split: TakeSplit) -> String? in
      switch split {
      case .off: "\"off\""
      case .seconds(let seconds): "\"\(ScheduledTake.length(seconds))\""
      case .bytes: nil
      }
    }
    return .init(text: text) { (table, key) throws(TOMLError) in
      guard let text = try table.textWithUnit(key, words) else { return nil }
      if text == "off" { return .off }
      let units = [
        (factors: TakeSplit.times, limits: 10.0...604_800, allowed: "10 s to 168 h"),
        (TakeSplit.sizes, 1e6...1e12, "1 MB to 1000 GB"),
      ]
      let (value, kind) = try table.quantity(
        text, key, units, "s, min, h, kB, MB, GB, TB, KiB, MiB, GiB, TiB",
        expected: "\(words) is expected")
      return kind == 0 ? .seconds(value) : .bytes(Int(value))
    }
  }
}

extension TOMLTable {
  /// Reads a text such as "2 h"; a number without a unit is an error, which says what is expected.
  fileprivate func textWithUnit(_ key: String, _ words: String) throws(TOMLError) -> String? {
    switch try scalar(key, expected: words) {
    case nil: return nil
    case .string(let text): return text
    case .number(let number):
      throw error(at: key, "is the number \(number), without a unit", "\(words) is expected")
    }
  }

  /// Reads a number with a unit, which may be of several kinds, and converts it to the base unit of the kind.
  ///
  /// A value outside the limits is an error, because someone must have mistaken the unit.
  fileprivate func quantity(
    _ text: String, _ key: String,
    _ kinds: [(factors: [String: Double], limits: ClosedRange<Double>, allowed: String)],
    _ units: String, expected: String
  ) throws(TOMLError) -> (value: Double, kind: Int) {
    guard let (number, unit) = TakeSplit.parts(of: text) else {
      throw error(at: key, "is the string \"\(text)\"", expected)
    }
    for (index, kind) in kinds.enumerated() {
      guard let factor = kind.factors[unit] else { continue }
      guard kind.limits.contains(number * factor) else {
        throw error(at: key, "is \(number) \(unit)", "allowed: \(kind.allowed)")
      }
      return (number * factor, index)
    }
    throw error(at: key, "has the unit \"\(unit)\"", "allowed: \(units)")
  }
}
