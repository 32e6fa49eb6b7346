import Boards
import Recorder
import Synchronization

/// Scripted hands: contacts that close and bounce, and a board that is turned.
public final class SimulatedHands: HandPort {
  private struct State {
    var acceleration: Vector3?
    var random: SeededRandom
    var closed: Set<Contact> = []
    var events: [ContactEvent] = []
  }

  private let state: Mutex<State>

  private let sensor: SensorDefect?

  /// Hands that hold a board upright in portrait, or as it is fixed, and press nothing.
  ///
  /// - Parameters:
  ///   - sensor: what is wrong with the accelerometer.
  ///   - seed: of its noise.
  public init(board: Board, sensor: SensorDefect? = nil, seed: UInt64 = 1) {
    self.sensor = sensor
    let up =
      switch board.orientation {
      case .handHeld: InputOrientation.portrait.up
      case .fixed(let up): up
      }
    state = Mutex(
      State(
        acceleration: up, random: SeededRandom(seed: seed, purpose: .sensor, index: 0)))
  }

  /// What the scenario did to the contacts since the last call.
  public func pollContacts() -> [ContactEvent] {
    state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  /// What the accelerometer reads, or `nil` when it is silent.
  public func acceleration() -> Vector3? {
    state.withLock { state in
      guard let acceleration = state.acceleration, let sensor else { return state.acceleration }
      // A chip that is another one is not read at all.
      guard !sensor.isSilent, sensor.identity == nil else { return nil }
      return sensor.reading(of: acceleration, random: &state.random)
    }
  }

  /// Whether a contact is closed now.
  func isClosed(_ contact: Contact) -> Bool { state.withLock { $0.closed.contains(contact) } }

  /// Holds the board so that the accelerometer reads this, in g; `nil` silences it.
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
