import Boards

// The actions of the buttons.

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

  /// Drops a take latched by a press that no longer counts: a hold, a lock, a lost line.
  private mutating func dropAbandoned() {
    guard case .latched(let latched) = state.activity, latched.isHeld else { return }
    if case .start = state.buttons.live(.record)?.intent { return }
    state.activity = .none
  }

  /// Notes the place at which a button went down and its only possible meaning; record in an armed recorder latches a
  /// take.
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
    // A press that wakes the recorder has no other effect, unless it is for a take.
    if wasAsleep, button != .record { state.buttons.drop(button) }
  }

  /// Latches a take at a press, if one can start; if not, the release refuses it, because until then the press may
  /// become a hold.
  private mutating func latch(at time: Double, _ place: Int?) -> LatchedTake? {
    guard let place, moment.refusal == nil, state.fault == nil, state.running == nil
    else { return nil }
    var latched = moment.controls.latch(at: time, place)
    latched.isHeld = true
    state.activity = .latched(latched)
    tell(.takeLatched(latched.which))
    return latched
  }

  /// Performs the action of a button; a request that is not possible now becomes an event.
  ///
  /// - Parameter before: the buttons before the edge or the hold.
  private mutating func perform(_ action: ButtonAction, _ before: ButtonGrammar) {
    switch action {
    case .down: break
    case .record: released(before.live(.record))
    case .source: source(before.live(.source), hold: false)
    case .sourceHeld: source(before.live(.source), hold: true)
    case .sourceHeldLong: copy(before.live(.source))
    case .sourceHeldForWiFi: wifi()
    case .marker:
      if let refusal = mark(at: before.live(.marker)?.place ?? moment.captured) { refuse(refusal) }
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

  private mutating func copy(_ press: ButtonPress?) {
    if case .inTake(let uid) = press?.intent {
      refuse(refusal(ofPressIn: uid) ?? .copyDuringTake)
    } else {
      effects.append(.copyTakes)
    }
  }

  /// Requests the Wi-Fi; a take that began during the hold is left alone.
  private mutating func wifi() {
    if state.running == nil { effects.append(.switchWiFi) } else { refuse(.wifiDuringTake) }
  }

  /// The reason why a press meant for a take has no effect: its meaning is fixed when the button goes down.
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
      // Another take, started automatically: this press was not meant for it.
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

  /// Cancels the take that would start automatically.
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
