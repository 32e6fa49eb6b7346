/// The identity of an accelerometer, and any problem with it.
package struct SensorStatus: Sendable, Equatable {
  /// The accelerometer's identity, read from its identity register.
  package enum Identity: Sendable, Equatable {
    /// The accelerometer is the chip that the board file names.
    case expected(value: Int)
    /// The accelerometer is another chip; `known` lists the chips that have the identity found.
    case other(register: Int, found: Int, expected: Int, known: [String])
    /// No chip answers.
    case silent
  }

  /// The accelerometer's identity, read from its identity register.
  package var identity: Identity
  /// The reason why there are no readings at present; `nil` if there are readings.
  package var problem: HardwareProblem?

  /// Creates a status from its parts.
  package init(_ identity: Identity, problem: HardwareProblem? = nil) {
    self.identity = identity
    self.problem = problem
  }
}
