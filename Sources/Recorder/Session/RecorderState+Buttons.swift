import Boards

// The effects of pressing the buttons.

extension Transition {
  mutating func handle(_ edge: ButtonEdge, _ place: Int?) {
    time = edge.time
    let before = state.buttons
    for action in state.buttons.handle(edge) {
      if action == .down(edge.button) {
        pressed(edge.button, at: edge.time, place)
      } else {
        perform(action, before)
      }
    }
    dropAbandoned()
  }

  mutating func tick(_ known: Double) {
    let before = state.buttons
    for action in state.buttons.tick(known) { perform(action, before) }
    dropAbandoned()
  }

  /// Drops a take that a press latched if the press no longer counts, because it became a hold, because the buttons
  /// were locked, or because the button's line was lost.
  private mutating func dropAbandoned() {
    guard case .latched(let latched) = state.activity, latched.isHeld else { return }
    if case .start = state.buttons.live(.record)?.intent { return }
    state.activity = .none
  }

  /// Notes the place at which a button went down and the only meaning that its press can have; in an armed recorder, a
  /// press of record latches a take.
  private mutating func pressed(_ button: ButtonName, at time: Double, _ place: Int?) {
    effects.append(.acknowledge)
    let wasAsleep = state.isAsleep
    wake()
    let take = state.take(at: time)
    let intent: ButtonIntent
    switch (button, take) {
    case (.record, let uid?) where state.running != nil || !state.isAboutToStart:
      intent = .stop(uid: uid)
    case (.record, _): intent = state.isAboutToStart ? .callOff : .start(latch(at: time, place))
    case (_, let uid?): intent = .inTake(uid: uid)
    case (_, nil): intent = .free
    }
    state.buttons.note(button, place: place, intent: intent)
    // A press that wakes the recorder has no other effect, unless it is a press of record.
    if wasAsleep, button != .record { state.buttons.drop(button) }
  }

  /// Latches a take at a press, if one can start.
  ///
  /// If none can, it is refused only when the button is released, because until then the press may become a hold.
  private mutating func latch(at time: Double, _ place: Int?) -> LatchedTake? {
    guard let place, moment.refusal == nil, state.fault == nil, state.running == nil
    else { return nil }
    var latched = moment.controls.latch(at: time, place)
    latched.isHeld = true
    state.activity = .latched(latched)
    tell(.takeLatched(latched.which))
    return latched
  }

  /// Performs the action of a button; if the action is not possible now, an event reports the refusal.
  ///
  /// - Parameter before: the state of the buttons before the edge or the hold.
  private mutating func perform(_ action: ButtonAction, _ before: ButtonGrammar) {
    switch action {
    case .down: break
    case .record: released(before.live(.record))
    case .source: source(before.live(.source), hold: false)
    case .sourceHeld: source(before.live(.source), hold: true)
    case .sourceHeldLong: copy(before.live(.source))
    case .sourceHeldForWiFi: wifi()
    case .marker: marker(before.live(.marker))
    case .refusedLocked: tell(.pressWhileLocked)
    case .locked(let isLocked): tell(.locked(isLocked))
    }
  }

  private mutating func source(_ press: ButtonPress?, hold: Bool) {
    guard case .inTake(let uid) = press?.intent else {
      effects.append(hold ? .selectPattern : .selectSource)
      return
    }
    let place = press?.place ?? moment.captured
    let refusal = refusal(ofPressIn: uid) ?? (hold ? togglePause(at: place) : mark(at: place))
    if let refusal { refuse(refusal) }
  }

  private mutating func marker(_ press: ButtonPress?) {
    var refusal: SessionRefusal?
    if case .inTake(let uid) = press?.intent { refusal = self.refusal(ofPressIn: uid) }
    if let refusal = refusal ?? mark(at: press?.place ?? moment.captured) { refuse(refusal) }
  }

  private mutating func copy(_ press: ButtonPress?) {
    if case .inTake(let uid) = press?.intent {
      refuse(refusal(ofPressIn: uid) ?? .copyDuringTake)
    } else {
      effects.append(.copyTakes)
    }
  }

  /// Requests that the Wi-Fi be opened or closed, unless a take began during the hold.
  private mutating func wifi() {
    if state.running == nil { effects.append(.switchWiFi) } else { refuse(.wifiDuringTake) }
  }

  /// The reason why a press meant for one take has no effect if that take is no longer running: the meaning of a press
  /// is fixed when the button goes down.
  private func refusal(ofPressIn uid: String) -> SessionRefusal? {
    guard let take = state.running else { return .notRecording }
    return take.uid == uid ? nil : .takeRuns
  }

  /// Performs the action that a short press of record meant when the button went down.
  private mutating func released(_ press: ButtonPress?) {
    switch press?.intent {
    case .start(let latched): releasedStart(latched)
    case .stop(let uid):
      effects.append(.waitForQuiet)
      if callOff() { return }
      guard let take = state.running else { return }
      // Another take may have started automatically; this press was not meant for that take.
      if take.uid == uid { end(at: press?.place, .stopped) } else { refuse(.takeRuns) }
    case .callOff:
      effects.append(.waitForQuiet)
      if !callOff(), state.running != nil { refuse(.takeRuns) }
    case .inTake, .free, nil: break
    }
  }

  private mutating func releasedStart(_ pressed: LatchedTake?) {
    guard state.running == nil else { return refuse(.takeRuns) }
    guard state.isOpen, state.troubles.capture == nil else {
      return refuse(state.refusalOfClosed)
    }
    switch state.activity {
    case .latched(var latched):
      latched.isHeld = false
      state.activity = .latched(latched)
    case .interrupted:
      effects.append(.start(TakeOrder(purpose: .hand, latched: pressed ?? moment.latch)))
    default:
      state.activity = .latched(moment.latch)
    }
    startWaiting()
  }

  /// Cancels the take that would start automatically; returns false if there is none.
  mutating func callOff() -> Bool {
    switch state.activity {
    case .interrupted: break
    case .latched(let latched) where !latched.isHeld: break
    default: return false
    }
    state.activity = .none
    tell(.calledOff)
    return true
  }
}
