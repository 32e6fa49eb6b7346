import Boards
import Recorder
import Synchronization

/// The scripted hands that hold a simulated board: they close its contacts, which may bounce, and turn the board.
package final class SimulatedHands: HandPort {
  private struct State {
    var time = 0.0
    var acceleration: Vector3?
    var random: SeededRandom
    var isReleased = false
    var closed: Set<Contact> = []
    var events: [ContactEvent] = []
  }

  private let state: Mutex<State>
  private let board: Board
  private let sensor: SensorDefect?
  private let buttons: [ButtonName: ButtonDefect]

  /// Creates hands that hold a board in portrait or in its fixed orientation, and press no button.
  ///
  /// - Parameters:
  ///   - hardware: the defects of the board's buttons and accelerometer.
  ///   - seed: the seed for the sensor's noise.
  package init(board: Board, hardware: Scenario.Hardware? = nil, seed: UInt64 = 1) {
    self.board = board
    sensor = hardware?.accelerometer
    buttons = hardware?.buttons ?? [:]
    let up =
      switch board.orientation {
      case .handHeld: InputOrientation.portrait.up
      case .fixed(let up): up
      }
    state = Mutex(
      State(
        acceleration: up, random: SeededRandom(seed: seed, purpose: .sensor, index: 0)))
  }

  /// Returns the contact events since the last call; after a release, returns the present states of the contacts.
  package func pollContacts() -> [ContactEvent] {
    state.withLock { state in
      defer { (state.events, state.isReleased) = ([], false) }
      return state.isReleased ? Contact.allCases.compactMap { found($0, state) } : state.events
    }
  }

  /// The reading of the accelerometer; `nil` if it is silent.
  package func motion() -> MotionReading? {
    state.withLock { state in
      guard var seen = state.acceleration else { return nil }
      if let sensor {
        // A chip with an unknown identity is not read at all.
        guard !sensor.isSilent, isAccepted(sensor.identity) else { return nil }
        seen = sensor.reading(of: seen, random: &state.random)
      }
      return MotionReading(seen, at: state.time)
    }
  }

  /// The identity of the accelerometer.
  package func sensorStatus() -> SensorStatus? {
    guard let name = board.accelerometer?.chip, let chip = AccelerometerChip.named(name) else {
      return nil
    }
    let identity = (register: Int(chip.identity.register), value: Int(chip.identity.value))
    if sensor?.isSilent == true { return SensorStatus(.silent) }
    guard let found = sensor?.identity, !isAccepted(found) else {
      return SensorStatus(.expected(value: sensor?.identity ?? identity.value))
    }
    return SensorStatus(
      .other(
        register: identity.register, found: found, expected: identity.value,
        known: AccelerometerChip.names(register: chip.identity.register, value: found)))
  }

  private func isAccepted(_ identity: Int?) -> Bool {
    guard let identity, let chip = board.accelerometer?.chip else { return identity == nil }
    return AccelerometerChip.named(chip)?.accepts(identity) == true
  }

  /// Releases the contacts; the next poll reports their present states.
  package func release() { state.withLock { $0.isReleased = true } }

  private func found(_ contact: Contact, _ state: State) -> ContactEvent? {
    switch contact {
    case .button(let name):
      guard board.buttons[name] != nil else { return nil }
      if buttons[name]?.isUnreadable == true {
        return ContactEvent(contact, .lost(Self.problem(name)), at: state.time)
      }
    case .power:
      guard board.power != nil else { return nil }
    }
    return ContactEvent(
      contact, .found(isClosed: state.closed.contains(contact)), at: state.time)
  }

  private static func problem(_ name: ButtonName) -> HardwareProblem {
    HardwareProblem(
      what: "the \(name.rawValue) button", place: "simulated line",
      reason: "its line is used by another program",
      remedy: "end that program; gpioinfo names it")
  }

  /// Lets time pass up to `time`.
  func pass(until time: Double) { state.withLock { $0.time = time } }

  /// The present acceleration of the board as it is held, in g; `nil` if the accelerometer is silent.
  var held: Vector3? { state.withLock { $0.acceleration } }

  /// Holds the board so that the accelerometer reads this acceleration, in g; `nil` silences the sensor.
  func hold(_ acceleration: Vector3?) {
    state.withLock { $0.acceleration = acceleration }
  }

  /// Closes or opens a contact.
  func move(_ contact: Contact, isClosed: Bool, at time: Double) {
    state.withLock { state in
      guard state.closed.contains(contact) != isClosed else { return }
      if isClosed { state.closed.insert(contact) } else { state.closed.remove(contact) }
      state.events.append(ContactEvent(contact, .moved(isClosed: isClosed), at: time))
    }
  }
}
