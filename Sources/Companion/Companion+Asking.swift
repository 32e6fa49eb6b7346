import Face

// A browser's request to be let in, as shown in the log, on the lights and on open pages.

extension Companion {
  /// The browser that is asking to be let in, as open pages show it.
  var asked: EventStream.Asked? {
    let now = clock()
    return state.withLock { $0.pairing.asked(now) }.map {
      .init(
        name: $0.name, address: $0.address, presses: $0.presses,
        seconds: Int($0.secondsLeft.rounded()))
    }
  }

  /// Shows a browser's request on the lights of the recorder.
  func announce() {
    guard let asked else { return }
    do throws(RecorderProblem) {
      let announcement = try recorder.announce("'\(asked.name)' at \(asked.address)")
      state.withLock { $0.announcement = announcement }
    } catch {
      setup.log("the recorder does not show the request on its lights: \(error.words)")
    }
    settle()
  }

  /// Turns away the browser that is asking to be let in.
  func turnAway(_ browser: PairedBrowsers.Browser) {
    let now = clock()
    state.withLock { $0.pairing.turnAway(now) }
    settle()
  }

  /// Logs how requests ended, and releases the lights when no request is left.
  func settle() {
    let now = clock()
    let (notes, over) = state.withLock { state -> ([Pairing.Note], (any Announcement)?) in
      let notes = state.pairing.drainNotes(now)
      guard !state.pairing.isWaiting(now) else { return (notes, nil) }
      let over = state.announcement
      state.announcement = nil
      return (notes, over)
    }
    // The connection of `over` closes here, outside the lock.
    withExtendedLifetime(over) {}
    for note in notes { setup.log(Self.words(note)) }
  }

  /// The line of the log for a note.
  private static func words(_ note: Pairing.Note) -> String {
    switch note {
    case .asked(let asked):
      "'\(asked.name)' at \(asked.address) asks to be let in by \(asked.presses) presses of the source button"
    case .granted(let name, let address): "'\(name)' at \(address) was let in by the source button"
    case .ended(let name, let address, let end):
      "the access request from '\(name)' at \(address) ended: \(words(end))"
    }
  }

  /// The reason why a request failed, in words.
  static func words(_ end: Pairing.End) -> String {
    switch end {
    case .unanswered: "the button was not pressed in time"
    case .otherPresses(let count):
      "the button was pressed \(count == 1 ? "once" : "\(count) times"), not the requested number "
        + "of times"
    case .overlap: "another browser asked at the same time"
    case .turnedAway: "a paired browser turned it away"
    case .letInByCode: "it was let in with a code"
    }
  }

  /// A number of seconds in words.
  static func length(_ seconds: Double) -> String {
    seconds < 100
      ? "\(Int(seconds.rounded(.up))) s" : "\(Int((seconds / 60).rounded(.up))) minutes"
  }
}

extension RecorderProblem {
  /// The problem as a sentence.
  var words: String {
    switch self {
    case .away(let words): words
    case .timeout: "the recorder does not answer"
    case .refused(_, let message): message
    }
  }
}
