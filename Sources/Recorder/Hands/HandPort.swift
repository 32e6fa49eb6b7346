import Boards

/// A line of the board that something outside the recorder closes and opens.
package enum Contact: Sendable, Hashable, CaseIterable {
  /// A button; closed while it is down.
  case button(ButtonName)
  /// The power-fail line; closed while power is failing.
  case power

  /// All contacts that a board can have.
  package static let allCases = ButtonName.allCases.map { Contact.button($0) } + [.power]
}

extension Board {
  /// The line of a contact; `nil` if the board has no such contact.
  package func line(of contact: Contact) -> InputLine? {
    switch contact {
    case .button(let name): buttons[name]
    case .power: power
    }
  }
}

/// An event of a contact as its line shows it, before debouncing.
package struct ContactEvent: Sendable, Equatable {
  /// A change of a contact.
  package enum Change: Sendable, Equatable {
    /// Its line can be read from now on, and was in this state.
    case found(isClosed: Bool)
    /// It closed or opened.
    case moved(isClosed: Bool)
    /// Its line cannot be read, or no longer.
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
  /// Acceleration in g, device frame.
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
  /// Events of the contacts since the last call, in order for each contact.
  ///
  /// Opens the lines that are not open; a contact that was never found counts as open.
  func pollContacts() -> [ContactEvent]

  /// The last reading of the accelerometer; `nil` if there is no sensor or it does not answer.
  func motion() -> MotionReading?

  /// The accelerometer's identity and problem; `nil` if there is none, or while it has not answered yet.
  func sensorStatus() -> SensorStatus?

  /// Releases lines and sensor; the next call opens them again and finds the contacts in their current state.
  func release()
}

extension HandPort {
  /// Hands without a sensor.
  package func sensorStatus() -> SensorStatus? { nil }

  /// Hands that hold nothing.
  package func release() {}
}
