/// The declaration of a key in a table, from which the key is read, checked, shown and documented.
///
///     @Key("pre-roll", 0...60, "s", "length of sound before the press") var preRollSeconds = 5.0
///
/// The initial value of the property is the default; the last text says what the key means. A struct whose properties
/// are keys is a ``KeyedTable``.
@propertyWrapper
public struct Key<Value: Sendable>: Sendable {
  private let rule: KeyRule<Value>
  private let declaration: KeyDeclaration
  private var cell: Cell

  /// The storage of a value; only reading a new table writes to it.
  ///
  /// It is safe to share unchecked, because it never changes once the table has been read: setting a new value creates
  /// a new cell.
  private final class Cell: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  /// The value.
  public var wrappedValue: Value {
    get { cell.value }
    set { cell = Cell(newValue) }
  }

  /// A key whose rule says how to read its value; the name may include the table: `control.path`.
  ///
  /// - Parameters:
  ///   - example: a value as it appears in a file, for a key whose default cannot be written there.
  ///   - effect: when a changed value takes effect.
  public init(
    wrappedValue: Value, _ name: String, _ rule: KeyRule<Value>, _ note: String = "",
    example: String? = nil, isRequired: Bool = false, effect: KeyDeclaration.Effect = .restart
  ) {
    (self.rule, cell) = (rule, Cell(wrappedValue))
    declaration = KeyDeclaration(
      path: name, allowed: rule.allowed, note: note, example: example, isRequired: isRequired,
      effect: effect)
  }

  /// A key that may be absent; the rule applies to its value if it is present.
  public init<Known>(
    wrappedValue: Value = nil, _ name: String, _ rule: KeyRule<Known>, _ note: String = "",
    example: String? = nil, effect: KeyDeclaration.Effect = .restart
  ) where Value == Known? {
    self.init(
      wrappedValue: wrappedValue, name, rule.optional, note, example: example, effect: effect)
  }
}

extension Key: Equatable where Value: Equatable {
  /// True if the values of both keys are equal.
  public static func == (a: Key, b: Key) -> Bool { a.wrappedValue == b.wrappedValue }
}

extension Key<Double> {
  /// A number within limits.
  public init(
    wrappedValue: Double, _ name: String, _ limits: ClosedRange<Double>, _ unit: String = "",
    _ note: String = "", example: String? = nil, isRequired: Bool = false
  ) {
    self.init(
      wrappedValue: wrappedValue, name, .number(limits, unit), note, example: example,
      isRequired: isRequired)
  }
}

extension Key<Double?> {
  /// A number within limits, or `nil` if the key is absent.
  public init(
    wrappedValue: Double? = nil, _ name: String, _ limits: ClosedRange<Double>,
    _ unit: String = "", _ note: String = "", example: String? = nil
  ) {
    self.init(wrappedValue: wrappedValue, name, .number(limits, unit), note, example: example)
  }
}

extension Key where Value: KeyedTable {
  /// A table; if it is absent, its keys have their defaults, and without a name its keys are in the enclosing table.
  public init(wrappedValue: Value, _ name: String = "") {
    self.init(wrappedValue: wrappedValue, name, .table)
  }
}

/// A value that is read from a table of a file.
public protocol TableValue: Sendable {
  /// The keys of the table, in the order of their declarations.
  static var keys: [KeyDeclaration] { get }
  /// Reads the table.
  ///
  /// - Throws: ``TOMLError`` at the first wrong value.
  init(_ table: TOMLTable) throws(TOMLError)
}

/// A struct whose properties are keys; the struct's own ``check(_:)`` is the only code that knows how they depend on
/// each other.
public protocol KeyedTable: TableValue, CustomStringConvertible {
  /// Creates a table in which every key has its default.
  init()
  /// Checks that the values are consistent with each other, once all keys have been read.
  ///
  /// - Throws: ``TOMLError`` at the key that is wrong.
  mutating func check(_ table: TOMLTable) throws(TOMLError)
}

extension KeyedTable {
  /// Accepts all values.
  public mutating func check(_ table: TOMLTable) {}

  /// Reads the keys of a table, in the order of the properties.
  ///
  /// - Throws: ``TOMLError`` at the first wrong value.
  public init(_ table: TOMLTable) throws(TOMLError) {
    self.init()
    try table.readKeys(of: self)
    try check(table)
  }

  /// The properties with their values, written as Swift describes a struct without keys.
  public var description: String {
    let values = Mirror(reflecting: self).children.map { label, value in
      let name = (label ?? "").drop { $0 == "_" }
      return "\(name): \((value as? any KeyProperty)?.described ?? String(reflecting: value))"
    }
    return "\(Self.self)(\(values.joined(separator: ", ")))"
  }

  /// The keys, in the order of the properties.
  public static var keys: [KeyDeclaration] {
    Mirror(reflecting: Self()).children.flatMap { ($0.value as? any KeyProperty)?.declared ?? [] }
  }
}

extension TOMLTable {
  /// Reads the keys among the properties of a new value, which must not have been copied yet, in their order.
  ///
  /// - Throws: ``TOMLError`` at the first wrong value.
  public func readKeys(of value: some Sendable) throws(TOMLError) {
    let keys = Mirror(reflecting: value).children.compactMap { $0.value as? any KeyProperty }
    // All keys are announced before any is read. Otherwise a known key that has not been read yet could be mistaken for
    // a misspelt one.
    for key in keys { key.announce(to: self) }
    for key in keys { try key.read(from: self) }
  }
}

/// A key whose value type is hidden.
private protocol KeyProperty {
  var described: String { get }
  var declared: [KeyDeclaration] { get }
  func announce(to table: TOMLTable)
  func read(from table: TOMLTable) throws(TOMLError)
}

extension Key: KeyProperty {
  fileprivate var described: String { String(reflecting: cell.value) }

  fileprivate var declared: [KeyDeclaration] {
    var own = declaration
    own.standard = rule.text(cell.value)
    guard let table = rule.table else { return [own] }
    return table.keys().map { $0.inside(own.name, table.form) }
  }

  fileprivate func announce(to table: TOMLTable) {
    if let first = declaration.path.split(separator: ".").first { table.know(String(first)) }
  }

  /// Reads the value of the key into a struct that is not shared yet.
  fileprivate func read(from root: TOMLTable) throws(TOMLError) {
    let (name, key) = (declaration.table, declaration.name)
    guard let table = name.isEmpty ? root : try root.table(name) else { return }
    if let value = try rule.read(table, key) {
      cell.value = value
    } else if declaration.isRequired {
      throw table.missing(key, "write, for example, \(key) = \(declaration.example ?? "")")
    }
  }
}
