import Boards

/// A contact of the board that a person, or the power supply, closes and opens.
package enum Contact: Sendable, Hashable, CaseIterable {
  /// The contact of a button, closed while the button is down.
  case button(ButtonName)
  /// The power-fail line, which counts as closed while power is failing.
  case power

  /// All contacts that a board can have.
  package static let allCases = ButtonName.allCases.map { Contact.button($0) } + [.power]
}

extension Board {
  /// The input line of a contact; `nil` if the board has no such contact.
  package func line(of contact: Contact) -> InputLine? {
    switch contact {
    case .button(let name): buttons[name]
    case .power: power
    }
  }
}

/// An event on the line of a contact, before debouncing.
package struct ContactEvent: Sendable, Equatable {
  /// The kinds of change that an event can report.
  package enum Change: Sendable, Equatable {
    /// The contact's line can be read from now on, and was found in this state.
    case found(isClosed: Bool)
    /// The contact closed or opened.
    case moved(isClosed: Bool)
    /// The contact's line cannot be read, or can no longer be read.
    case lost(HardwareProblem)
  }

  /// The contact whose line shows the event.
  package var contact: Contact
  /// The change of the contact.
  package var change: Change
  /// The time, in seconds on the control clock.
  package var time: Double

  /// Creates an event from its parts.
  package init(_ contact: Contact, _ change: Change, at time: Double) {
    self.contact = contact
    self.change = change
    self.time = time
  }
}

/// A reading of an accelerometer.
package struct MotionReading: Sendable, Equatable {
  /// The acceleration in g, in the coordinates of the device.
  package var acceleration: Vector3
  /// The time, in seconds on the control clock.
  package var time: Double

  /// Creates a reading from its parts.
  package init(_ acceleration: Vector3, at time: Double) {
    self.acceleration = acceleration
    self.time = time
  }
}

/// The parts of a board through which a user's hands act: its contacts and its accelerometer.
///
/// - Thread: control.
package protocol HandPort: Sendable {
  /// Returns the events of the contacts since the last call; the events of each contact are in order of time.
  ///
  /// The call also tries to open lines that are not open yet. A contact whose line was never found counts as open.
  func pollContacts() -> [ContactEvent]

  /// Returns the last reading of the accelerometer, even if it was returned before; `nil` if the board has no
  /// accelerometer, or it does not answer.
  func motion() -> MotionReading?

  /// Returns the accelerometer's identity and any problem with it; `nil` if the board has no accelerometer, or it has
  /// not answered yet.
  func sensorStatus() -> SensorStatus?

  /// Releases the lines and the accelerometer; the next call that needs them opens them again and finds the contacts in
  /// their current state.
  func release()
}

extension HandPort {
  /// Returns `nil`: by default there is no accelerometer.
  package func sensorStatus() -> SensorStatus? { nil }

  /// Does nothing: by default there is nothing to release.
  package func release() {}
}
