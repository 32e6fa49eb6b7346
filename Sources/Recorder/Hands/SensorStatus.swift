/// The identity and the problem of an accelerometer.
package struct SensorStatus: Sendable, Equatable {
  /// The answer of the identity register.
  package enum Identity: Sendable, Equatable {
    /// It is the chip of the board file.
    case expected(value: Int)
    /// It is another chip; `known` lists the chips with this identity.
    case other(register: Int, found: Int, expected: Int, known: [String])
    /// Nothing answers.
    case silent
  }

  /// The answer of the identity register.
  package var identity: Identity
  /// The reason why there are no readings now.
  package var problem: HardwareProblem?

  /// A status from its parts.
  package init(_ identity: Identity, problem: HardwareProblem? = nil) {
    self.identity = identity
    self.problem = problem
  }
}
