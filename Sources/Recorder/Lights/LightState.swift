/// The state of the recorder that the lights show, which is a row in the table of the lights.
package struct LightState: Sendable, Equatable {
  /// The activity of the recorder.
  package enum Phase: String, CaseIterable, Sendable {
    /// The recorder is not ready yet.
    case starting
    /// The recorder is asleep until the next scheduled take; a press wakes it.
    case asleep
    /// The recorder is ready for a press.
    case armed
    /// A take is starting, but none of its sound has reached the storage yet.
    case takeStarting
    /// A take is running, and its sound is reaching the storage.
    case recording
    /// A take is paused.
    case paused
    /// No take is possible, because there is no card or no capture device, or because the supply is about to end; or
    /// else copying the takes, or opening or closing the Wi-Fi, has failed and no button has been pressed since.
    case error
  }

  /// The activity of the recorder.
  package var phase: Phase
  /// True if the storage has less than ten minutes left, the card is slow, the accelerometer does not answer, the
  /// capture device is doubtful (its channels come in another or an unknown order, or it is silent, slow or fast), or
  /// the schedule is waiting for a clock that is set and trusted.
  package var isWarning: Bool
  /// True while takes are being copied to another medium, or the Wi-Fi is being opened or closed; takes are still
  /// possible.
  package var isCopying: Bool
  /// True while a browser is asking for access, which presses of the source button grant.
  package var isAsked: Bool

  /// Creates a state from its parts.
  package init(
    _ phase: Phase, isWarning: Bool = false, isCopying: Bool = false, isAsked: Bool = false
  ) {
    (self.phase, self.isWarning) = (phase, isWarning)
    (self.isCopying, self.isAsked) = (isCopying, isAsked)
  }
}

/// An event that the lights show once.
package enum LightEvent: Sendable, Equatable {
  /// A sample was at or beyond full scale.
  case clip
  /// A press was refused, because it would change a setting in a take or because there is no card; or it cancelled a
  /// take about to start; or a copy that it requested failed.
  case refused
  /// A button was pressed while the buttons are locked.
  case locked

  /// Creates the light event for a session event; `nil` if the lights do not show that event.
  ///
  /// Clipping is found by the meters, not among session events. The refusal of a scheduled take is not shown, because
  /// nobody pressed a button.
  package init?(_ event: SessionEvent) {
    switch event {
    // A second request for a copy must not look as if the first one, which is still running, had failed.
    case .refused(.copyRuns), .refused(.wifiRuns): return nil
    case .refused, .calledOff, .copy(.failed), .wifi(.failed): self = .refused
    case .pressWhileLocked: self = .locked
    default: return nil
    }
  }
}
