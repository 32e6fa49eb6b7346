import Boards

/// What became of a light that was set.
public enum LightReport: Sendable, Equatable {
  /// The line took it; what it reads back, where lines can be read.
  case driven(readBack: Bool?)
  /// The line cannot be driven.
  case refused(HardwareProblem)
}

/// The lights of a board, for checks.
public protocol LightProbe: Sendable {
  /// Lights or darkens one light.
  ///
  /// - Returns: `nil` for a light that the board does not have.
  /// - Thread: control.
  func drive(_ light: LightName, lit: Bool) -> LightReport?
}
