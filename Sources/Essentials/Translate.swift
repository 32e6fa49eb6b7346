/// The value of an expression, with its error translated into the caller's own type.
///
/// - Parameter told: makes the caller's error, such as a case that wraps the original.
/// - Throws: the error that `told` makes of the expression's error.
@inlinable public func translate<Value: ~Copyable, Found: Error, Told: Error>(
  _ value: @autoclosure () throws(Found) -> Value, to told: (Found) -> Told
) throws(Told) -> Value {
  do throws(Found) { return try value() } catch { throw told(error) }
}

/// The result of several steps, with their errors translated into the caller's own type.
///
/// - Parameters:
///   - told: makes the caller's error, such as a case that wraps the original.
///   - steps: a closure that states the type of its error: `{ () throws(TakeFileError) in ... }`.
/// - Throws: the error that `told` makes of the steps' error.
@inlinable public func translating<Value: ~Copyable, Found: Error, Told: Error>(
  to told: (Found) -> Told, _ steps: () throws(Found) -> Value
) throws(Told) -> Value {
  do throws(Found) { return try steps() } catch { throw told(error) }
}
