import Acoustics
import Boards
import Recorder
import TOML
import TakeFiles

/// The machine of a simulated board: the ports of a scenario, and what a simulation does to them.
///
/// Everything follows from the scenario and its seed: times are simulated, and only takes touch the machine it runs on.
public struct SimulatedMachine: Sendable {
  /// The device that gives what its microphones hear.
  public let capture: SimulatedCapture
  /// Its contacts and its accelerometer.
  public let hands: SimulatedHands
  /// The medium of its takes.
  let storage: SimulatedStorage
  /// Its headphones.
  let playback: SimulatedPlayback
  /// The microphones as they are, in the order of the board file.
  let specimens: [Specimen]
  /// Effects that the simulation leaves out.
  let notes: [SceneNote]
  private let scenario: Scenario
  private let board: Board
  /// The time of day at which the scenario starts.
  private let start: WallTime
  private var clock: ScenarioClock?

  /// The machine of a scenario whose time a simulation lets pass.
  ///
  /// - Parameters:
  ///   - board: what the recorder believes it to be.
  ///   - hardware: what it really is.
  ///   - layouts: how it is held.
  ///   - body: the responses of the body that is really there; without them it is in free field.
  ///   - playbackDriftParts: how much faster the clock of the headphones runs than that of the microphones, in parts in a
  ///     million.
  ///   - start: the time of day at which the scenario starts.
  /// - Throws: `TakeFileError` when a sound cannot be read.
  init(
    _ scenario: Scenario, board: Board, hardware: Board, layouts: LayoutTimeline,
    body: BodyResponses?, playbackDriftParts: Double = 0,
    start: WallTime = WallTime(epochSeconds: 0, isSet: false)
  ) throws(TakeFileError) {
    self.scenario = scenario
    self.board = board
    let scene = try SceneRenderer(
      scenario: scenario, board: hardware, layouts: layouts, body: body)
    (specimens, notes) = (scene.specimens, scene.notes)
    capture = SimulatedCapture(
      scene: scene, board: board, hardware: scenario.hardware, seed: scenario.seed)
    hands = SimulatedHands(board: board, hardware: scenario.hardware, seed: scenario.seed)
    storage = SimulatedStorage(scenario.hardware?.storage)
    playback = SimulatedPlayback(driftParts: playbackDriftParts)
    var start = start
    if scenario.hardware?.system?.isClockUnset == true { start.isSet = false }
    self.start = start
  }

  /// The machine of a scenario whose time passes while somebody waits by its clock: a board on the bench.
  ///
  /// - Parameters:
  ///   - library: where another board is looked up that the scenario says is really there.
  ///   - body: the responses of the body that is really there; without them it is in free field.
  /// - Throws: `TOMLError` when the scenario does not fit the board, `TakeFileError` when a sound cannot be read,
  ///   ``SimulationError`` when the board has no left and right.
  public init(
    _ scenario: Scenario, board: Board, library: BoardLibrary = BoardLibrary(folders: []),
    body: BodyResponses? = nil
  ) throws {
    try scenario.validate(for: board)
    guard
      let layouts = LayoutTimeline(
        hands: scenario.hands, board: board,
        framesPerSecond: scenario.framesPerSecond(board.capture.rate))
    else { throw SimulationError.noLayout(board: board.id) }
    try self.init(
      scenario, board: board, hardware: try scenario.hardware(of: board, in: library),
      layouts: layouts, body: body)
    clock = ScenarioClock(scenario, capture: capture, hands: hands)
  }

  /// Its ports, as sessions and checkups take them.
  public var ports: Machine {
    let start = start
    var machine = Machine(
      capture: capture, hands: hands, storage: storage, playback: playback,
      wallTime: { now in
        var time = start
        time.epochSeconds += now
        return time
      })
    let hardware = scenario.hardware
    machine.isSimulated = true
    machine.lights = SimulatedLights(board, defects: hardware?.leds ?? [:])
    machine.system = SimulatedSystem(hardware?.system)
    if hardware?.capture?.lateSecondsBusy != nil { machine.load = SimulatedLoad(capture) }
    if let clock {
      machine.clock = clock
      machine.card = SimulatedCard(hardware?.storage, seed: scenario.seed, clock: clock)
    }
    return machine
  }
}
