/// The state of the recorder for the lights: a row of their table.
package struct LightState: Sendable, Equatable {
  /// The activity of the recorder.
  package enum Phase: String, CaseIterable, Sendable {
    /// Not ready yet.
    case starting
    /// Asleep until the next take of the schedule; a press wakes it.
    case asleep
    /// Ready for a press.
    case armed
    /// A take begins, and none of it has reached the storage.
    case takeStarting
    /// A take is made and reaches the storage.
    case recording
    /// A take is paused.
    case paused
    /// There is no card or no capture device, or the supply is about to end: no take can be made. Or a copy of the
    /// takes failed, or the Wi-Fi, and no button was pressed since.
    case error
  }

  /// The activity of the recorder.
  package var phase: Phase
  /// True when the storage has less than ten minutes left, the card is slow, the sensor is silent, the device is
  /// doubtful (its channels come in another order, or in none that is known, it is silent, slow or fast), or the
  /// schedule waits for a clock that is set and trusted.
  package var isWarning: Bool
  /// True while takes are copied to another medium, or the Wi-Fi is opened or closed; a take can be made all the same.
  package var isCopying: Bool
  /// True while a browser asks to be let in by presses of the source button.
  package var isAsked: Bool

  /// A state from its parts.
  package init(
    _ phase: Phase, isWarning: Bool = false, isCopying: Bool = false, isAsked: Bool = false
  ) {
    self.phase = phase
    self.isWarning = isWarning
    self.isCopying = isCopying
    self.isAsked = isAsked
  }
}

/// Something that the lights tell once.
package enum LightEvent: Sendable, Equatable {
  /// A sample was at or beyond full scale.
  case clip
  /// A press was refused: a setting in a take, or no card. Or it called off a take that was about to start. Or a copy
  /// that a press had asked for failed.
  case refused
  /// A button was pressed while the buttons are locked.
  case locked

  /// The event of the lights that follows from one of the session, if any.
  ///
  /// Clipping comes from the meters and is none of these; the refusal of a scheduled take is not shown, as there was no
  /// press.
  package init?(_ event: SessionEvent) {
    switch event {
    // A second request for a copy is told that the first one runs, and not that it failed.
    case .refused(.copyRuns), .refused(.wifiRuns): return nil
    case .refused, .calledOff, .copy(.failed), .wifi(.failed): self = .refused
    case .pressWhileLocked: self = .locked
    default: return nil
    }
  }
}
