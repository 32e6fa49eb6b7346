import Acoustics
import Boards
import Recorder
import TOML
import TakeFiles

/// The machine of a simulated board: the ports of a scenario, and the parts controlled by a simulation.
///
/// Everything depends on the scenario and its seed: times are simulated, and only takes are real files on the host.
package struct SimulatedMachine: Sendable {
  /// The capture device of its microphones.
  package let capture: SimulatedCapture
  /// Its contacts and its accelerometer.
  package let hands: SimulatedHands
  /// Its storage medium.
  let storage: SimulatedStorage
  /// Its headphones.
  let playback: SimulatedPlayback
  /// The device for other programs, with its live sound.
  let programs: SimulatedPlayback
  /// Its LEDs.
  package let lights: SimulatedLights
  /// The simulated microphones, in the order of the board file.
  let specimens: [Specimen]
  /// The effects missing from the simulation.
  let notes: [SceneNote]
  private let scenario: Scenario
  private let board: Board
  /// The time of day at which the scenario starts.
  private let start: WallTime
  /// The waits skipped by the time of day.
  let skipped = SkippedTime()
  private var clock: ScenarioClock?

  /// The machine of a scenario, with time controlled by a simulation.
  ///
  /// - Parameters:
  ///   - board: the board assumed by the recorder.
  ///   - hardware: the real board.
  ///   - layouts: the layouts of the board over time.
  ///   - body: the responses of the real body; without them, free field.
  ///   - playbackDriftParts: how fast the clock of the headphones is relative to the microphones, in parts per million.
  ///   - start: the time of day at which the scenario starts.
  ///   - live: the scene that a person can change; `nil` to follow the scenario.
  /// - Throws: `TakeFileError` if a sound cannot be read.
  init(
    _ scenario: Scenario, board: Board, hardware: Board, layouts: LayoutTimeline,
    body: BodyResponses?, playbackDriftParts: Double = 0,
    start: WallTime = WallTime(epochSeconds: 0, isSet: false), live: LiveScene? = nil
  ) throws(TakeFileError) {
    self.scenario = scenario
    self.board = board
    let scene = try SceneRenderer(
      scenario: scenario, board: hardware, layouts: layouts, body: body, live: live)
    (specimens, notes) = (scene.specimens, scene.notes)
    capture = SimulatedCapture(
      scene: scene, board: board, hardware: scenario.hardware, seed: scenario.seed)
    hands = SimulatedHands(board: board, hardware: scenario.hardware, seed: scenario.seed)
    storage = SimulatedStorage(scenario.hardware?.storage)
    playback = SimulatedPlayback(driftParts: playbackDriftParts)
    programs = SimulatedPlayback()
    lights = SimulatedLights(board, defects: scenario.hardware?.leds ?? [:])
    var start = start
    if scenario.hardware?.system?.isClockUnset == true { start.isSet = false }
    self.start = start
  }

  /// The machine of a scenario with time passing during waits by its clock: a board on the bench.
  ///
  /// - Parameters:
  ///   - library: the library for finding another board named as the real one.
  ///   - body: the responses of the real body; without them, free field.
  /// - Throws: `TOMLError` if the scenario does not fit the board, `TakeFileError` if a sound cannot be read,
  ///   ``SimulationError`` if the board has no left and right.
  package init(
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

  /// Its ports, for sessions and checkups.
  package var ports: Machine {
    let (start, skipped) = (start, skipped)
    var machine = Machine(
      capture: capture, hands: hands, storage: storage, playback: playback,
      wallTime: { now in
        var time = start
        time.epochSeconds += now + skipped.seconds
        return time
      })
    machine.sleptSeconds = { skipped.seconds }
    let hardware = scenario.hardware
    machine.isSimulated = true
    machine.programs = programs
    machine.lights = lights
    machine.system = SimulatedSystem(hardware?.system)
    if hardware?.capture?.lateSecondsBusy != nil { machine.load = SimulatedLoad(capture) }
    if let clock {
      machine.clock = clock
      machine.card = SimulatedCard(hardware?.storage, seed: scenario.seed, clock: clock)
    }
    return machine
  }
}
