extension Session {
  /// What the lights tell of the session now.
  ///
  /// A session that is idle has not been armed yet: it starts. While the last take is written to its end the next one can
  /// be started, so that is shown as armed. A take starts for the lights when the record button goes down.
  public var lightState: LightState {
    LightState(
      lightPhase,
      isWarning: isStorageLow || isStorageSlow || isSensorMissed || channelRotation != nil,
      isCopying: isCopying)
  }

  private var lightPhase: LightState.Phase {
    // From the press on: whoever pressed sees that it was taken.
    if isTakeLatched { return .takeStarting }
    return switch state {
    case .idle: .starting
    case .armed: copyHasFailed ? .error : .armed
    case .finishing: isCapturing ? .armed : .starting
    case .recording(let progress): progress.isConfirmed ? .recording : .takeStarting
    case .paused: .paused
    case .faulted: .error
    }
  }

  /// Whether less than ten minutes are left; it ends a minute above that, so that the light does not flutter.
  private var isStorageLow: Bool { storageKnowledge.isLow }

  /// Whether the medium of this take falls behind, or had a sync that took long.
  private var isStorageSlow: Bool {
    guard let take else { return false }
    return storageKnowledge.isBehind || storageKnowledge.slowTake == take.plan.uid
  }

  /// Whether the board has a sensor, or had one, that does not answer.
  private var isSensorMissed: Bool {
    sensorIsSilent && (configuration.board.accelerometer != nil || sensorWasHeard)
  }
}
