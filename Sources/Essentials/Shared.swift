/// A large value shared by copies of its owner: copied often, changed seldom.
@propertyWrapper
public struct Shared<Value: Sendable & Equatable>: Sendable, Equatable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box

  /// The value in new storage.
  public init(wrappedValue: Value) { box = Box(wrappedValue) }

  /// The value; changing it does not affect other copies.
  public var wrappedValue: Value {
    _read { yield box.value }
    _modify {
      var value = box.value
      yield &value
      box = Box(value)
    }
  }

  /// True for equal values.
  public static func == (first: Shared, second: Shared) -> Bool {
    first.box === second.box || first.box.value == second.box.value
  }
}
