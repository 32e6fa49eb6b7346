import Realtime

extension Session {
  /// Everything that a person who watches wants to see now.
  ///
  /// A cheap read: nothing is rendered or asked for it.
  ///
  /// - Parameter now: seconds on the control clock.
  public func snapshot(_ now: Double) -> SessionSnapshot {
    let route = actual
    var snapshot = SessionSnapshot(
      state: state, preferred: preferred, actual: route,
      which: take?.plan.design.which ?? latchedCase ?? currentCase)
    snapshot.preRollWanted = configuration.form.preRollSeconds
    snapshot.storage = storageStatus
    snapshot.unsyncedSeconds = unsyncedSeconds
    snapshot.isLocked = grammar.isLocked
    snapshot.isSensorSilent =
      sensorIsSilent && (configuration.board.accelerometer != nil || sensorWasHeard)
    snapshot.unusable = unusable.sorted().map { configuration.board.microphones[$0].name }
    snapshot.isTakeLatched = isTakeLatched
    snapshot.playback = playbackGrant
    snapshot.ears = ears
    if let capture { snapshot.add(capture, preRoll: configuration.form.preRollSeconds) }
    return snapshot
  }
}

extension SessionSnapshot {
  /// Adds what the raw ring and the meters of the capture device show.
  fileprivate mutating func add(_ capture: CaptureRunner, preRoll: Double) {
    let rate = Double(capture.grant.rate)
    let ring = capture.ring
    grant = capture.grant
    channels = capture.meters.snapshot()
    preRollSeconds = min(preRoll, Double(min(capture.frames, ring.capacity)) / rate)
    ringFill = Double(ring.backlog) / Double(ring.capacity)
    ringSeconds = Double(ring.capacity) / rate
    ringWanted = Double(capture.preferredRingFrames) / rate
    let (all, earlier) = (ring.gapTotals, capture.earlierGaps)
    (gapCount, gapFrames) = (all.count - earlier.count, all.frames - earlier.frames)
  }
}
