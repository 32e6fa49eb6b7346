/// A value that may be a number or a word, such as `50` or `"off"`.
public enum TOMLScalar: Equatable, Sendable {
  /// A finite number.
  case number(Double)
  /// A string.
  case string(String)
}

// Getters for strings, booleans, numbers, and words from a list.
extension TOMLTable {
  /// A string, without control characters other than tabs and line ends.
  ///
  /// - Throws: ``TOMLError``: another type, or a forbidden control character.
  public func string(_ key: String) throws(TOMLError) -> String? {
    guard let node = value(key) else { return nil }
    return try string(node, key)
  }

  /// A string that is not empty.
  ///
  /// - Throws: ``TOMLError`` if the string is empty, or any error that ``string(_:)`` throws.
  public func nonEmpty(_ key: String) throws(TOMLError) -> String? {
    guard let text = try string(key) else { return nil }
    guard !text.allSatisfy(\.isWhitespace) else {
      throw error(at: key, "is empty", "remove the key, or give it a value")
    }
    return text
  }

  /// True if the key is present and its value is a boolean.
  public func isBoolean(_ key: String) -> Bool {
    if case .boolean? = value(key)?.content { true } else { false }
  }

  /// A boolean.
  ///
  /// - Throws: ``TOMLError``: another type.
  public func bool(_ key: String) throws(TOMLError) -> Bool? {
    guard let node = value(key) else { return nil }
    guard case .boolean(let value) = node.content else {
      throw wrongType(node, key, "true or false")
    }
    return value
  }

  /// A whole number within limits.
  ///
  /// - Throws: ``TOMLError``: another type, or outside the limits.
  public func int(
    _ key: String, in limits: ClosedRange<Int>? = nil, unit: String = ""
  ) throws(TOMLError) -> Int? {
    guard let node = value(key) else { return nil }
    guard case .integer(let number) = node.content else {
      throw wrongType(node, key, "a whole number")
    }
    let value = Int(number)
    if let limits, !limits.contains(value) {
      throw outside(node, key, "\(limits.lowerBound)", "\(limits.upperBound)", unit)
    }
    return value
  }

  /// A finite number within limits, written with or without a decimal point.
  ///
  /// - Throws: ``TOMLError``: another type, not finite, or outside the limits.
  public func double(
    _ key: String, in limits: ClosedRange<Double>? = nil, unit: String = ""
  ) throws(TOMLError) -> Double? {
    guard let node = value(key) else { return nil }
    return try double(node, key, in: limits, unit: unit)
  }

  /// A number or a word, such as a frequency or "off".
  ///
  /// - Parameter expected: the words with which an error describes the right value.
  /// - Throws: ``TOMLError``: another type, or a number that is not finite.
  public func scalar(_ key: String, expected: String) throws(TOMLError) -> TOMLScalar? {
    guard let node = value(key) else { return nil }
    if case .string = node.content { return .string(try string(node, key)) }
    guard node.number != nil else { throw wrongType(node, key, expected) }
    return .number(try double(node, key, in: nil, unit: ""))
  }

  /// One of the words in a list.
  ///
  /// - Parameter others: words in lower case that people may write instead, with the word of the list that they mean.
  /// - Throws: ``TOMLError``: another type, or another word, with the nearest word of the list.
  public func choice(
    _ key: String, of words: [String], others: [String: String] = [:]
  ) throws(TOMLError) -> String? {
    guard let node = value(key) else { return nil }
    return try choice(node, key, of: words, others: others)
  }

  /// One of the words of an enumeration.
  ///
  /// - Throws: ``TOMLError``: another type, or another word, with the nearest allowed word.
  public func choice<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type
  ) throws(TOMLError) -> Word? where Word.RawValue == String {
    try choice(key, of: type.allCases.map(\.rawValue)).flatMap { Word(rawValue: $0) }
  }

  // MARK: One value

  func string(_ node: TOMLNode, _ key: String) throws(TOMLError) -> String {
    guard case .string(let text) = node.content else { throw wrongType(node, key, "a string") }
    // C libraries end a string at its first zero byte, and terminals obey escape sequences, so both are forbidden.
    let allowed: Set<Unicode.Scalar> = ["\n", "\r", "\t"]
    if let bad = text.unicodeScalars.first(where: {
      $0.properties.generalCategory == .control && !allowed.contains($0)
    }) {
      throw error(
        at: node.position, key: key, "contains the control character \(bad.escaped(asASCII: true))",
        "remove it")
    }
    return text
  }

  func double(
    _ node: TOMLNode, _ key: String, in limits: ClosedRange<Double>?, unit: String
  ) throws(TOMLError) -> Double {
    guard let number = node.number else { throw wrongType(node, key, "a number") }
    guard number.isFinite else {
      throw error(at: node.position, key: key, "is \(number)", "a finite number is expected")
    }
    if let limits, !limits.contains(number) {
      throw outside(node, key, short(limits.lowerBound), short(limits.upperBound), unit)
    }
    return number
  }

  func choice(
    _ node: TOMLNode, _ key: String, of words: [String], others: [String: String] = [:]
  ) throws(TOMLError) -> String {
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    guard case .string(let text) = node.content else {
      throw wrongType(node, key, "one of \(list)")
    }
    if words.contains(text) { return text }
    let nearest = others[text.lowercased()] ?? Suggestion.nearest(to: text, in: words)
    let meant = nearest.map { "did you mean \"\($0)\"? " } ?? ""
    var error = error(
      at: node.position, key: key, "\(quoted(text)) is not allowed", "\(meant)allowed: \(list)")
    let isWhole = entries.contains { $0.key == key && $0.value.position == node.position }
    if isWhole {
      error.mend = .choose(
        [nearest].compactMap { $0 } + words.filter { $0 != nearest }, isMeant: nearest != nil)
    }
    throw error
  }

  func wrongType(_ node: TOMLNode, _ key: String, _ expected: String) -> TOMLError {
    error(at: node.position, key: key, "is \(node.found)", "\(expected) is expected")
  }

  private func outside(
    _ node: TOMLNode, _ key: String, _ low: String, _ high: String, _ unit: String
  ) -> TOMLError {
    let unit = unit.isEmpty ? "" : " \(unit)"
    let number = node.number.map(short) ?? node.found
    return error(
      at: node.position, key: key, "is \(number)\(unit)", "allowed: \(low) to \(high)\(unit)")
  }
}

/// A number as text, without ".0" if it is whole.
func short(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
}
