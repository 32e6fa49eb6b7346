/// The state of the recorder as the lights show it: a row of their table.
package struct LightState: Sendable, Equatable {
  /// The activity of the recorder.
  package enum Phase: String, CaseIterable, Sendable {
    /// Not ready yet.
    case starting
    /// Asleep until the next take of the schedule; a press wakes it.
    case asleep
    /// Ready for a press.
    case armed
    /// A take is starting, and none of it has reached the storage.
    case takeStarting
    /// A take is running and reaches the storage.
    case recording
    /// A take is paused.
    case paused
    /// No take is possible: there is no card or no capture device, or the supply is about to end. Or a copy of the
    /// takes failed, or the Wi-Fi, and no button was pressed since.
    case error
  }

  /// The activity of the recorder.
  package var phase: Phase
  /// True if the storage has less than ten minutes left, the card is slow, the sensor is silent, the device is doubtful
  /// (its channels come in another or an unknown order, or it is silent, slow or fast), or the schedule waits for a
  /// clock that is set and trusted.
  package var isWarning: Bool
  /// True while takes are copied to another medium, or the Wi-Fi is opened or closed; takes are still possible.
  package var isCopying: Bool
  /// True while a browser asks for access, to be granted by presses of the source button.
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

/// An event that the lights show once.
package enum LightEvent: Sendable, Equatable {
  /// A sample was at or beyond full scale.
  case clip
  /// A press was refused: a setting in a take, or no card. Or it cancelled a take about to start. Or a copy requested
  /// by a press failed.
  case refused
  /// A button was pressed while the buttons are locked.
  case locked

  /// The light event of a session event, if any.
  ///
  /// Clipping comes from the meters, not from here; the refusal of a scheduled take is not shown, as nobody pressed
  /// anything.
  package init?(_ event: SessionEvent) {
    switch event {
    // A second request for a copy learns that the first one is running, not that it failed.
    case .refused(.copyRuns), .refused(.wifiRuns): return nil
    case .refused, .calledOff, .copy(.failed), .wifi(.failed): self = .refused
    case .pressWhileLocked: self = .locked
    default: return nil
    }
  }
}
