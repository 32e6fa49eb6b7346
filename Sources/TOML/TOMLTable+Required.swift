// The same getters for required keys. `example` is a value as written in the file.
extension TOMLTable {
  /// A required value: the result of an optional getter for the same key.
  ///
  /// - Throws: ``TOMLError`` if the key is missing, at the start of this table.
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
  /// - Throws: ``TOMLError``: missing, empty, or as ``string(_:)``.
  public func string(_ key: String, example: String) throws(TOMLError) -> String {
    let text = try required(key, string(key), example: example)
    if text.allSatisfy(\.isWhitespace) {
      throw error(at: key, "is empty", "write, for example, \(key) = \(example)")
    }
    return text
  }

  /// A required whole number.
  ///
  /// - Throws: ``TOMLError``: missing, or as ``int(_:in:unit:)``.
  public func int(
    _ key: String, in limits: ClosedRange<Int>? = nil, unit: String = "", example: String
  ) throws(TOMLError) -> Int {
    try required(key, int(key, in: limits, unit: unit), example: example)
  }

  /// A required number.
  ///
  /// - Throws: ``TOMLError``: missing, or as ``double(_:in:unit:)``.
  public func double(
    _ key: String, in limits: ClosedRange<Double>? = nil, unit: String = "", example: String
  ) throws(TOMLError) -> Double {
    try required(key, double(key, in: limits, unit: unit), example: example)
  }

  /// A required array of numbers.
  ///
  /// - Throws: ``TOMLError``: missing, or as ``doubles(_:count:in:unit:)``.
  public func doubles(
    _ key: String, count: Int? = nil, in limits: ClosedRange<Double>? = nil, unit: String = "",
    example: String
  ) throws(TOMLError) -> [Double] {
    try required(key, doubles(key, count: count, in: limits, unit: unit), example: example)
  }

  /// A required word.
  ///
  /// - Throws: ``TOMLError``: missing, or as ``choice(_:_:)``.
  public func choice<Word: RawRepresentable & CaseIterable>(
    _ key: String, _ type: Word.Type, example: String
  ) throws(TOMLError) -> Word where Word.RawValue == String {
    try required(key, choice(key, type), example: example)
  }

  /// A required table.
  ///
  /// - Throws: ``TOMLError``: missing, or as ``table(_:)``.
  public func requiredTable(_ key: String) throws(TOMLError) -> TOMLTable {
    guard let table = try table(key) else {
      throw missing(key, "add a table [\(fullPath(key))]")
    }
    return table
  }
}
