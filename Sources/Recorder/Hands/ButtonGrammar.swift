import Boards

/// The meaning of a press, before the session decides whether it is possible now.
package enum ButtonAction: Sendable, Equatable {
  /// A button went down while the buttons are free: its action counts from here, whatever it turns out to be.
  case down(ButtonName)
  /// Record, short.
  case record
  /// Source, short.
  case source
  /// Source, held 1.5 s.
  case sourceHeld
  /// Source, held 3 s.
  case sourceHeldLong
  /// Source, held 10 s.
  case sourceHeldForWiFi
  /// Marker, short.
  case marker
  /// A button was pressed while the buttons are locked.
  case refusedLocked
  /// The buttons became locked or free.
  case locked(Bool)
}

/// Turns debounced edges into actions: short presses, holds of 1.5 s, 3 s and 10 s, and the lock.
///
/// A pure state machine of (state, edge or tick, time). A short press acts on release, because until then it may become
/// a hold. A hold of 1.5 s acts on release before 3 s, or at once if no longer hold is defined; so does a hold of 3 s
/// if one of 10 s is defined. In a take none is. All of them count from the moment the button went down, which is
/// reported at once.
package struct ButtonGrammar: Sendable, Equatable {
  /// Seconds after which a press is a hold.
  package static let holdSeconds = 1.5
  /// Seconds after which a hold is long.
  package static let longHoldSeconds = 3.0
  /// Seconds after which a hold is for the recorder's own Wi-Fi.
  package static let wifiHoldSeconds = 10.0

  /// True if a hold for Wi-Fi is defined.
  let hasWiFiHold: Bool
  /// True while the buttons are locked, by hold or by switch.
  package var isLocked: Bool { isLockedByHold || isLockedBySwitch }
  private var isLockedByHold = false
  private var isLockedBySwitch = false
  /// The pressed buttons.
  private var presses: [ButtonName: ButtonPress] = [:]

  /// All buttons up.
  ///
  /// - Parameter hasWiFiHold: true if holding the source button for 10 s has its own meaning, other than for 3 s.
  package init(hasWiFiHold: Bool = false) { self.hasWiFiHold = hasWiFiHold }

  /// Takes an edge.
  package mutating func handle(_ edge: ButtonEdge) -> [ButtonAction] {
    if edge.isLost { return drop(edge) }
    if edge.button == .lock {
      guard edge.isPressed != isLockedBySwitch else { return [] }
      isLockedBySwitch = edge.isPressed
      meetLock()
      return [.locked(isLocked)]
    }
    let earlier = tick(edge.time)
    if edge.isPressed {
      presses[edge.button] = ButtonPress(since: edge.time, hasMetLock: isLocked)
      return isLocked ? earlier : earlier + [.down(edge.button)]
    }
    guard let press = presses.removeValue(forKey: edge.button), !press.isUsed else {
      return earlier
    }
    if press.hasMetLock { return earlier + [.refusedLocked] }
    let seconds = edge.time - press.since
    switch edge.button {
    case .record: return earlier + [.record]
    case .source where seconds >= Self.longHoldSeconds: return earlier + [.sourceHeldLong]
    case .source: return earlier + [seconds >= Self.holdSeconds ? .sourceHeld : .source]
    case .marker: return earlier + [.marker]
    case .lock: return earlier
    }
  }

  /// Drops the press of a button that is down: neither its release nor a longer hold has an effect.
  package mutating func drop(_ button: ButtonName) {
    presses[button]?.isUsed = true
  }

  /// True while a button is down.
  var isAnyDown: Bool { !presses.isEmpty }

  /// The press of a button that is down and can still mean something.
  func live(_ button: ButtonName) -> ButtonPress? {
    guard let press = presses[button], !press.isUsed, !press.hasMetLock else { return nil }
    return press
  }

  /// Notes the place at which a button went down, and the only possible meaning of its press.
  mutating func note(_ button: ButtonName, place: Int?, intent: ButtonIntent) {
    presses[button]?.place = place
    presses[button]?.intent = intent
  }

  /// Forgets the places at which buttons went down: the time line starts over.
  mutating func forgetPlaces() {
    for button in presses.keys {
      presses[button]?.place = nil
      if case .start(var latched?) = presses[button]?.intent {
        latched.place = 0
        presses[button]?.intent = .start(latched)
      }
    }
  }

  /// Notes the lock in all pressed buttons: from now on they can only be refused.
  private mutating func meetLock() {
    for button in presses.keys { presses[button]?.hasMetLock = true }
  }

  /// Forgets a press; a lock stays as it was.
  private mutating func drop(_ edge: ButtonEdge) -> [ButtonAction] {
    // Before the tick: the button may no longer have been held.
    presses[edge.button] = nil
    return tick(edge.time)
  }

  /// Notices holds that are long enough by now.
  package mutating func tick(_ time: Double) -> [ButtonAction] {
    var actions: [ButtonAction] = []
    if let press = presses[.record], !press.isUsed, time - press.since >= Self.holdSeconds {
      isLockedByHold.toggle()
      meetLock()
      presses[.record]?.isUsed = true
      actions.append(.locked(isLocked))
    }
    if let press = live(.source) {
      let isForWiFi = hasWiFiHold && !press.isForTake
      let seconds = isForWiFi ? Self.wifiHoldSeconds : Self.longHoldSeconds
      if time - press.since >= seconds {
        presses[.source]?.isUsed = true
        actions.append(isForWiFi ? .sourceHeldForWiFi : .sourceHeldLong)
      }
    }
    return actions
  }
}

/// The only possible meaning of a press, given the state in which the button went down.
enum ButtonIntent: Sendable, Equatable {
  /// Record: starts the latched take; without one, the take that is possible at the release.
  case start(LatchedTake?)
  /// Record: stops the take with this identity, and anything that would continue after it automatically.
  case stop(uid: String)
  /// Record: cancels the take that would start automatically.
  case callOff
  /// Another button, meant for the take with this identity.
  case inTake(uid: String)
  /// Another button outside a take.
  case free
}

/// A button that is down.
struct ButtonPress: Sendable, Equatable {
  /// The time at which it went down, in seconds on the control clock.
  var since: Double
  /// True when it was down while the buttons were locked: it can only be refused.
  var hasMetLock: Bool
  /// True if it has acted or was dropped: its release has no effect.
  var isUsed = false
  /// The place on the time line at which it went down; `nil` while nothing is captured.
  var place: Int?
  /// Its only possible meaning.
  var intent = ButtonIntent.free

  /// True if it is meant for a take.
  var isForTake: Bool {
    if case .inTake = intent { return true }
    return false
  }
}
