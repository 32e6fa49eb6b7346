import Boards

/// What a press means, before the session says whether it can be done now.
public enum ButtonAction: Sendable, Equatable {
  /// A button went down while the buttons are free: whatever it turns out to mean counts from here.
  case down(ButtonName)
  /// Record, short.
  case record
  /// Source, short.
  case source
  /// Source, held 1.5 s.
  case sourceHeld
  /// Source, held 3 s.
  case sourceHeldLong
  /// Marker, short.
  case marker
  /// A button was pressed while the buttons are locked.
  case refusedLocked
  /// The buttons became locked or free.
  case locked(Bool)
}

/// Turns debounced edges into actions: short presses, holds of 1.5 s and 3 s, and the lock.
///
/// A pure state machine of (state, edge or tick, time). A short press acts when the button is released, because until then
/// it may become a hold. A hold of 1.5 s acts when the button is released before 3 s, or at once when nothing longer is
/// defined for it. All of them count from the moment at which the button went down, which is told at once.
public struct ButtonGrammar: Sendable, Equatable {
  /// Seconds after which a press is a hold.
  public static let holdSeconds = 1.5
  /// Seconds after which a hold is a long one.
  public static let longHoldSeconds = 3.0

  /// Whether the buttons are locked, by hold or by switch.
  public var isLocked: Bool { isLockedByHold || isLockedBySwitch }
  private var isLockedByHold = false
  private var isLockedBySwitch = false
  private var pressedSince: [ButtonName: Double] = [:]
  /// Buttons whose press has acted already, or was dropped: their release means nothing.
  private var isUsed: Set<ButtonName> = []
  /// Buttons that are down and were so while the buttons were locked: all that they can do is to be refused.
  private var metLock: Set<ButtonName> = []

  /// Buttons that nobody touches.
  public init() {}

  /// Takes an edge.
  public mutating func handle(_ edge: ButtonEdge) -> [ButtonAction] {
    if edge.isLost { return drop(edge) }
    if edge.button == .lock {
      guard edge.isPressed != isLockedBySwitch else { return [] }
      isLockedBySwitch = edge.isPressed
      metLock.formUnion(pressedSince.keys)
      return [.locked(isLocked)]
    }
    let earlier = tick(edge.time)
    if edge.isPressed {
      pressedSince[edge.button] = edge.time
      isUsed.remove(edge.button)
      metLock.remove(edge.button)
      if isLocked { metLock.insert(edge.button) }
      return isLocked ? earlier : earlier + [.down(edge.button)]
    }
    guard let since = pressedSince.removeValue(forKey: edge.button) else { return earlier }
    let hasMetLock = metLock.remove(edge.button) != nil
    if isUsed.remove(edge.button) != nil { return earlier }
    if hasMetLock { return earlier + [.refusedLocked] }
    let held = edge.time - since >= Self.holdSeconds
    switch edge.button {
    case .record: return earlier + [.record]
    case .source: return earlier + [held ? .sourceHeld : .source]
    case .marker: return earlier + [.marker]
    case .lock: return earlier
    }
  }

  /// Drops the press of a button that is down: neither its release nor a longer hold means anything.
  public mutating func drop(_ button: ButtonName) {
    if pressedSince[button] != nil { isUsed.insert(button) }
  }

  /// Forgets a press; a lock stays as it was.
  private mutating func drop(_ edge: ButtonEdge) -> [ButtonAction] {
    // Before the tick: nobody knows whether the button was still held.
    pressedSince[edge.button] = nil
    isUsed.remove(edge.button)
    metLock.remove(edge.button)
    return tick(edge.time)
  }

  /// Notices holds that are long enough by now.
  public mutating func tick(_ time: Double) -> [ButtonAction] {
    var actions: [ButtonAction] = []
    if let since = pressedSince[.record], !isUsed.contains(.record),
      time - since >= Self.holdSeconds
    {
      isUsed.insert(.record)
      isLockedByHold.toggle()
      metLock.formUnion(pressedSince.keys)
      actions.append(.locked(isLocked))
    }
    if let since = pressedSince[.source], !isUsed.contains(.source), !metLock.contains(.source),
      time - since >= Self.longHoldSeconds
    {
      isUsed.insert(.source)
      actions.append(.sourceHeldLong)
    }
    return actions
  }
}
