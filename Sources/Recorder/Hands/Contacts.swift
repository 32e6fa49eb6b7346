import Boards

/// The contacts of a board, which turn raw, timed changes of their lines into presses and releases.
///
/// Contacts are debounced here and nowhere else. This is a pure state machine of (state, events, time).
package struct Contacts: Sendable, Equatable {
  private var contacts: [Contact: DebouncedContact]

  /// Creates the contacts of a board, all of them open.
  package init(board: Board) {
    contacts = Dictionary(
      uniqueKeysWithValues: Contact.allCases.map {
        ($0, DebouncedContact($0, seconds: board.debounceSeconds(of: $0)))
      })
  }

  /// True while the power supply is about to end; false if the power-fail line cannot be read.
  package var isPowerFailing: Bool { contacts[.power]?.isClosed ?? false }

  /// The next time at which a changed level will count if it stays, in seconds on the control clock; `nil` if no level
  /// has changed.
  package var settlesAt: Double? { contacts.values.compactMap(\.settlesAt).min() }

  /// The time, at most `now`, up to which the states of the contacts are certain.
  ///
  /// Holds are only measured up to that time: a button may already be up, with its release still to be debounced.
  package func known(at now: Double) -> Double {
    contacts.values.compactMap(\.undecidedSince).reduce(now, min)
  }

  /// Takes the events of the contacts and returns the presses and releases that count by now, in the order in which
  /// they began.
  package mutating func add(_ events: [ContactEvent], at now: Double) -> [ButtonEdge] {
    var edges = events.compactMap { contacts[$0.contact]?.add($0) }
    edges += Contact.allCases.compactMap { contacts[$0]?.settle(now) }
    return edges.sorted { $0.time < $1.time }
  }
}

extension Board {
  /// The seconds for which a contact's level must stay the same before it counts.
  ///
  /// The board may lack the contact; such a contact moves only in tests and scenarios.
  fileprivate func debounceSeconds(of contact: Contact) -> Double {
    let absent = contact == .power ? 0 : InputLine.standardDebounceMilliseconds
    return (line(of: contact)?.debounceMilliseconds ?? absent) / 1000
  }
}

/// One contact, which turns the changes of its line into debounced changes.
struct DebouncedContact: Sendable, Equatable {
  private let contact: Contact
  private var debounce: Debounce
  /// True while the contact counts as closed.
  private(set) var isClosed = false

  /// Creates an open contact.
  init(_ contact: Contact, seconds: Double) {
    self.contact = contact
    debounce = Debounce(seconds: seconds)
  }

  /// The time at which a changed level will count if it stays; `nil` if the level has not changed.
  var settlesAt: Double? { debounce.settlesAt }

  /// The time since which the contact may have been in another state than the one that counts; `nil` if it is certainly
  /// in that state.
  var undecidedSince: Double? { debounce.undecidedSince }

  /// Takes an event; returns the button edge that counts by the time of the event, if there is one.
  mutating func add(_ event: ContactEvent) -> ButtonEdge? {
    switch event.change {
    case .moved(let level): return debounce.edge(level, at: event.time).flatMap { edge($0) }
    case .found(let level): find(level, at: event.time)
    case .lost: return lose(at: event.time)
    }
    return nil
  }

  /// Returns the button edge of a level that has stayed long enough by now, if there is one.
  mutating func settle(_ now: Double) -> ButtonEdge? { debounce.tick(now).flatMap { edge($0) } }

  /// Takes the level that the line had when it was opened.
  ///
  /// A closed lock switch or a failing supply counts from that moment, if the level stays. A button that is down was
  /// pressed before the recorder was ready, so this press does not count, but the next one does.
  private mutating func find(_ level: Bool, at time: Double) {
    let isState = contact == .button(.lock) || contact == .power
    debounce = Debounce(seconds: debounce.seconds, isPressed: isState ? isClosed : level)
    _ = debounce.edge(level, at: time)
  }

  /// Notes that the line can no longer be read: a press is dropped, a lock stays as it was, and power does not count as
  /// failing.
  private mutating func lose(at time: Double) -> ButtonEdge? {
    let wasClosed = isClosed
    if contact != .button(.lock) { isClosed = false }
    debounce = Debounce(seconds: debounce.seconds, isPressed: isClosed)
    guard wasClosed, !isClosed, case .button(let name) = contact else { return nil }
    return .lost(name, at: time)
  }

  /// Returns the button edge of a debounced change; a release counts only after a press that counted.
  private mutating func edge(_ change: (isPressed: Bool, time: Double)) -> ButtonEdge? {
    guard change.isPressed != isClosed else { return nil }
    isClosed = change.isPressed
    guard case .button(let name) = contact else { return nil }
    return ButtonEdge(button: name, isPressed: isClosed, time: change.time)
  }
}
