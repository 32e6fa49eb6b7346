// The program requests that no button makes.

extension RecorderState {
  /// The program that has borrowed the capture device; `nil` while the recorder has it, or tries to.
  var borrower: String? { if case .lent(let borrower) = device { borrower } else { nil } }

  /// The reason why no take is possible while the capture device is closed.
  var refusalOfClosed: SessionRefusal {
    borrower.map { .deviceLent(to: $0) } ?? .notArmed(fault)
  }
}

extension Transition {
  /// Pauses or resumes the take; asking twice is asking once: a program may ask again after a lost answer.
  mutating func pause(_ isPaused: Bool) {
    guard state.running != nil else { return effects.append(.refuse(.notRecording)) }
    guard state.isPaused != isPaused else { return }
    if let refusal = togglePause(at: moment.captured) { effects.append(.refuse(refusal)) }
  }

  /// Lends the capture device.
  ///
  /// Takes come first: the running one, and those about to start.
  mutating func lend(to borrower: String) {
    if let other = state.borrower { return effects.append(.refuse(.deviceLent(to: other))) }
    guard state.activity == .none else { return effects.append(.refuse(.deviceInTake)) }
    close()
    // Its next owner reports problems with it.
    state.troubles.capture = nil
    state.device = .lent(to: borrower)
    tell(.deviceLent(to: borrower))
  }

  /// Closes the capture device until there is something to do.
  mutating func sleep() {
    guard state.activity == .none, state.isOpen else { return }
    close()
    state.device = .asleep
  }

  /// Opens the device again.
  mutating func wake() {
    guard state.isAsleep else { return }
    state.device = .closed(retryAt: nil)
    effects.append(.openDevice(isTold: true))
  }

  /// Opens the returned capture device.
  mutating func reopenDevice() {
    guard state.borrower != nil else { return }
    state.device = .closed(retryAt: nil)
    effects.append(.openDevice(isTold: true))
  }
}
