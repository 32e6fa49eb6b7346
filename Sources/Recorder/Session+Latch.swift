import Boards
import Realtime

/// A take that is decided on and not started yet: everything that belongs to the instant of the press.
struct LatchedTake {
  /// The press, in seconds on the control clock.
  var time: Double
  /// The press on the time line of the raw ring.
  var place: Int
  /// The case of that instant.
  var which: Board.Case
  /// The pattern of that instant.
  var pattern: PolarPattern
  /// Why the take starts when nobody asked for it.
  var reason: String?
}

/// A button that is down, and what it can only mean because of the state in which it went down.
struct ButtonPress {
  /// What record means.
  enum Meaning {
    /// Starts the take that is latched; without one, whatever can be started at the release.
    case start(LatchedTake?)
    /// Stops the take with this identity.
    case stop(uid: String)
    /// Calls off the take that would start by itself when the device is back.
    case callOff
    /// Another button.
    case other
  }

  /// Where it went down on the time line; `nil` while nothing is captured.
  var place: Int?
  var meaning: Meaning
}

extension Session {
  /// Seconds of the newest frames that a take does not have for good yet.
  ///
  /// A press is known only after its contact was still for the debounce time and the control thread has looked. It still
  /// counts from where the button went down.
  static let heldBackSeconds = 0.1

  /// Whether the record button is down and a take is latched, which starts when the button is released.
  public var isTakeLatched: Bool { latchedCase != nil }

  /// The case of the take that is latched.
  var latchedCase: Board.Case? {
    guard take == nil, case .start(let latched?) = presses[.record]?.meaning else { return nil }
    return latched.which
  }

  /// The place on the time line that was captured at a time not long ago.
  func place(at time: Double, _ now: Double) -> Int? {
    guard let capture else { return nil }
    let captured = capture.ring.timelineEnd
    let age = Int((max(0, now - time) * Double(capture.grant.rate)).rounded())
    return max(captured - age, oldestPlace(capture))
  }

  /// The oldest place that anything may still count from: half of the ring is never given up for a button that is held.
  func oldestPlace(_ capture: CaptureRunner) -> Int {
    max(capture.start, capture.ring.timelineEnd - capture.ring.capacity / 2)
  }

  /// Notes where a button went down; record in an armed recorder latches a take.
  func pressed(_ button: ButtonName, at time: Double, _ now: Double) {
    let place = place(at: time, now)
    var meaning = ButtonPress.Meaning.other
    if button == .record {
      if let take {
        meaning = .stop(uid: take.plan.uid)
      } else if restart != nil {
        meaning = .callOff
      } else {
        let latch = place.map { self.latch(at: time, $0) }
        // A take that cannot be started is refused at the release: until then the press may become a hold.
        let isPossible = latch != nil && canStart
        meaning = .start(isPossible ? latch : nil)
        if isPossible, let latch { events.append(.takeLatched(latch.which)) }
      }
    }
    presses[button] = ButtonPress(place: place, meaning: meaning)
  }

  /// What a take has that is asked for at this instant.
  func latch(at time: Double, _ place: Int) -> LatchedTake {
    LatchedTake(time: time, place: place, which: currentCase(at: time), pattern: pattern)
  }

  private var canStart: Bool {
    do throws(SessionRefusal) {
      try requireStorage()
      return fault == nil
    } catch {
      return false
    }
  }

  /// Does what a short press of record meant when the button went down.
  func performRecord(_ now: Double) throws(SessionRefusal) {
    switch presses[.record]?.meaning {
    case .start(let latched?):
      guard take == nil else { throw .takeRuns }
      try startTake(latched)
    case .stop(let uid):
      guard let take, take.plan.uid == uid else { throw .notRecording }
      endTake(at: presses[.record]?.place, end: .stopped)
    case .callOff where restart != nil:
      restart = nil
      throw .notArmed
    case .start(nil), .callOff:
      guard take == nil else { throw .takeRuns }
      try startTake(now)
    case .other, nil:
      // It went down while the buttons were locked, and they were freed meanwhile.
      if take == nil { try startTake(now) } else { try stopTake() }
    }
  }

  /// How far a take may go on for good, if it is recording; where it may be resumed, if it is paused.
  ///
  /// - Parameter captured: frames of the time line so far.
  func settledPlace(_ captured: Int, _ capture: CaptureRunner) -> Int {
    let young = Int(Self.heldBackSeconds * Double(capture.grant.rate))
    var place = captured - young
    for button in [ButtonName.record, .source] {
      if let pressed = presses[button]?.place { place = min(place, pressed) }
    }
    // Frames after a restart of the device may be those of other channels.
    if let unsure = channelWatch.unsureFrom { place = min(place, unsure) }
    return max(place, oldestPlace(capture))
  }
}
