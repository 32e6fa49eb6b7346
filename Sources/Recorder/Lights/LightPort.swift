import Boards

/// The levels of the lights.
package struct LightLevels: Sendable, Equatable {
  /// The record light.
  package var record: Bool
  /// The status light.
  package var status: Bool

  /// One light alone; dark if it is not lit.
  package init(_ light: LightName, isLit: Bool) {
    self.init(record: isLit && light == .record, status: isLit && light == .status)
  }

  /// Levels of both lights; dark by default.
  package init(record: Bool = false, status: Bool = false) {
    self.record = record
    self.status = status
  }
}

/// The result of setting a light.
package enum LightReport: Sendable, Equatable {
  /// The line took the level; the level read back, if the line can be read.
  case driven(readBack: Bool?)
  /// The line cannot be driven.
  case refused(HardwareProblem)
}

/// The lights of a board.
///
/// - Thread: control.
package protocol LightPort: Sendable {
  /// Turns the lights on or off; opens their lines if needed. Ignores a light that the board does not have.
  func show(_ levels: LightLevels)

  /// The state of a light that was shown; `nil` if the board does not have it.
  func report(_ light: LightName) -> LightReport?

  /// Darkens the lights and releases their lines.
  func release()
}

extension LightPort {
  /// Lights without reports.
  package func report(_ light: LightName) -> LightReport? { nil }

  /// Lights that hold nothing.
  package func release() {}
}
