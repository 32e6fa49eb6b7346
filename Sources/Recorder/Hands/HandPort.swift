import Boards

/// A line of the board that something outside of the recorder closes and opens.
package enum Contact: Sendable, Hashable, CaseIterable {
  /// A button; closed while it is down.
  case button(ButtonName)
  /// The line that says that power is failing; closed while it says so.
  case power

  /// All contacts that a board can have.
  package static let allCases = ButtonName.allCases.map { Contact.button($0) } + [.power]
}

extension Board {
  /// The line of a contact; `nil` when the board has no such contact.
  package func line(of contact: Contact) -> InputLine? {
    switch contact {
    case .button(let name): buttons[name]
    case .power: power
    }
  }
}

/// Something that a contact did, as its line saw it: before any debouncing.
package struct ContactEvent: Sendable, Equatable {
  /// A change of a contact.
  package enum Change: Sendable, Equatable {
    /// Its line can be read from now on, and was found so.
    case found(isClosed: Bool)
    /// It closed or opened.
    case moved(isClosed: Bool)
    /// Its line cannot be read, or not any more.
    case lost(HardwareProblem)
  }

  /// The contact.
  package var contact: Contact
  /// Its change.
  package var change: Change
  /// Seconds on the control clock.
  package var time: Double

  /// An event from its parts.
  package init(_ contact: Contact, _ change: Change, at time: Double) {
    self.contact = contact
    self.change = change
    self.time = time
  }
}

/// A reading of an accelerometer.
package struct MotionReading: Sendable, Equatable {
  /// In g, device frame.
  package var acceleration: Vector3
  /// Seconds on the control clock.
  package var time: Double

  /// A reading from its parts.
  package init(_ acceleration: Vector3, at time: Double) {
    self.acceleration = acceleration
    self.time = time
  }
}

/// The hands on the board: its contacts and its accelerometer.
///
/// - Thread: control.
package protocol HandPort: Sendable {
  /// Events of the contacts since the last call, for each of them in order.
  ///
  /// Opens the lines when they are not open; a contact that was never found is open.
  func pollContacts() -> [ContactEvent]

  /// The last reading of the accelerometer; `nil` when there is no sensor or it does not answer.
  func motion() -> MotionReading?

  /// The accelerometer's identity and problem; `nil` when there is none, or while it has not answered yet.
  func sensorStatus() -> SensorStatus?

  /// Gives lines and sensor back; the next call opens them anew, and finds the contacts as they are then.
  func release()
}

extension HandPort {
  /// Hands without a sensor.
  package func sensorStatus() -> SensorStatus? { nil }

  /// Hands that hold nothing.
  package func release() {}
}
