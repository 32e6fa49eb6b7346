import Assembly
import Boards
import Essentials
import Face
import LinuxBoard
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// One run of `pinna simulate`, with its scenario, its board and its session.
struct SimulationRun {
  let scenario: Scenario
  let board: Board
  let console: Console
  private let configuration: SessionConfiguration
  let filters: FilterStore
  private var simulator: Simulator

  /// The path of the folder that contains the takes.
  var directory: String { configuration.directory }

  /// Reads everything that the run needs, and makes the folder.
  ///
  /// - Throws: ``CommandError`` if an argument or a file is wrong, or if the folder cannot be made.
  init(_ arguments: Arguments, settings: Settings, console: Console) throws {
    self.console = console
    let start = try Self.start(arguments)
    scenario = try SimulationArguments.load(arguments.positionals[0])
    let board = try SimulationArguments.board(of: scenario, arguments, console)
    self.board = board
    simulator = try SimulationArguments.translating { [scenario] in
      try Simulator(scenario: scenario, board: board, library: BoardArgument.library(console))
    }
    simulator.start = start
    let identity = try Self.identity(scenario, arguments.positionals[0], board, settings, start)
    var configuration = try translate(
      try SessionConfiguration(settings, board: board), to: CommandError.setting)
    // A laptop need not grant realtime priority, because simulated time waits for the threads.
    configuration.capturePriority = nil
    configuration.renderPriority = nil
    configuration.identitySeed = identity
    // A scenario must not start a program of this system.
    (configuration.copy, configuration.powerOff) = (nil, nil)
    self.configuration = configuration
    SimulationArguments.tellOfReceiver(settings, console)
    SettingsArguments.noteUnused(arguments, by: configuration.pattern, console)
    filters = SettingsArguments.filters(
      arguments, settings, board: board, rate: board.capture.rate, console)
    try translate(try filters.checkAmbisonics(configuration), to: CommandError.filters)
    try OutputFolder.make(configuration.directory)
  }

  /// The prefix for the identities of takes; it differs between runs, but is always the same for the same run.
  private static func identity(
    _ scenario: Scenario, _ path: String, _ board: Board, _ settings: Settings, _ start: WallTime
  ) throws(CommandError) -> UInt64 {
    let text = try translate(try TextFile.bytes(path: path)) { (error: TOMLError) in
      CommandError(error, contents: .data)
    }
    let facts = [
      "\(scenario.seed)", String(decoding: text, as: UTF8.self), board.id, "\(start)",
      "\(settings.take.form)", "\(settings.stereo)",
    ]
    return UInt64(TakeMetadata.identity(of: facts).prefix(16), radix: 16) ?? scenario.seed
  }

  /// The time that `--start` gives, on a clock without an offset from UTC, or else the present time.
  private static func start(_ arguments: Arguments) throws(CommandError) -> WallTime {
    guard let text = arguments[Command.simulateStart] else { return WallClock.now() }
    guard let time = WallTime(local: text) else {
      throw arguments.usageError(
        "--start: \"\(text)\" is not a date and a time; write, for example, "
          + "--start \"2026-11-20 05:29:50\"")
    }
    return time
  }

  /// Designs the filters, and then runs the scenario.
  ///
  /// - Parameter isDay: true to record a day of the schedule, skipping the waits between its takes.
  func run(paced: Bool, isDay: Bool, isQuiet: Bool) throws -> Simulator.Outcome {
    var simulator = simulator
    simulator.isPaced = paced
    simulator.scheduledSeconds = isDay ? 86400 : nil
    let designing = try prepare()
    simulator.body = try BodyArgument.responses(of: simulator.hardware, console)
    if !isQuiet, let designing { try console.print(designing) }
    var progress = Progress("Simulating", console: console)
    let (log, board) = (EventLines(console: console), board)
    var failure: Error?
    let outcome = try SimulationArguments.translating {
      try simulator.run(
        configuration: configuration, filters: filters, progress: { progress.update($0) },
        onEvent: { time, event in
          guard !isQuiet, failure == nil else { return }
          progress.finish()
          do { try log.print(time, RecorderEvent(event, board: board)) } catch { failure = error }
        })
    }
    progress.finish()
    if let failure { throw failure }
    return outcome
  }

  /// Makes those filters of the scenario that are known in advance; the others are made when they are needed.
  private func prepare() throws(CommandError) -> String? {
    var computing = Progress.ofBody(board, console: console)
    var designing = Progress("Designing filters", console: console)
    defer {
      computing.finish()
      designing.finish()
    }
    try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      // The scene needs the responses of the body, too.
      try filters.prepareBody {
        computing.update($0)
        return true
      }
      computing.finish()
      try filters.prepare { done, all in designing.update(Double(done) / Double(max(1, all))) }
    }
    filters.putToolsAway()
    console.noteCache(of: filters)
    return made
  }

  /// A sentence about the filters that had to be made; `nil` if all of them were stored.
  private var made: String? {
    guard filters.designedCount > 0 else { return nil }
    let end = filters.cacheProblem == nil ? "; they are stored for later runs." : "."
    return "Designed \(filters.designedCount) filter sets for \(board.id)\(end)"
  }
}
