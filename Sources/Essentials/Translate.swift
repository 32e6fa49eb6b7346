/// The value of an expression, with what it throws told as an error of the caller's own kind.
///
/// - Parameter told: makes the caller's error, such as a case that holds the other.
@inlinable public func translate<Value: ~Copyable, Found: Error, Told: Error>(
  _ value: @autoclosure () throws(Found) -> Value, to told: (Found) -> Told
) throws(Told) -> Value {
  do throws(Found) { return try value() } catch { throw told(error) }
}

/// The result of several steps, with what they throw told as an error of the caller's own kind.
///
/// - Parameters:
///   - told: makes the caller's error, such as a case that holds the other.
///   - steps: states what it throws: `{ () throws(TakeFileError) in ... }`.
@inlinable public func translating<Value: ~Copyable, Found: Error, Told: Error>(
  to told: (Found) -> Told, _ steps: () throws(Found) -> Value
) throws(Told) -> Value {
  do throws(Found) { return try steps() } catch { throw told(error) }
}
