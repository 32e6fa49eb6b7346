/// The value of an expression; if the expression throws, translates its error into the caller's error type.
///
/// - Parameter told: turns the expression's error into the caller's error, for example into a case that wraps it.
/// - Throws: the error that `told` returns for the expression's error.
@inlinable public func translate<Value: ~Copyable, Found: Error, Told: Error>(
  _ value: @autoclosure () throws(Found) -> Value, to told: (Found) -> Told
) throws(Told) -> Value {
  do throws(Found) { return try value() } catch { throw told(error) }
}

/// The result of several steps; if a step throws, translates its error into the caller's error type.
///
/// - Parameters:
///   - told: turns the steps' error into the caller's error, for example into a case that wraps it.
///   - steps: a closure that states the type of its error: `{ () throws(TakeFileError) in ... }`.
/// - Throws: the error that `told` returns for the steps' error.
@inlinable public func translating<Value: ~Copyable, Found: Error, Told: Error>(
  to told: (Found) -> Told, _ steps: () throws(Found) -> Value
) throws(Told) -> Value {
  do throws(Found) { return try steps() } catch { throw told(error) }
}
