/// What the lights tell about the recorder: a row of their table.
public struct LightState: Sendable, Equatable {
  /// What the recorder is doing.
  public enum Phase: String, CaseIterable, Sendable {
    /// Not ready yet.
    case starting
    /// Ready for a press.
    case armed
    /// A take begins, and none of it has reached the storage.
    case takeStarting
    /// A take is made and reaches the storage.
    case recording
    /// A take is paused.
    case paused
    /// There is no card or no capture device, or the supply is about to end: no take can be made. Or a copy of the takes
    /// failed, and nobody has pressed a button since.
    case error
  }

  /// What the recorder is doing.
  public var phase: Phase
  /// Whether the storage has less than ten minutes, the card is slow, the sensor is silent, or the channels of
  /// the capture device come in another order.
  public var isWarning: Bool
  /// Whether takes are copied to another medium; a take can be made all the same.
  public var isCopying: Bool

  /// A state from its parts.
  public init(_ phase: Phase, isWarning: Bool = false, isCopying: Bool = false) {
    self.phase = phase
    self.isWarning = isWarning
    self.isCopying = isCopying
  }
}

/// Something that the lights tell once.
public enum LightEvent: Sendable, Equatable {
  /// A sample was at or beyond full scale.
  case clip
  /// A press was refused: a setting in a take, or no card. Or a copy that a press had asked for failed.
  case refused
  /// A button was pressed while the buttons are locked.
  case locked

  /// The event of the lights that follows from one of the session, if any.
  ///
  /// Clipping comes from the meters and is none of these; a scheduled take that is refused is nobody's press.
  public init?(_ event: SessionEvent) {
    switch event {
    // Who asks twice for a copy hears that it runs, and is not told that it failed.
    case .refused(.copyRuns): return nil
    case .refused, .copy(.failed): self = .refused
    case .pressWhileLocked: self = .locked
    default: return nil
    }
  }
}
