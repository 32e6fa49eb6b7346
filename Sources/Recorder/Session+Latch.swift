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
  /// Whether the orientation was not known yet at the press.
  var isOrientationOpen = false
}

/// A button that is down, and what it can only mean because of the state in which it went down.
struct ButtonPress {
  /// What record means.
  enum Meaning {
    /// Starts the take that is latched; without one, whatever can be started at the release.
    case start(LatchedTake?)
    /// Stops the take with this identity, and whatever would go on after it by itself.
    case stop(uid: String)
    /// Calls off the take that would start by itself.
    case callOff
    /// Another button, meant for the take with this identity.
    case inTake(uid: String)
    /// Another button while no take was made.
    case free
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
  /// Seconds of the newest frames that a take does not have while a button is down that may end it there.
  ///
  /// With the sync that is started every 0.5 s this keeps the promise that a power cut takes one second at most. A press
  /// that lasts longer ends or pauses the take so much later than the button went down.
  static let heldForButtonSeconds = 0.4
  /// The same while it is not known whether the channels come in their order: a little longer than the look takes.
  static let heldForOrderSeconds = ChannelWatch.seconds + 0.1
  /// Seconds after the first look at the hands for which a take waits until it is known how the board is held.
  public static let orientationSeconds = 2.0

  /// Whether a take is latched that starts when the record button is released, or when it is known how the board is held.
  public var isTakeLatched: Bool { latchedCase != nil }

  /// The case of the take that is latched.
  var latchedCase: Board.Case? {
    guard take == nil, capture != nil else { return nil }
    if let waiting { return waiting.which }
    guard case .start(let latched?) = presses[.record]?.meaning else { return nil }
    return latched.which
  }

  /// Whether a take has to wait because the accelerometer has not said yet how the board is held.
  ///
  /// Bounded: of a sensor that stays silent, or a board that is shaken all the time, the initial orientation counts, and
  /// the take says so.
  public func awaitsOrientation(_ now: Double) -> Bool {
    isOrientationOpen && now < orientationDeadline ?? .infinity
  }

  /// Whether the accelerometer decides how a take is held and has not said anything yet.
  private var isOrientationOpen: Bool {
    configuration.board.orientation == .handHeld && configuration.board.accelerometer != nil
      && fixedOrientation == nil && !policy.isKnown
  }

  /// Whether record is down and will end what runs or is about to go on: nothing starts by itself meanwhile.
  var isStopHeld: Bool {
    switch presses[.record]?.meaning {
    case .stop, .callOff: true
    default: false
    }
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
    var meaning = take.map { ButtonPress.Meaning.inTake(uid: $0.plan.uid) } ?? .free
    if button == .record {
      if let take {
        meaning = .stop(uid: take.plan.uid)
      } else if restart != nil || waiting != nil {
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
    LatchedTake(
      time: time, place: place, which: currentCase(at: time), pattern: pattern,
      isOrientationOpen: isOrientationOpen)
  }

  /// Starts the take that was asked for before it was known how the board is held, as soon as it is.
  func watchWaiting(_ now: Double) {
    guard var latched = waiting, !awaitsOrientation(now), !isStopHeld else { return }
    waiting = nil
    // What was known at the press stays, however the board was turned since.
    if latched.isOrientationOpen {
      latched.which = currentCase(at: latched.time)
      latched.isOrientationOpen = isOrientationOpen
    }
    do throws(SessionRefusal) {
      guard take == nil else { throw .takeRuns }
      try startTake(latched)
    } catch {
      events.append(.refused(error))
    }
  }

  /// Gives up a take that was latched and not started; the release of its button means nothing.
  func dropLatched(_ refusal: SessionRefusal) {
    var isDropped = waiting != nil
    waiting = nil
    if case .start(let latched) = presses[.record]?.meaning {
      isDropped = isDropped || latched != nil
      presses[.record] = nil
      grammar.drop(.record)
    }
    if isDropped { events.append(.refused(refusal)) }
  }

  /// Lets what the hands have begun go on with a device that is opened anew: its time line begins again.
  func forgetPlaces() {
    waiting?.place = 0
    for (button, press) in presses {
      var press = press
      press.place = nil
      if case .start(var latched?) = press.meaning {
        latched.place = 0
        press.meaning = .start(latched)
      }
      presses[button] = press
    }
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
    case .start(let latched):
      guard take == nil else { throw .takeRuns }
      guard let capture else { throw .notArmed }
      waiting = latched ?? latch(at: now, capture.ring.timelineEnd)
      watchWaiting(now)
    case .stop(let uid):
      callOff()
      guard let take else { return }
      // Another one, which began by itself: this press was not meant for it.
      guard take.plan.uid == uid else { throw .takeRuns }
      endTake(at: presses[.record]?.place, end: .stopped)
    case .callOff:
      callOff()
      guard take == nil else { throw .takeRuns }
    case .inTake, .free, nil:
      break
    }
  }

  /// Gives up the take that would start by itself.
  private func callOff() {
    guard restart != nil || waiting != nil else { return }
    (restart, waiting) = (nil, nil)
    events.append(.calledOff)
  }

  /// How far a take may go on for good, if it is recording; where it may be resumed, if it is paused.
  ///
  /// - Parameter captured: frames of the time line so far.
  func settledPlace(_ captured: Int, _ capture: CaptureRunner) -> Int {
    func back(_ seconds: Double) -> Int {
      captured - Int(seconds * Double(capture.grant.rate))
    }
    var place = back(Self.heldBackSeconds)
    for button in [ButtonName.record, .source] {
      guard let pressed = presses[button]?.place else { continue }
      // A paused take gives nothing to the storage, so that it may go on where the button went down.
      place = min(place, isPaused ? pressed : max(pressed, back(Self.heldForButtonSeconds)))
    }
    // Frames after a restart of the device may be those of other channels.
    if let unsure = channelWatch.unsureFrom {
      place = min(place, max(unsure, back(Self.heldForOrderSeconds)))
    }
    return max(place, oldestPlace(capture))
  }
}
