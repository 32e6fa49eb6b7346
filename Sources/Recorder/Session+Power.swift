extension Session {
  /// Ends the take when the board says that its supply is about to end, while there is time to close the files.
  ///
  /// A line that cannot be read says nothing: recording goes on without it, as without any other part.
  func watchPower() {
    let isFailing = contacts.isPowerFailing
    guard isFailing != isPowerFailing else { return }
    isPowerFailing = isFailing
    events.append(.power(isFailing: isFailing))
    guard isFailing else { return }
    if scheduled != nil { planRestart(at: capturedFrames, after: "the power was failing") }
    endTake(end: .powerFailing)
    // A press that was to start a take does not do so when the power is back.
    dropLatched(.fault(.powerFailing))
  }
}
