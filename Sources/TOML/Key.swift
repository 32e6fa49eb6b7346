/// A key of a table: the one declaration from which it is read, checked, shown and documented.
///
///     @Key("pre-roll", 0...60, "s", "from before the press") var preRollSeconds = 5.0
///
/// The value of the property is the default, the last text is its meaning. A struct of keys is a ``KeyedTable``.
@propertyWrapper
public struct Key<Value: Sendable>: Sendable {
  private let rule: KeyRule<Value>
  private let declaration: KeyDeclaration
  private var cell: Cell

  /// The storage of a value, which only the reader of a new table writes to.
  ///
  /// Unchecked because it never changes once the table has been read: a new value gets a new cell.
  private final class Cell: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  /// The value.
  public var wrappedValue: Value {
    get { cell.value }
    set { cell = Cell(newValue) }
  }

  /// A key with a rule; its name may include the table: `control.path`.
  ///
  /// - Parameters:
  ///   - example: a value as it appears in a file, if the default cannot be written.
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

  /// A key that may be absent, with the rule of its value.
  public init<Known>(
    wrappedValue: Value = nil, _ name: String, _ rule: KeyRule<Known>, _ note: String = "",
    example: String? = nil, effect: KeyDeclaration.Effect = .restart
  ) where Value == Known? {
    self.init(
      wrappedValue: wrappedValue, name, rule.optional, note, example: example, effect: effect)
  }
}

extension Key: Equatable where Value: Equatable {
  /// True for equal values.
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
  /// A number within limits, or none.
  public init(
    wrappedValue: Double? = nil, _ name: String, _ limits: ClosedRange<Double>,
    _ unit: String = "", _ note: String = "", example: String? = nil
  ) {
    self.init(wrappedValue: wrappedValue, name, .number(limits, unit), note, example: example)
  }
}

extension Key where Value: KeyedTable {
  /// A table, whose keys have defaults if it is absent; without a name, the keys are in the enclosing table.
  public init(wrappedValue: Value, _ name: String = "") {
    self.init(wrappedValue: wrappedValue, name, .table)
  }
}

/// A value that a table of a file describes.
public protocol TableValue: Sendable {
  /// The keys of the table, in their order.
  static var keys: [KeyDeclaration] { get }
  /// Reads the table.
  ///
  /// - Throws: ``TOMLError`` at the first wrong value.
  init(_ table: TOMLTable) throws(TOMLError)
}

/// A struct whose properties are keys; only ``check(_:)`` knows how keys depend on each other.
public protocol KeyedTable: TableValue, CustomStringConvertible {
  /// The defaults.
  init()
  /// Checks values against each other, once all keys are read.
  ///
  /// - Throws: ``TOMLError`` at the wrong key.
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
    let keys = Mirror(reflecting: self).children.compactMap { $0.value as? any KeyProperty }
    // Announce all keys first: a known key must not be taken for a missing one, misspelt.
    for key in keys { key.announce(to: table) }
    for key in keys { try key.read(from: table) }
    try check(table)
  }

  /// The properties with their values, like the description of a struct without keys.
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

/// A type-erased key.
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

  /// Reads the value into a table that is not shared yet.
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
