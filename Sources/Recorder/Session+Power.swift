extension Session {
  /// Ends the take when the board says that its supply is about to end, while there is time to close the files.
  ///
  /// A line that cannot be read says nothing: recording goes on without it, as without any other part.
  func watchPower() {
    let isFailing = power?.isFailing() ?? false
    guard isFailing != isPowerFailing else { return }
    isPowerFailing = isFailing
    events.append(.power(isFailing: isFailing))
    guard isFailing else { return }
    endTake(end: .powerFailing)
    // Nobody who still holds the button down gets a take of it.
    presses[.record] = nil
  }
}
