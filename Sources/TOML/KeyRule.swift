/// A rule for reading the value of a key from a table, and for writing it into a template.
public struct KeyRule<Value: Sendable>: Sendable {
  /// A function that reads a key; it returns `nil` if the key is absent.
  public typealias Reader = @Sendable (TOMLTable, String) throws(TOMLError) -> Value?

  /// Reads the key from a table.
  public let read: Reader
  /// Writes the value as it would appear in a file; `nil` if it cannot be written.
  let text: @Sendable (Value) -> String?
  let allowed: KeyAllowance
  /// The keys and the form of the table that the key stands for; `nil` for a key with a single value.
  let table: (keys: @Sendable () -> [KeyDeclaration], form: KeyDeclaration.Form)?

  /// A rule from its parts.
  public init(
    allowed: KeyAllowance = .anything, text: @escaping @Sendable (Value) -> String? = { _ in nil },
    read: @escaping Reader
  ) {
    (self.read, self.text, self.allowed, table) = (read, text, allowed, nil)
  }

  private init(
    keys: @escaping @Sendable () -> [KeyDeclaration], form: KeyDeclaration.Form,
    read: @escaping Reader
  ) {
    (self.read, allowed, table) = (read, .anything, (keys, form))
    text = { @Sendable (_: Value) -> String? in nil }
  }

  /// The same rule for a key that may be absent, with the value `nil`.
  var optional: KeyRule<Value?> {
    let (read, text) = (read, text)
    return .init(allowed: allowed, text: { $0.flatMap(text) }) { (table, key) throws(TOMLError) in
      try read(table, key).map { .some($0) }
    }
  }

  /// A rule that converts a value from the unit in the file to another unit.
  public func map<Other>(
    _ convert: @escaping @Sendable (Value) -> Other
  ) -> KeyRule<Other> {
    let read = read
    return .init(allowed: allowed) { (table, key) throws(TOMLError) in
      try read(table, key).map(convert)
    }
  }
}

extension KeyRule<Double> {
  /// A number; if limits are given, it must lie within them.
  public static func number(_ limits: ClosedRange<Double>? = nil, _ unit: String = "") -> Self {
    let bounds = limits.map { "\(short($0.lowerBound)) to \(short($0.upperBound))" } ?? ""
    return Self(allowed: .numbers(bounds, unit: unit), text: { "\($0)" }) {
      (table, key) throws(TOMLError) in
      try table.double(key, in: limits, unit: unit)
    }
  }
}

extension KeyRule<[Double]> {
  /// An array of this many numbers, all within limits.
  public static func numbers(
    _ count: Int, _ limits: ClosedRange<Double>, _ unit: String = ""
  ) -> Self {
    Self { (table, key) throws(TOMLError) in
      try table.doubles(key, count: count, in: limits, unit: unit)
    }
  }
}

extension KeyRule<Int> {
  /// A whole number; if limits are given, it must lie within them.
  public static func whole(_ limits: ClosedRange<Int>? = nil, _ unit: String = "") -> Self {
    let bounds = limits.map { "\($0.lowerBound) to \($0.upperBound)" } ?? ""
    return Self(allowed: .numbers(bounds, unit: unit), text: { "\($0)" }) {
      (table, key) throws(TOMLError) in
      try table.int(key, in: limits, unit: unit)
    }
  }
}

extension KeyRule<Bool> {
  /// True or false.
  public static var flag: Self {
    Self(text: { "\($0)" }) { (table, key) throws(TOMLError) in try table.bool(key) }
  }
}

extension KeyRule<String> {
  /// A string.
  public static var string: Self {
    Self { (table, key) throws(TOMLError) in try table.string(key) }
  }

  /// A required string that must not be empty.
  public static func text(example: String) -> Self {
    Self { (table, key) throws(TOMLError) in try table.string(key, example: example) }
  }

  /// A string that is not empty.
  public static var text: Self {
    Self(text: { "\"\($0)\"" }) { (table, key) throws(TOMLError) in try table.nonEmpty(key) }
  }
}

extension KeyRule where Value: RawRepresentable<String> & CaseIterable {
  /// One of the words of an enumeration, or of a given subset of them.
  public static func word(_ words: [Value] = Array(Value.allCases)) -> Self {
    let allowed = words.map(\.rawValue)
    return Self(allowed: .words(allowed), text: { "\"\($0.rawValue)\"" }) {
      (table, key) throws(TOMLError) in
      try table.choice(key, of: allowed).flatMap { Value(rawValue: $0) }
    }
  }
}

extension KeyRule {
  /// One of the words of an enumeration, or a word that stands for `nil`.
  public static func word<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    none: String
  ) -> Self where Value == Word? {
    let allowed = [none] + Word.allCases.map(\.rawValue)
    return Self(allowed: .words(allowed), text: { "\"\($0?.rawValue ?? none)\"" }) {
      (table, key) throws(TOMLError) in
      try table.choice(key, of: allowed).map { Word(rawValue: $0) }
    }
  }

  /// An array of words of an enumeration, in any order.
  public static func words<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ allowed: [Word] = Array(Word.allCases)
  ) -> Self where Value == Set<Word> {
    Self(text: { words in
      "[" + words.map { "\"\($0.rawValue)\"" }.sorted().joined(separator: ", ") + "]"
    }) { (table, key) throws(TOMLError) in
      try table.choices(key, of: allowed).map { Set($0) }
    }
  }
}

extension KeyRule where Value: KeyedTable {
  /// A table; without a name, its keys are in the enclosing table.
  public static var table: Self {
    Self(keys: { Value.keys }, form: .table) { (table, key) throws(TOMLError) in
      guard !key.isEmpty else { return try Value(table) }
      guard let inner = try table.table(key) else { return nil }
      return try Value(inner)
    }
  }
}

extension KeyRule where Value: Sendable {
  /// A table that may be absent; the value is then `nil`.
  public static func optionalTable<Known: TableValue>() -> Self where Value == Known? {
    Self(keys: { Known.keys }, form: .optionalTable) { (table, key) throws(TOMLError) in
      guard let inner = try table.table(key) else { return nil }
      return try Known(inner)
    }
  }

  /// Any number of tables.
  public static func tables<Known: TableValue>() -> Self where Value == [Known] {
    Self(keys: { Known.keys }, form: .array) { (table, key) throws(TOMLError) in
      var values: [Known] = []
      for element in try table.tables(key) { values.append(try Known(element)) }
      return values
    }
  }
}
