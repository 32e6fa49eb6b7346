import Assembly
import Boards
import Diagnostics
import Essentials
import LinuxBoard
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// Sets up the benches on which `pinna check` tests real boards and simulated ones.
enum CheckBench {
  /// Puts the board that the command line names on a bench.
  ///
  /// - Throws: ``CommandError``: 64, 65, 66 or 78. A missing device is not an error here but becomes a finding.
  static func bench(
    _ arguments: Arguments, scenario path: String?, _ console: Console
  ) throws -> Bench {
    var settings = try SettingsArguments.file(arguments)
    if let gain = arguments[LiveArguments.inputGain] { settings.take.inputGain = gain }
    if let path {
      let scenario = try SimulationArguments.load(path)
      let board = try SimulationArguments.board(of: scenario, arguments, console)
      return try simulated(scenario, board: board, settings, console)
    }
    let board = try BoardArgument.live(arguments, console, standard: settings.board, isTold: true)
    guard !board.isSimulatedOnly else {
      return try simulated(Self.room(board), board: board, settings, console)
    }
    return try real(board, settings, console)
  }

  // MARK: Real hardware

  private static func real(
    _ board: Board, _ settings: Settings, _ console: Console
  ) throws(CommandError) -> Bench {
    let board = try translate(
      try board.asking(inputGain: settings.take.inputGain), to: CommandError.setting)
    var bench = Bench(
      board: board,
      machine: LinuxMachine(board, receiver: settings.receiver, pulse: settings.pulse).ports,
      takes: try needs(board, settings))
    bench.takes.mirror = settings.take.mirror
    bench.capturePriority = settings.realtime.capturePriority
    bench.filters = SettingsArguments.filters(settings, board, board.capture.rate, console)
    return bench
  }

  /// The demands that takes with these settings make on the machine.
  private static func needs(_ board: Board, _ settings: Settings) throws(CommandError) -> TakeNeeds
  {
    let configuration: SessionConfiguration
    configuration = try translate(
      try SessionConfiguration(settings, board: board), to: CommandError.setting)
    return TakeNeeds(directory: settings.take.placeOfTakes(), rate: StorageRate(configuration))
  }

  // MARK: Simulated boards

  private static func simulated(
    _ scenario: Scenario, board: Board, _ settings: Settings, _ console: Console
  ) throws -> Bench {
    let board = try translate(
      try board.asking(inputGain: settings.take.inputGain), to: CommandError.setting)
    let library = BoardArgument.library(console)
    let machine: SimulatedMachine
    do {
      machine = try SimulatedMachine(
        scenario, board: board, library: library,
        body: try BodyArgument.responses(
          of: try scenario.hardware(of: board, in: library), console))
    } catch let error as TOMLError {
      throw CommandError(error, contents: .data)
    } catch let error as TakeFileError {
      throw CommandError(error)
    } catch SimulationError.noLayout(let board) {
      throw CommandError(
        "\(board): forward and up are parallel, so there is no left or right", .configuration)
    }
    for note in scenario.ignoredByCheck(of: board) { console.note("note: \(note)") }
    // The threads of a simulated board are never late, so its capture thread needs no priority.
    var bench = Bench(board: board, machine: machine.ports, takes: try needs(board, settings))
    // Nothing is written to the folder in the settings, so nothing is stated about it.
    bench.takes.directory = "simulated card"
    bench.filters = SettingsArguments.filters(settings, board, board.capture.rate, console)
    return bench
  }

  /// The sounds around a simulated board: a room with a voice and traffic.
  private static func room(_ board: Board) -> Scenario {
    let places = [(-40.0, -45.0), (110, -51)]
    return Scenario(
      board: board.id, duration: 2 * Checkup.secondsRange.upperBound,
      sources: places.map { azimuth, level in
        SoundSource(
          sound: .noise(.pink),
          position: .listener(Direction(azimuth: azimuth, elevation: 10), .far), level: level)
      })
  }
}
