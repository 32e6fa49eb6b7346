/// A large value in storage shared by copies of its owner, for values that are often copied and rarely changed.
@propertyWrapper
public struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  /// Puts a value into new storage.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value; changing it does not affect copies of the owner.
  public var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      var value = box.value
      yield &value
      box = Box(value)
    }
  }

  /// True if the values are equal.
  public static func == (first: Shared, second: Shared) -> Bool {
    first.box === second.box || first.box.value == second.box.value
  }
}
