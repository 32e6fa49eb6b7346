// Requests of programs that cannot be made with a button.

extension RecorderState {
  /// The program that has borrowed the capture device; `nil` while the device is not lent.
  var borrower: String? { if case .lent(let borrower) = device { borrower } else { nil } }

  /// The reason why no take is possible while the capture device is closed.
  var refusalOfClosed: SessionRefusal {
    borrower.map { .deviceLent(to: $0) } ?? .notArmed(fault)
  }
}

extension Transition {
  /// Pauses or resumes the take.
  ///
  /// A repeated request has no further effect: a program may repeat it if the answer was lost.
  mutating func pause(_ isPaused: Bool) {
    guard state.running != nil else { return effects.append(.refuse(.notRecording)) }
    guard state.isPaused != isPaused else { return }
    if let refusal = togglePause(at: moment.captured) { effects.append(.refuse(refusal)) }
  }

  /// Lends the capture device to a program.
  ///
  /// It is refused while a take is running or about to start.
  mutating func lend(to borrower: String) {
    if let other = state.borrower { return effects.append(.refuse(.deviceLent(to: other))) }
    guard state.activity == .none else { return effects.append(.refuse(.deviceInTake)) }
    close()
    // Forget the device's fault: the program that borrows it will report problems.
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
    effects.append(.openDevice)
  }

  /// Opens the returned capture device.
  mutating func reopenDevice() {
    guard state.borrower != nil else { return }
    state.device = .closed(retryAt: nil)
    effects.append(.openDevice)
  }
}
