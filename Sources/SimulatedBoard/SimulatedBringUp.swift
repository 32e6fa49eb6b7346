import Acoustics
import Boards
import Recorder
import TOML
import TakeFiles

/// A simulated board on the bench: the ports that a check of hardware looks through, with the defects of a scenario.
///
/// Everything follows from the scenario and its seed: times are simulated, and nothing touches the machine.
public struct SimulatedBringUp: Sendable {
  /// The time of the scenario.
  public let clock: ScenarioClock
  /// What its microphones hear.
  public let capture: SimulatedCapture
  /// Its buttons and its accelerometer, as the recorder sees them.
  public let hands: SimulatedHands
  /// Its accelerometer.
  public let motion: SimulatedMotion
  /// The lines of its buttons.
  public let buttons: SimulatedButtons
  /// Its power line.
  public let power: SimulatedPower
  /// Its lights.
  public let lights: SimulatedLights
  /// The medium of its takes.
  public let storage: SimulatedCard
  /// The system around the recorder.
  public let system: SimulatedSystem
  /// What keeps its machine busy; `nil` where the scenario does not say what that does.
  public let load: SimulatedLoad?
  /// The mixer of its sound card.
  public let mixer: SimulatedMixer

  /// The bench of a scenario.
  ///
  /// - Parameters:
  ///   - library: where another board is looked up that the scenario says is really there.
  ///   - body: the responses of the body that is really there; without them it is in free field.
  /// - Throws: `TOMLError` when the scenario does not fit the board, `TakeFileError` when a sound cannot be read,
  ///   ``SimulationError`` when the board has no left and right.
  public init(
    scenario: Scenario, board: Board, library: BoardLibrary = BoardLibrary(folders: []),
    body: BodyResponses? = nil
  ) throws {
    try scenario.validate(for: board)
    let hardware = scenario.hardware
    guard
      let layouts = LayoutTimeline(
        hands: scenario.hands, board: board,
        framesPerSecond: scenario.framesPerSecond(board.capture.rate))
    else { throw SimulationError.noLayout(board: board.id) }
    let scene = try SceneRenderer(
      scenario: scenario, board: try scenario.hardware(of: board, in: library), layouts: layouts,
      body: body)
    capture = SimulatedCapture(
      scene: scene, board: board, defect: hardware?.capture, seed: scenario.seed)
    load = hardware?.capture?.lateSecondsBusy == nil ? nil : SimulatedLoad(capture)
    hands = SimulatedHands(
      board: board, sensor: hardware?.accelerometer, seed: scenario.seed)
    clock = ScenarioClock(scenario, capture: capture, hands: hands)
    power = SimulatedPower(hasLine: board.power != nil, hands: hands, clock: clock)
    motion = SimulatedMotion(
      board.accelerometer, defect: hardware?.accelerometer, hands: hands, clock: clock)
    buttons = SimulatedButtons(
      board, defects: hardware?.buttons ?? [:], hands: hands, clock: clock)
    lights = SimulatedLights(board, defects: hardware?.leds ?? [:])
    storage = SimulatedCard(hardware?.storage, seed: scenario.seed, clock: clock)
    system = SimulatedSystem(hardware?.system)
    mixer = SimulatedMixer(board, settings: hardware?.mixer ?? [:])
  }
}
