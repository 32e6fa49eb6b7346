import Acoustics
import Boards
import Recorder
import TakeFiles

/// The machine of a simulated board: the ports of a scenario, and what a simulation does to them.
///
/// Everything follows from the scenario and its seed.
struct SimulatedMachine: Sendable {
  /// What its microphones hear.
  let capture: SimulatedCapture
  /// Its contacts and its accelerometer.
  let hands: SimulatedHands
  /// The medium of its takes.
  let storage: SimulatedStorage
  /// Its headphones.
  let playback: SimulatedPlayback
  /// The microphones as they are, in the order of the board file.
  let specimens: [Specimen]
  /// What the simulation leaves out.
  let notes: [SceneNote]
  /// The time of day at which the scenario starts.
  private let start: WallTime

  /// The machine of a scenario.
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
    let scene = try SceneRenderer(
      scenario: scenario, board: hardware, layouts: layouts, body: body)
    (specimens, notes) = (scene.specimens, scene.notes)
    capture = SimulatedCapture(
      scene: scene, board: board, defect: scenario.hardware?.capture, seed: scenario.seed)
    hands = SimulatedHands(
      board: board, sensor: scenario.hardware?.accelerometer, seed: scenario.seed)
    storage = SimulatedStorage(scenario.hardware?.storage)
    playback = SimulatedPlayback(driftParts: playbackDriftParts)
    var start = start
    if scenario.hardware?.system?.isClockUnset == true { start.isSet = false }
    self.start = start
  }

  /// What a recorder sees of it.
  var ports: Machine {
    let start = start
    return Machine(
      capture: capture, hands: hands, storage: storage, playback: playback,
      wallTime: { now in
        var time = start
        time.epochSeconds += now
        return time
      })
  }
}
