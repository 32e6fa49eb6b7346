import Acoustics
import Boards
import Calibration
import Diagnostics
import Essentials
import LinuxBoard
import Recorder
import TOML
import TakeFiles

/// The command `pinna check --calibrate`, which proposes a board file from sounds around the board.
enum CheckCalibration {
  static let proposal = Option.text(
    "calibrate", "FILE",
    "run no checks, but write a board file with the channels, polarities, gains, delays and positions "
      + "measured from sounds around the board; FILE must not exist")
  static let recording = Option.text(
    "recording", "FILE",
    "a raw recording: for --calibrate, of claps or noises around the board; for --calibrate-level, of the tone"
  )
  static let sounds = Option.text(
    "sounds", "LIST",
    "with --calibrate: the directions of the sounds, in order, such as front,right,behind,left or "
      + "around*3"
  )

  /// The options of `pinna check` that are for a calibration.
  static let options: [any AnyOption] = [
    proposal, recording, sounds, CheckLevel.level, CheckLevel.microphone,
  ]

  /// Checks that the command line asks either for a calibration or for checks, but not for both.
  ///
  /// - Parameter others: the options that only concern checks.
  /// - Throws: ``CommandError`` (64), which names the options to leave out.
  static func check(_ arguments: Arguments, not others: [any AnyOption]) throws(CommandError) {
    let isLevel = arguments.has(CheckLevel.level)
    if isLevel, arguments.has(sounds) {
      throw arguments.usageError("--calibrate-level measures one tone: leave out --sounds")
    }
    if arguments.has(CheckLevel.microphone), !isLevel {
      throw arguments.usageError("--microphone needs --calibrate-level DB, which is missing")
    }
    guard arguments.has(proposal) || isLevel else {
      if arguments.has(sounds) {
        throw arguments.usageError("--sounds needs --calibrate FILE, which is missing")
      }
      if arguments.has(recording) {
        throw arguments.usageError(
          "--recording needs --calibrate FILE or --calibrate-level DB, and both are missing")
      }
      return
    }
    let words =
      arguments.positionals.map { "'\($0)'" }
      + others.filter { arguments.has($0) }.map { "--\($0.form.name)" }
    guard words.isEmpty else {
      throw arguments.usageError(
        "--\((isLevel ? CheckLevel.level.form : proposal.form).name) runs no checks: leave out "
          + words.joined(separator: " and "))
    }
  }

  /// Calibrates the board, and writes the proposed board file.
  ///
  /// - Returns: success if everything could be measured, failure if gains or delays could not be.
  /// - Throws: ``CommandError``: 73 if the proposal cannot be created, 65 if the sounds are insufficient, 78 if the
  ///   board file cannot be changed, and as ``CheckBench/bench(_:scenario:_:)``.
  static func run(_ request: CalibrationRequest, _ console: Console) throws -> ExitCode {
    let (arguments, path) = (request.arguments, request.proposalPath)
    try checkProposal(path, arguments)
    let file = try CalibrationBoard(arguments, scenario: request.scenario, console)
    try file.tryWriting()
    let field = ArrayField(
      file.board, responses: try BodyArgument.responses(of: file.board, console))
    let input = try CalibrationInput(request, board: file.board, console)
    let (found, proposal) = try calibration(input, file, field, console)
    try OutputFile.create(proposal.text, at: path)
    let filters = SettingsArguments.filters(
      try SettingsArguments.file(arguments), file.board, file.board.capture.rate, console)
    let outcome = CalibrationOutcome(
      found: found, proposal: proposal,
      separation: CalibrationSeparation(found, proposal, filters), boardPath: file.path,
      proposalPath: path, scenarioPath: request.scenario)
    if request.asJSON {
      try console.printResult(lines: [JSONOutput.text(CalibrationReport(outcome))])
    } else {
      try console.printResult(lines: CalibrationText(outcome).lines(console.terminal))
    }
    return found.knowsGains && found.knowsDelays ? .success : .failure
  }

  /// Checks the path of the proposed file before the work starts, because the work takes a person's time.
  ///
  /// - Throws: ``CommandError``: 64 for a name that no board file can have, 73 if the file cannot be created.
  static func checkProposal(_ path: String, _ arguments: Arguments) throws {
    try BoardArgument.checkName("--calibrate", path, arguments)
    try OutputFile.checkNew(path)
  }

  private static func calibration(
    _ input: CalibrationInput, _ file: CalibrationBoard, _ field: ArrayField, _ console: Console
  ) throws(CommandError) -> (ArrayCalibration, CalibrationProposal) {
    return try translating(
      to: { (error: CalibrationRefusal) in
        CommandError(error, source: input.source, board: file.path)
      }
    ) { () throws(CalibrationRefusal) in
      let found = try ArrayCalibration(
        input.sound, sounds: input.sounds, board: file.board, field: field)
      let date = String(CheckupReport.text(WallClock.now()).prefix(10))
      return (found, try CalibrationProposal(found, text: file.text, date: date))
    }
  }
}

/// The board file to calibrate.
struct CalibrationBoard {
  /// The board that the file describes.
  let board: Board
  /// The path of the file.
  let path: String
  /// The text of the file.
  let text: String

  /// Reads the board file that the command line, the scenario or the settings name.
  ///
  /// - Throws: ``CommandError``: 64 if no board is named, 66 if its file is missing, 78 if it is wrong.
  init(_ arguments: Arguments, scenario: String?, _ console: Console) throws(CommandError) {
    let name = try Self.name(arguments, scenario: scenario)
    do throws(TOMLError) {
      path = try BoardArgument.library(console).path(of: name)
      board = try Board.load(path: path)
      text = String(decoding: try TextFile.bytes(path: path), as: UTF8.self)
    } catch {
      throw CommandError(error)
    }
  }

  /// Tries to write the values that a calibration may change, without storing the result.
  ///
  /// - Throws: ``CommandError`` (78) if the values cannot be written because of the form of the text.
  func tryWriting() throws(CommandError) {
    try translate(try CalibrationProposal.tryWriting(to: text, of: board)) {
      (error: CalibrationRefusal) in CommandError(error, source: path, board: path)
    }
  }

  private static func name(
    _ arguments: Arguments, scenario: String?
  ) throws(CommandError) -> String {
    if let name = arguments[BoardArgument.option] { return name }
    if let scenario {
      let scenario = try SimulationArguments.load(scenario)
      return scenario.located(scenario.board)
    }
    guard let name = try SettingsArguments.file(arguments).board else {
      throw arguments.usageError(
        "--board is missing: give an id from 'pinna board list' or the path of a board file"
      )
    }
    return name
  }
}
