import Boards

/// The levels of the two lights.
package struct LightLevels: Sendable, Equatable {
  /// True if the record light is lit.
  package var record: Bool
  /// True if the status light is lit.
  package var status: Bool

  /// Creates levels for testing one light: it is lit or dark, and the other is dark.
  package init(_ light: LightName, isLit: Bool) {
    self.init(record: isLit && light == .record, status: isLit && light == .status)
  }

  /// Creates the levels of both lights, which are dark by default.
  package init(record: Bool = false, status: Bool = false) {
    self.record = record
    self.status = status
  }
}

/// The result of setting a light.
package enum LightReport: Sendable, Equatable {
  /// The line was set to the level; the value is the level read back, if the line can be read.
  case driven(readBack: Bool?)
  /// The line cannot be set.
  case refused(HardwareProblem)
}

/// The lights of a board.
///
/// - Thread: control.
package protocol LightPort: Sendable {
  /// Turns the lights on or off, and opens their lines if needed; a light that the board does not have is ignored.
  func show(_ levels: LightLevels)

  /// Returns the result of the last attempt to set a light; `nil` if the board does not have that light.
  func report(_ light: LightName) -> LightReport?

  /// Darkens the lights and releases their lines.
  func release()
}

extension LightPort {
  /// Returns `nil`: by default lights give no report.
  package func report(_ light: LightName) -> LightReport? { nil }

  /// Does nothing: by default there is nothing to release.
  package func release() {}
}
