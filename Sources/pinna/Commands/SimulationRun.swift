import Boards
import Drawings
import Glibc
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// One run of `pinna simulate`: the scenario, its board and its session.
struct SimulationRun {
  let scenario: Scenario
  let board: Board
  let console: Console
  private let configuration: SessionConfiguration
  let filters: FilterStore
  private var simulator: Simulator

  /// The folder of the takes.
  var directory: String { configuration.directory }

  /// Reads everything and makes the folder.
  ///
  /// - Throws: ``CommandError``.
  init(_ arguments: Arguments, settings: Settings, console: Console) throws {
    self.console = console
    let start = try Self.start(arguments)
    do throws(TOMLError) {
      scenario = try Scenario.load(path: arguments.positionals[0])
    } catch {
      throw CommandError(error, contents: .data)
    }
    board = try BoardArgument.load(
      arguments.text(BoardArgument.option) ?? Self.path(of: scenario), console)
    do {
      simulator = try Simulator(scenario: scenario, board: board)
    } catch let error as TOMLError {
      throw CommandError(error, contents: .data)
    }
    simulator.start = start
    do throws(UnavailableSetting) {
      var configuration = try SessionConfiguration(settings, board: board)
      // A laptop's scheduler is not asked for realtime: simulated time waits for the threads.
      configuration.capturePriority = nil
      configuration.renderPriority = nil
      configuration.identitySeed = scenario.seed
      self.configuration = configuration
    } catch {
      throw CommandError(error.description, .configuration)
    }
    filters = SettingsArguments.filters(
      arguments, settings, board: board, rate: board.capture.rate, console)
    try OutputFolder.make(configuration.directory)
  }

  /// The time of `--start`, on a clock without an offset from UTC, or the present.
  private static func start(_ arguments: Arguments) throws(CommandError) -> WallTime {
    guard let text = arguments.text(Command.simulateStart) else { return WallClock.now() }
    guard let time = WallTime(local: text) else {
      throw arguments.usageError(
        "--start: \"\(text)\" is not a date and a time; write, for example, "
          + "--start \"2026-11-20 05:29:50\"")
    }
    return time
  }

  /// The board of a scenario: an id, or a path that is relative to the scenario file.
  private static func path(of scenario: Scenario) -> String {
    guard scenario.board.hasSuffix(".toml"), !scenario.board.hasPrefix("/"),
      let slash = scenario.file.lastIndex(of: "/")
    else { return scenario.board }
    return scenario.file[...slash] + scenario.board
  }

  /// Designs the filters, then runs the scenario.
  func run(paced: Bool, isQuiet: Bool) throws -> Simulator.Outcome {
    var simulator = simulator
    simulator.isPaced = paced
    let designing = try prepare()
    if !isQuiet, let designing { try console.print(designing) }
    var progress = Progress("Simulating", console: console)
    let log = SessionLog(board: board, console: console)
    var failure: Error?
    do {
      let outcome = try simulator.run(
        configuration: configuration, filters: filters, progress: { progress.update($0) },
        onEvent: { time, event in
          guard !isQuiet, failure == nil else { return }
          progress.finish()
          do { try log.print(time, event) } catch { failure = error }
        })
      progress.finish()
      if let failure { throw failure }
      return outcome
    } catch let error as SessionRefusal {
      throw CommandError(error)
    } catch let error as SessionFault {
      throw CommandError(error)
    } catch let error as TakeFileError {
      throw CommandError(error)
    } catch SimulationError.noLayout(let board) {
      throw CommandError("\(board): forward and up are parallel: no left and right", .configuration)
    }
  }

  private func prepare() throws(CommandError) -> String? {
    var progress = Progress("Designing filters", console: console)
    do throws(FilterStoreError) {
      try filters.prepare { done, all in progress.update(Double(done) / Double(max(1, all))) }
    } catch {
      progress.finish()
      throw CommandError(error)
    }
    progress.finish()
    let count = filters.designedCount
    return count > 0
      ? "Designed \(count) filter sets for \(board.id); kept for the next time." : nil
  }
}

/// The folder that a command writes to.
enum OutputFolder {
  /// Makes the folder and those above it, where they are missing.
  ///
  /// - Throws: ``CommandError`` (73, 77) that names the folder.
  static func make(_ path: String) throws(CommandError) {
    // The first refusal is the cause: those below it only miss the folder above them.
    var code: Int32 = 0
    func add(_ folder: String) {
      if mkdir(folder, 0o755) != 0, code == 0 || code == EEXIST { code = errno }
    }
    for end in path.indices.dropFirst() where path[end] == "/" { add(String(path[..<end])) }
    add(path)
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      let why = code == EEXIST ? "a file has that name" : String(cString: strerror(code))
      throw CommandError(
        "\(path): the folder cannot be made: \(why); choose another one",
        code == EACCES || code == EPERM ? .noPermission : .cannotCreate)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw CommandError(
        "\(path): the folder cannot be written to: \(reason); choose another one", .noPermission)
    }
  }

  private static var reason: String { String(cString: strerror(errno)) }
}

/// The clock of this machine.
enum WallClock {
  /// A machine that claims to be before this has not been told the time: Pinna did not exist (2025-01-01).
  private static let earliest = 1_735_689_600

  /// Now, in local time.
  static func now() -> WallTime {
    var spec = timespec()
    clock_gettime(CLOCK_REALTIME, &spec)
    var (seconds, local) = (spec.tv_sec, tm())
    localtime_r(&seconds, &local)
    return WallTime(
      epochSeconds: Double(spec.tv_sec) + Double(spec.tv_nsec) / 1e9,
      utcOffsetSeconds: local.tm_gmtoff, isSet: spec.tv_sec >= earliest)
  }
}
