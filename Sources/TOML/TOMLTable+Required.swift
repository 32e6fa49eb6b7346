// The same getters, for keys that are required. In each of them `example` is a value as it would be written in a file.
extension TOMLTable {
  /// The value that the optional getter for the same key has returned, provided that it is not `nil`.
  ///
  /// - Throws: ``TOMLError`` at the start of this table if the key is missing.
  public func required<Value>(
    _ key: String, _ value: Value?, example: String
  ) throws(TOMLError) -> Value {
    guard let value else {
      throw missing(key, "write, for example, \(key) = \(example)")
    }
    return value
  }

  /// A required string that must not be empty.
  ///
  /// - Throws: ``TOMLError`` if the key is missing or the string is empty, or any error that ``string(_:)`` throws.
  public func string(_ key: String, example: String) throws(TOMLError) -> String {
    let text = try required(key, string(key), example: example)
    if text.allSatisfy(\.isWhitespace) {
      throw error(at: key, "is empty", "write, for example, \(key) = \(example)")
    }
    return text
  }

  /// A required whole number.
  ///
  /// - Throws: ``TOMLError`` if the key is missing, or any error that ``int(_:in:unit:)`` throws.
  public func int(
    _ key: String, in limits: ClosedRange<Int>? = nil, unit: String = "", example: String
  ) throws(TOMLError) -> Int {
    try required(key, int(key, in: limits, unit: unit), example: example)
  }

  /// A required number.
  ///
  /// - Throws: ``TOMLError`` if the key is missing, or any error that ``double(_:in:unit:)`` throws.
  public func double(
    _ key: String, in limits: ClosedRange<Double>? = nil, unit: String = "", example: String
  ) throws(TOMLError) -> Double {
    try required(key, double(key, in: limits, unit: unit), example: example)
  }

  /// A required array of numbers.
  ///
  /// - Throws: ``TOMLError`` if the key is missing, or any error that ``doubles(_:count:in:unit:)`` throws.
  public func doubles(
    _ key: String, count: Int? = nil, in limits: ClosedRange<Double>? = nil, unit: String = "",
    example: String
  ) throws(TOMLError) -> [Double] {
    try required(key, doubles(key, count: count, in: limits, unit: unit), example: example)
  }

  /// A required word of an enumeration.
  ///
  /// - Throws: ``TOMLError`` if the key is missing, or any error that ``choice(_:_:)`` throws.
  public func choice<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type, example: String
  ) throws(TOMLError) -> Word where Word.RawValue == String {
    try required(key, choice(key, type), example: example)
  }

  /// A required table.
  ///
  /// - Throws: ``TOMLError`` if the key is missing, or any error that ``table(_:)`` throws.
  public func requiredTable(_ key: String) throws(TOMLError) -> TOMLTable {
    guard let table = try table(key) else {
      throw missing(key, "add a table [\(fullPath(key))]")
    }
    return table
  }
}
