import Boards

/// What an accelerometer says when it is asked who it is and what it feels.
public struct MotionReport: Sendable, Equatable {
  /// What the identity register says.
  public enum Identity: Sendable, Equatable {
    /// It is the chip of the board file.
    case expected(value: Int)
    /// It is another one; `known` are the chips that have this identity.
    case other(register: Int, found: Int, expected: Int, known: [String])
    /// Nothing answers.
    case silent
  }

  /// What the identity register says.
  public var identity: Identity
  /// Readings in g in the device frame, in order; none when the chip is another one or does not answer.
  public var readings: [Vector3]
  /// Why there are no readings, or not as many as asked.
  public var problem: HardwareProblem?

  /// A report from its parts.
  public init(identity: Identity, readings: [Vector3] = [], problem: HardwareProblem? = nil) {
    self.identity = identity
    self.readings = readings
    self.problem = problem
  }
}

/// The accelerometer of a board, for checks.
public protocol MotionProbe: Sendable {
  /// Identifies the chip, sets it up, and takes readings 20 times a second.
  ///
  /// - Returns: `nil` for a board without an accelerometer.
  /// - Thread: control; waits.
  func examineMotion(readings: Int) -> MotionReport?
}
