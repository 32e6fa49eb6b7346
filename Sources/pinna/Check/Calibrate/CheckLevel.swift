import Boards
import Calibration
import Diagnostics
import Drawings
import Essentials
import Recorder
import SimulatedBoard
import TOML

/// The command `pinna check --calibrate-level`, which measures sensitivities with the tone of a sound calibrator.
enum CheckLevel {
  static let level = Option.number(
    "calibrate-level", "DB", LevelCalibration.levels, unit: "dB SPL",
    "run no checks, but measure the sensitivity of microphones with a calibrator's tone of 1 kHz at this "
      + "level; --calibrate FILE writes the result to a board file")
  static let microphone = Option.text(
    "microphone", "NAME",
    "with --calibrate-level: the microphone that the coupler sits on; default: all microphones")

  /// A measurement of sensitivities in the form for programs.
  struct Report: Encodable {
    struct Found: Encodable {
      var name: String
      /// The level of the tone in dBFS, where a full-scale sine is 0.
      var level: Double
      /// The level at 94 dB SPL with an input gain of 0 dB, in dBFS, as measured and as the board file states it.
      var sensitivity: Double
      var before: Double?
    }

    var schema = "pinna-level-2"
    var board: String
    var boardFile: String
    /// The path of the board file that was written.
    var proposal: String?
    /// The level of the tone in dB SPL, and its frequency in hertz.
    var pressureLevel: Double
    var frequency: Double
    var microphones: [Found]
  }

  /// Listens to the tone, reports the sensitivities and, if a file is named, writes them to it.
  ///
  /// - Throws: ``CommandError``: 64 for an unknown microphone, 65 if there is no clear tone, 73 if the file cannot be
  ///   created, 78 if the board file cannot be changed, and as ``CheckBench/bench(_:scenario:_:)``.
  static func run(
    _ arguments: Arguments, level: Double, scenario: String?, asJSON: Bool, _ console: Console
  ) throws -> ExitCode {
    let path = arguments[CheckCalibration.proposal]
    if let path { try CheckCalibration.checkProposal(path, arguments) }
    let file = try CalibrationBoard(arguments, scenario: scenario, console)
    let only = try arguments[microphone].map { name throws(CommandError) in
      try index(of: name, file.board, arguments)
    }
    let (captured, source) = try sound(arguments, scenario, file.board, console)
    let (found, text) = try translating(
      to: { (error: CalibrationRefusal) in
        CommandError(error, source: source, board: file.path)
      }
    ) { () throws(CalibrationRefusal) in
      let found = try LevelCalibration(
        captured.sound, board: file.board, level: level, inputGain: captured.inputGain,
        only: only.map { [$0] })
      return (found, try LevelProposal(found, text: file.text, board: file.board).text)
    }
    if let path { try OutputFile.create(text, at: path) }
    let report = report(found, file, level, proposal: path)
    if asJSON {
      try console.print(JSONOutput.text(report))
    } else {
      try print(report, console)
    }
    return .success
  }

  private static func index(
    of name: String, _ board: Board, _ arguments: Arguments
  ) throws(CommandError) -> Int {
    let names = board.microphones.map(\.name)
    guard let index = names.firstIndex(where: { $0.lowercased() == name.lowercased() }) else {
      throw arguments.usageError(
        "--microphone '\(name)': " + Suggestion.question(for: name, in: names)
          + "\(board.id) has \(names.joined(separator: ", "))")
    }
    return index
  }

  private static func sound(
    _ arguments: Arguments, _ scenario: String?, _ board: Board, _ console: Console
  ) throws -> (CalibrationInput.Captured, String) {
    if let recording = arguments[CheckCalibration.recording] {
      guard scenario == nil else {
        throw arguments.usageError("--recording and --scenario: give only one of them")
      }
      guard !arguments.has(LiveArguments.inputGain) else {
        throw arguments.usageError(
          "--input-gain is for a board; a recording states its own input gain")
      }
      return (try CalibrationInput.read(recording, board: board), recording)
    }
    if let scenario {
      let loaded = try SimulationArguments.load(scenario)
      return (try CalibrationInput.listen(arguments, loaded, scenario, console), scenario)
    }
    let bench = try CheckBench.bench(arguments, scenario: nil, console)
    let captured = try CalibrationInput.listen(bench, seconds: LevelCalibration.seconds, console)
    return (captured, board.id)
  }

  private static func report(
    _ found: LevelCalibration, _ file: CalibrationBoard, _ level: Double, proposal: String?
  ) -> Report {
    Report(
      board: file.board.id, boardFile: file.path, proposal: proposal, pressureLevel: level,
      frequency: (found.hertz * 10).rounded() / 10,
      microphones: found.microphones.map { one in
        let microphone = file.board.microphones[one.index]
        return Report.Found(
          name: microphone.name, level: (one.level * 100).rounded() / 100,
          sensitivity: (one.sensitivity * 100).rounded() / 100, before: microphone.sensitivity)
      })
  }

  private static func print(_ report: Report, _ console: Console) throws {
    let table = TextTable(
      columns: [
        .init("Microphone"), .init("Level", .right), .init("Sensitivity", .right),
        .init("Before", .right),
      ],
      rows: report.microphones.map { one in
        [
          .init(one.name.printable, .bold), .init(one.level.text(digits: 2)),
          .init(one.sensitivity.text(digits: 2)),
          .init(one.before?.text(digits: 2) ?? "-", .dim),
        ]
      })
    try console.print(table)
    let legend =
      "Level: dBFS of the tone of \(report.frequency.shortText(digits: 1)) Hz at "
      + "\(report.pressureLevel.shortText(digits: 1)) dB SPL. "
      + "Sensitivity: dBFS at 94 dB SPL with an input gain of 0 dB."
    let next =
      report.proposal.map {
        "Wrote \($0): review it, then copy it to \(BoardLibrary.place(forCopyOf: report.boardFile))."
      } ?? "Nothing was written: --calibrate FILE writes a board file with these values."
    try console.print("")
    try console.printResult(
      lines: legend.wrapped(to: console.terminal.width).map {
        console.terminal.styled($0, .dim)
      } + next.wrapped(to: console.terminal.width))
  }
}
