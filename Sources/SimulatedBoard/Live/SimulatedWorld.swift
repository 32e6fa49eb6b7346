import Boards
import Glibc
import Recorder

/// A simulated board in a person's hands, and its surroundings.
///
/// The person always faces the same way, and the side of the data source in use faces the same way as the person. A
/// sound on the person's left therefore belongs on the left of the take. If the person turns the board during a take,
/// the take keeps its case, and the sounds move.
///
/// - Thread: control.
package final class SimulatedWorld {
  /// An action of a person, by its name in programs.
  package enum Act: String, CaseIterable, Sendable {
    /// Turn the board to the left or right: a hand-held board by 90 degrees, a board on a table by 30 degrees.
    case turnLeft, turnRight
    /// Move the first voice by 15 degrees to the left or right.
    case walkLeft, walkRight
    /// Set the wind.
    case calm, lightWind, strongWind
    /// Unplug the capture device, or plug it in.
    case unplug, plugIn
    /// Pull the card, or insert it.
    case pullCard, insertCard
  }

  private let scene: LiveScene
  private let machine: SimulatedMachine
  private let board: Board
  private let walkDegrees = 15.0
  private let tableDegrees = 30.0
  /// The rotation of a board on a table, in degrees to the right; `nil` for a hand-held board.
  package private(set) var turned: Double?
  /// True while the capture device is plugged in.
  package var isPluggedIn: Bool { machine.capture.gate.isDevicePresent }
  /// True while the card is inserted.
  package var isCardIn: Bool { !machine.storage.isRefusing }

  init(_ scene: LiveScene, _ machine: SimulatedMachine, board: Board) {
    (self.scene, self.machine, self.board) = (scene, machine, board)
    if board.orientation != .handHeld { turned = 0 }
  }

  /// The strength of the wind.
  package var wind: LiveScene.Wind { scene.wind }
  /// The azimuth of the walking voice, in degrees, positive to the right; `nil` if there is none.
  package var azimuth: Double? { scene.azimuth }
  /// The LEDs that are lit, as if the board had both LEDs.
  package var lights: LightLevels { machine.lights.lit }

  /// Performs an action.
  package func act(_ act: Act) {
    switch act {
    case .turnLeft: turn(-1)
    case .turnRight: turn(1)
    case .walkLeft: walk(-walkDegrees)
    case .walkRight: walk(walkDegrees)
    case .calm: scene.change { $0.wind = .calm }
    case .lightWind: scene.change { $0.wind = .light }
    case .strongWind: scene.change { $0.wind = .strong }
    case .unplug: machine.capture.gate.setPlugged(false)
    case .plugIn: machine.capture.gate.setPlugged(true)
    case .pullCard: machine.storage.refuse(errno: ENODEV)
    case .insertCard: machine.storage.comeBack()
    }
  }

  /// Ends a stall of the card, so that files can be closed.
  package func end() { machine.storage.setStalled(false) }

  private func walk(_ degrees: Double) {
    scene.change { moment in
      // The azimuth stays in the range from -180 to just below 180 degrees.
      moment.azimuth = moment.azimuth.map {
        let sum = ($0 + degrees).remainder(dividingBy: 360)
        return sum == 180 ? -180 : sum
      }
    }
  }

  /// Turns the board to the person's left or right.
  private func turn(_ direction: Double) {
    if let before = turned {
      turned = (before + direction * tableDegrees).remainder(dividingBy: 360)
      return
    }
    // After a turn to the right, the side that was on the left points up.
    let layout = scene.now.layout
    machine.hands.hold(direction > 0 ? layout.left : layout.right)
  }

  /// Updates the scene for the present orientation, with the side of a data source facing forward.
  func face(_ dataSource: Int) {
    let forward = board.dataSources[dataSource].forward
    switch board.orientation {
    case .handHeld:
      // If the board has no left and right, or no sensor, the scene stays unchanged.
      guard let up = machine.hands.held, let layout = Layout(forward: forward, up: up) else {
        return
      }
      scene.change { $0.layout = layout }
    case .fixed(let up):
      guard let level = Layout(forward: forward, up: up) else { return }
      let angle = (turned ?? 0) * .pi / 180
      // After a turn to the right, the direction that was straight ahead is on the left.
      let ahead = level.forward * cos(angle) + level.left * sin(angle)
      guard let layout = Layout(forward: ahead, up: up) else { return }
      scene.change { $0.layout = layout }
    }
  }
}
