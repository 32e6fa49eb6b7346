import Boards
import Recorder
import Synchronization

/// Scripted hands: buttons that are pressed and bounce, and a board that is turned.
public final class SimulatedHands: HandPort {
  private struct State {
    var acceleration: Vector3?
    var random: SeededRandom
    var contacts: [ButtonName: Debounce] = [:]
    var edges: [ButtonEdge] = []
    /// Which contacts are closed, and their changes, before any debouncing.
    var closed: Set<ButtonName> = []
    var rawEdges: [ButtonEdge] = []
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
    var state = State(
      acceleration: up,
      random: SeededRandom(seed: seed, purpose: .sensor, index: 0))
    for name in ButtonName.allCases {
      let milliseconds = board.buttons[name.rawValue]?.debounceMilliseconds ?? 10
      state.contacts[name] = Debounce(seconds: milliseconds / 1000)
    }
    self.state = Mutex(state)
  }

  /// Debounced edges since the last call.
  public func pollButtons() -> [ButtonEdge] {
    state.withLock { state in
      defer { state.edges = [] }
      return state.edges
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

  /// Whether the contact of a button is closed now.
  func isClosed(_ button: ButtonName) -> Bool { state.withLock { $0.closed.contains(button) } }

  /// The changes of all contacts since the last call, before any debouncing.
  func takeRawEdges() -> [ButtonEdge] {
    state.withLock { state in
      defer { state.rawEdges = [] }
      return state.rawEdges
    }
  }

  /// Holds the board so that the accelerometer reads this, in g; `nil` silences it.
  func hold(_ acceleration: Vector3?) {
    state.withLock { $0.acceleration = acceleration }
  }

  /// Opens or closes the contact of a button.
  func contact(_ button: ButtonName, isClosed: Bool, at time: Double) {
    state.withLock { state in
      if state.closed.contains(button) != isClosed {
        if isClosed { state.closed.insert(button) } else { state.closed.remove(button) }
        state.rawEdges.append(ButtonEdge(button: button, isPressed: isClosed, time: time))
      }
      if let change = state.contacts[button]?.edge(isClosed, at: time) {
        state.edges.append(
          ButtonEdge(button: button, isPressed: change.isPressed, time: change.time))
      }
    }
  }

  /// Lets contacts settle that have been still long enough by now.
  func settle(_ now: Double) {
    state.withLock { state in
      for button in ButtonName.allCases {
        if let change = state.contacts[button]?.tick(now) {
          state.edges.append(
            ButtonEdge(button: button, isPressed: change.isPressed, time: change.time))
        }
      }
    }
  }
}
