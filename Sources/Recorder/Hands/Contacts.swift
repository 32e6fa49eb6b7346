import Boards

/// The contacts of a board: raw, timed edges in, presses and releases out.
///
/// Contacts are debounced here and nowhere else. A pure state machine of (state, events, time).
package struct Contacts: Sendable, Equatable {
  private var contacts: [Contact: DebouncedContact]

  /// The contacts of a board, open.
  package init(board: Board) {
    contacts = Dictionary(
      uniqueKeysWithValues: Contact.allCases.map {
        ($0, DebouncedContact($0, seconds: board.debounceSeconds(of: $0)))
      })
  }

  /// True while the supply is about to end; false if the line cannot be read.
  package var isPowerFailing: Bool { contacts[.power]?.isClosed ?? false }

  /// The time at which the newest level will count, in seconds on the control clock; `nil` if none is pending.
  package var settlesAt: Double? { contacts.values.compactMap(\.settlesAt).min() }

  /// The time up to which the closed contacts are certain, at most `now`: a button that may already be up, and only
  /// waits to be debounced, is not held any longer.
  package func known(at now: Double) -> Double {
    contacts.values.compactMap(\.undecidedSince).reduce(now, min)
  }

  /// Takes the events of the contacts and returns the presses and releases that count by now, in the order they began.
  package mutating func add(_ events: [ContactEvent], at now: Double) -> [ButtonEdge] {
    var edges = events.compactMap { contacts[$0.contact]?.add($0) }
    edges += Contact.allCases.compactMap { contacts[$0]?.settle(now) }
    return edges.sorted { $0.time < $1.time }
  }
}

extension Board {
  /// Seconds for which a contact's level must stay until it counts.
  ///
  /// A contact that the board does not have moves only in tests and scenarios.
  fileprivate func debounceSeconds(of contact: Contact) -> Double {
    let absent = contact == .power ? 0 : InputLine.standardDebounceMilliseconds
    return (line(of: contact)?.debounceMilliseconds ?? absent) / 1000
  }
}

/// One contact: changes of its line in, debounced changes out.
struct DebouncedContact: Sendable, Equatable {
  private let contact: Contact
  private var debounce: Debounce
  /// True while it counts as closed.
  private(set) var isClosed = false

  /// An open contact.
  init(_ contact: Contact, seconds: Double) {
    self.contact = contact
    debounce = Debounce(seconds: seconds)
  }

  /// The time at which the newest level will count; `nil` if none is pending.
  var settlesAt: Double? { debounce.settlesAt }

  /// The time since which its state may differ; `nil` if it does not.
  var undecidedSince: Double? { debounce.undecidedSince }

  /// Takes an event; returns the button edge that counts by then.
  mutating func add(_ event: ContactEvent) -> ButtonEdge? {
    switch event.change {
    case .moved(let level): return debounce.edge(level, at: event.time).flatMap { edge($0) }
    case .found(let level): find(level, at: event.time)
    case .lost: return lose(at: event.time)
    }
    return nil
  }

  /// Notices a level that has stayed long enough by now.
  mutating func settle(_ now: Double) -> ButtonEdge? { debounce.tick(now).flatMap { edge($0) } }

  /// Takes the level of the line when it was opened.
  ///
  /// A closed lock switch, or a failing supply, counts from then on if it stays so. A button held down was pressed
  /// before the recorder was ready: it counts from its next press.
  private mutating func find(_ level: Bool, at time: Double) {
    let isState = contact == .button(.lock) || contact == .power
    debounce = Debounce(seconds: debounce.seconds, isPressed: isState ? isClosed : level)
    _ = debounce.edge(level, at: time)
  }

  /// Loses the line: a press is dropped, a lock stays as it was, and power does not count as failing.
  private mutating func lose(at time: Double) -> ButtonEdge? {
    let wasClosed = isClosed
    if contact != .button(.lock) { isClosed = false }
    debounce = Debounce(seconds: debounce.seconds, isPressed: isClosed)
    guard wasClosed, !isClosed, case .button(let name) = contact else { return nil }
    return .lost(name, at: time)
  }

  /// A release counts only after a press that counted.
  private mutating func edge(_ change: (isPressed: Bool, time: Double)) -> ButtonEdge? {
    guard change.isPressed != isClosed else { return nil }
    isClosed = change.isPressed
    guard case .button(let name) = contact else { return nil }
    return ButtonEdge(button: name, isPressed: isClosed, time: change.time)
  }
}
