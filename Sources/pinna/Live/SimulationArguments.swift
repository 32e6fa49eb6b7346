import Assembly
import Boards
import Essentials
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// The options with which live commands simulate a board, and the simulation that they ask for.
enum SimulationArguments {
  static let simulated = Option.flag(
    "simulated", "simulate the board in a built-in scene, even if it has a device")
  static let scenario = Option.text(
    "scenario", "FILE", "simulate the board in the scene of a scenario file, over and over")

  /// The paragraph about simulated boards in the help.
  static let help = """
    A board without a device, such as phone, is simulated, with two voices, a moving tone and wind around it; takes \
    are real files. The arrow keys turn the board, [ and ] move a voice around it, w changes the wind, u unplugs the \
    microphones, and e removes the card; programs do the same with the method Act of the control socket. --simulated \
    simulates any board in the same way; --scenario does so with the sounds, hands and faults of a scenario file, and \
    repeats the sounds.
    """

  /// The scenario that `--scenario` names; `nil` without that option.
  ///
  /// - Throws: ``CommandError`` (65, 66) if the file is wrong or missing.
  static func scenario(_ arguments: Arguments) throws(CommandError) -> Scenario? {
    guard let path = arguments[scenario] else { return nil }
    return try load(path)
  }

  /// Reads the scenario in a file.
  ///
  /// - Throws: ``CommandError`` (65, 66) if the file is wrong or missing.
  static func load(_ path: String) throws(CommandError) -> Scenario {
    try translate(try Scenario.load(path: path)) { (error: TOMLError) in
      CommandError(error, contents: .data)
    }
  }

  /// The board that `--board` names, or else the board of a scenario.
  ///
  /// - Throws: ``CommandError`` (66, 78) if the file of the board is missing or wrong.
  static func board(
    of scenario: Scenario, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> Board {
    try BoardArgument.load(
      arguments[BoardArgument.option] ?? scenario.located(scenario.board), console)
  }

  /// Makes the interactive simulation of a board, still without its body; `nil` for a real board.
  ///
  /// - Throws: ``CommandError`` if the scenario does not suit the board.
  static func simulator(
    of board: Board, _ scenario: Scenario?, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> Simulator? {
    guard scenario != nil || arguments.has(simulated) || board.isSimulatedOnly else { return nil }
    var simulator = try translating {
      try Simulator(
        scenario: scenario ?? .live(on: board.id), board: board,
        library: BoardArgument.library(console))
    }
    simulator.isLive = true
    return simulator
  }

  /// Tells that a simulated board has no GPS receiver, if the settings name one.
  static func tellOfReceiver(_ settings: Settings, _ console: Console) {
    guard settings.receiver != nil else { return }
    let position =
      settings.place == nil
      ? "have no position: add latitude and longitude" : "have the position in the settings"
    console.note("a simulated board has no GPS receiver, so takes \(position)")
  }

  /// Runs a body, and translates the errors of a simulation.
  ///
  /// - Throws: ``CommandError``; errors of other kinds are passed on unchanged.
  static func translating<Result>(_ body: () throws -> Result) throws(CommandError) -> Result {
    do {
      return try body()
    } catch let error as CommandError {
      throw error
    } catch let error as TOMLError {
      throw CommandError(error, contents: .data)
    } catch let error as SessionRefusal {
      throw CommandError(error)
    } catch let error as SessionFault {
      throw CommandError(error)
    } catch let error as TakeFileError {
      throw CommandError(error)
    } catch SimulationError.noLayout(let board) {
      throw CommandError("\(board): forward and up are parallel: no left and right", .configuration)
    } catch {
      throw CommandError("\(error)", .software)
    }
  }
}
