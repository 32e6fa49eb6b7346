import Boards

/// The action that a press requests, before the session decides whether it is possible now.
package enum ButtonAction: Sendable, Equatable {
  /// A button went down while the buttons are not locked: whatever its press turns out to mean counts from this moment.
  case down(ButtonName)
  /// A short press of record.
  case record
  /// A short press of source.
  case source
  /// Source was held for 1.5 s.
  case sourceHeld
  /// Source was held for 3 s.
  case sourceHeldLong
  /// Source was held for 10 s.
  case sourceHeldForWiFi
  /// A short press of marker.
  case marker
  /// A button was pressed while the buttons are locked.
  case refusedLocked
  /// The buttons were locked (true) or unlocked (false).
  case locked(Bool)
}

/// Turns debounced edges into actions: short presses, holds of 1.5 s, 3 s and 10 s, and the lock.
///
/// It is a pure state machine of (state, edge or tick, time). A short press acts when the button is released, because
/// until then it may become a hold. A hold acts as soon as it is long enough, unless a longer hold of the same button
/// is defined; then it acts when the button is released before the longer hold is reached. The hold of 10 s is not
/// defined in a take. Whenever they act, presses and holds count from the moment the button went down, which is
/// reported at once.
package struct ButtonGrammar: Sendable, Equatable {
  /// Seconds after which a press is a hold.
  package static let holdSeconds = 1.5
  /// Seconds after which a hold is long.
  package static let longHoldSeconds = 3.0
  /// Seconds after which a hold opens or closes the recorder's own Wi-Fi.
  package static let wifiHoldSeconds = 10.0

  /// True if a hold for Wi-Fi is defined.
  let hasWiFiHold: Bool
  /// True while the buttons are locked, by a hold of record or by the lock switch.
  package var isLocked: Bool { isLockedByHold || isLockedBySwitch }
  private var isLockedByHold = false
  private var isLockedBySwitch = false
  /// The presses of the buttons that are down.
  private var presses: [ButtonName: ButtonPress] = [:]

  /// Creates the state in which all buttons are up.
  ///
  /// - Parameter hasWiFiHold: true if holding the source button for 10 s has another meaning than holding it for 3 s.
  package init(hasWiFiHold: Bool = false) { self.hasWiFiHold = hasWiFiHold }

  /// Takes an edge and returns the actions that follow from it.
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

  /// The press of a button that is down, if the press can still have an effect.
  func live(_ button: ButtonName) -> ButtonPress? {
    guard let press = presses[button], !press.isUsed, !press.hasMetLock else { return nil }
    return press
  }

  /// Notes the place at which a button went down, and the only possible meaning of its press.
  mutating func note(_ button: ButtonName, place: Int?, intent: ButtonIntent) {
    presses[button]?.place = place
    presses[button]?.intent = intent
  }

  /// Forgets the places at which buttons went down, because the time line starts over.
  mutating func forgetPlaces() {
    for button in presses.keys {
      presses[button]?.place = nil
      if case .start(var latched?) = presses[button]?.intent {
        latched.place = 0
        presses[button]?.intent = .start(latched)
      }
    }
  }

  /// Notes in all current presses that the buttons were locked meanwhile, so that these presses can only be refused.
  private mutating func meetLock() {
    for button in presses.keys { presses[button]?.hasMetLock = true }
  }

  /// Forgets a press that can no longer be read; a lock stays as it was.
  private mutating func drop(_ edge: ButtonEdge) -> [ButtonAction] {
    // Forget it before the tick, because the button may already have been released by then.
    presses[edge.button] = nil
    return tick(edge.time)
  }

  /// Finds holds that are long enough by now, and returns their actions.
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

/// The only meaning that a press can have, given the recorder's state when the button went down.
enum ButtonIntent: Sendable, Equatable {
  /// A press of record that starts the latched take or, if none was latched, whatever take is possible at the release.
  case start(LatchedTake?)
  /// A press of record that stops the take with this identity, and prevents any automatic continuation of it.
  case stop(uid: String)
  /// A press of record that cancels the take about to start automatically.
  case callOff
  /// A press of another button, meant for the take with this identity.
  case inTake(uid: String)
  /// A press of another button while no take was running.
  case free
}

/// The press of a button that is down.
struct ButtonPress: Sendable, Equatable {
  /// The time at which the button went down, in seconds on the control clock.
  var since: Double
  /// True if the buttons were locked at some time during the press, so that it can only be refused.
  var hasMetLock: Bool
  /// True if the press has acted or was dropped, so that the release has no effect.
  var isUsed = false
  /// The place on the time line at which the button went down; `nil` if nothing was being captured.
  var place: Int?
  /// The only meaning that the press can have.
  var intent = ButtonIntent.free

  /// True if the press is meant for a running take.
  var isForTake: Bool {
    if case .inTake = intent { return true }
    return false
  }
}
