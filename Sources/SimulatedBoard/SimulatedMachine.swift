import Acoustics
import Boards
import Recorder
import TOML
import TakeFiles

/// The machine of a simulated board: the ports that a scenario provides, and the parts that a simulation controls.
///
/// All results depend only on the scenario and its seed. Times are simulated; only take files are real files on the
/// host.
package struct SimulatedMachine: Sendable {
  /// The capture device of the board's microphones.
  package let capture: SimulatedCapture
  /// The hands on the board's contacts and accelerometer.
  package let hands: SimulatedHands
  /// The board's storage medium.
  let storage: SimulatedStorage
  /// The board's headphones.
  let playback: SimulatedPlayback
  /// The device through which other programs receive the live sound.
  let programs: SimulatedPlayback
  /// The board's LEDs.
  package let lights: SimulatedLights
  /// The simulated microphones, in the order of the board file.
  let specimens: [Specimen]
  /// The effects that the simulation leaves out.
  let notes: [SceneNote]
  private let scenario: Scenario
  private let board: Board
  /// The time of day at which the scenario starts.
  private let start: WallTime
  /// The waits that the time of day skips.
  let skipped = SkippedTime()
  private var clock: ScenarioClock?

  /// The machine for a scenario in which a simulation controls the time.
  ///
  /// - Parameters:
  ///   - board: the board that the recorder assumes.
  ///   - hardware: the real board.
  ///   - layouts: the board's layouts over time.
  ///   - body: the responses of the real body; without them, the board is in a free field.
  ///   - playbackDriftParts: how much faster the headphones' clock is than the microphones' clock, in parts per
  ///     million.
  ///   - start: the time of day at which the scenario starts.
  ///   - live: the scene that a person can change; `nil` if everything follows the scenario.
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

  /// The machine for a board on the bench: scenario time passes only while a caller waits on the machine's clock.
  ///
  /// - Parameters:
  ///   - library: the library in which to find the real board, if the scenario names another one.
  ///   - body: the responses of the real body; without them, the board is in a free field.
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

  /// The ports of the machine, for sessions and checkups.
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
