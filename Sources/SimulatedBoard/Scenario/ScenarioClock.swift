import Recorder
import Synchronization

/// The clock of a simulated board during an examination without recording; time passes only during
/// waits.
///
/// As time passes, the capture device delivers its frames, and the hands and faults of the scenario act when they are
/// due.
package final class ScenarioClock: BoardClock {
  private struct State {
    var now = 0.0
    var script: ScenarioScript
  }

  private let state: Mutex<State>
  private let capture: SimulatedCapture
  private let hands: SimulatedHands
  private let framesPerSecond: Double

  init(_ scenario: Scenario, capture: SimulatedCapture, hands: SimulatedHands) {
    state = Mutex(State(script: ScenarioScript(scenario)))
    self.capture = capture
    self.hands = hands
    framesPerSecond = capture.framesPerSecond
    // Events at the start of the scenario take place before the first wait.
    wait(seconds: 0)
  }

  /// The time in seconds since the start of the scenario.
  package func now() -> Double { state.withLock { $0.now } }

  /// Lets `seconds` of the scenario pass.
  package func wait(seconds: Double) {
    state.withLock { state in
      let end = state.now + max(0, seconds)
      while let next = state.script.next, next <= end { advance(&state, to: max(next, state.now)) }
      advance(&state, to: end)
    }
  }

  private func advance(_ state: inout State, to time: Double) {
    capture.gate.advance(to: frame(time))
    state.now = time
    state.script.apply(
      until: time, frame: frame, capture: capture, hands: hands, storage: nil, select: { _ in })
  }

  private func frame(_ time: Double) -> Int { Int((time * framesPerSecond).rounded()) }
}
