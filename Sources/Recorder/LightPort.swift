/// Which lights are on.
public struct LightLevels: Sendable, Equatable {
  /// The record light.
  public var record: Bool
  /// The status light.
  public var status: Bool

  /// Levels of both lights; dark by default.
  public init(record: Bool = false, status: Bool = false) {
    self.record = record
    self.status = status
  }
}

/// The lights of a board.
public protocol LightPort: Sendable {
  /// Turns the lights on or off; a light that the board does not have is nobody's loss.
  ///
  /// - Thread: control.
  func show(_ levels: LightLevels)
}
