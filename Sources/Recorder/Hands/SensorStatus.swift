/// The identity of an accelerometer, and its problem.
package struct SensorStatus: Sendable, Equatable {
  /// An answer of the identity register.
  package enum Identity: Sendable, Equatable {
    /// It is the chip of the board file.
    case expected(value: Int)
    /// It is another one; `known` are the chips that have this identity.
    case other(register: Int, found: Int, expected: Int, known: [String])
    /// Nothing answers.
    case silent
  }

  /// The answer of the identity register.
  package var identity: Identity
  /// The reason for which there are no readings now.
  package var problem: HardwareProblem?

  /// A status from its parts.
  package init(_ identity: Identity, problem: HardwareProblem? = nil) {
    self.identity = identity
    self.problem = problem
  }
}
