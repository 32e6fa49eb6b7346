import Boards

/// A line of the board that something outside of the recorder closes and opens.
public enum Contact: Sendable, Hashable, CaseIterable {
  /// A button; closed while it is down.
  case button(ButtonName)
  /// The line that says that power is failing; closed while it says so.
  case power

  /// All contacts that a board can have.
  public static let allCases = ButtonName.allCases.map { Contact.button($0) } + [.power]
}

/// Something that a contact did, as its line saw it: before any debouncing.
public struct ContactEvent: Sendable, Equatable {
  /// What happened to a contact.
  public enum Change: Sendable, Equatable {
    /// Its line can be read from now on, and was found so.
    case found(isClosed: Bool)
    /// It closed or opened.
    case moved(isClosed: Bool)
    /// Its line cannot be read any more.
    case lost
  }

  /// Which contact.
  public var contact: Contact
  /// What happened to it.
  public var change: Change
  /// Seconds on the control clock.
  public var time: Double

  /// An event from its parts.
  public init(_ contact: Contact, _ change: Change, at time: Double) {
    self.contact = contact
    self.change = change
    self.time = time
  }
}

/// The hands on the board: its contacts and its accelerometer.
public protocol HandPort: Sendable {
  /// What the contacts did since the last call, for each of them in order.
  ///
  /// A contact that was never found is open.
  ///
  /// - Thread: control.
  func pollContacts() -> [ContactEvent]

  /// The acceleration in the device frame in g, or `nil` when there is no sensor or it does not answer.
  ///
  /// - Thread: control.
  func acceleration() -> Vector3?
}
