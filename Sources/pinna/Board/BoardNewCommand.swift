import Boards
import Diagnostics
import Drawings
import Essentials
import TOML

extension Command {
  /// The command `pinna board new`.
  static let boardNew: Command = .init(
    "new", summary: "make a board file from answers to questions, or from options",
    discussion: """
      Asks which computer you use, what holds the microphones, how they are arranged and how far apart they are. It \
      shows your answers, lets you change any of them, and writes a valid board file, which for a Raspberry Pi \
      includes wiring, buttons and lights. Then it lists the next steps. Options answer questions in advance; without \
      a terminal, they must answer all of them. Positions are as seen from the front (the side with the microphones), \
      with the connector at the bottom. The file is a starting point: boards/README.md describes the keys for a body \
      and a sensor.
      """,
    positionals: [
      Positional("FILE", "the new file, ending in .toml; its name is the id of the board")
    ],
    options: BoardQuestions.options,
    examples: [
      .init("pinna board new mine.toml", "ask all questions"),
      .init(
        "pinna board new a.toml --computer pi5 --array i2s --microphones 2 --shape pair --spacing 60",
        "without questions; the file includes the wiring"),
    ]
  ) { arguments, console in
    let path = arguments.positionals[0]
    try BoardArgument.checkName("FILE", path, arguments)
    try OutputFile.checkNew(path)
    // After Ctrl-C the questions end, and the command that continues from the answers is printed.
    if console.ask != nil { ProcessSignals.takeOver() }
    let (sketch, text, board) = try BoardQuestions(arguments: arguments, console: console)
      .finished(path) { (sketch) throws(CommandError) in try made(sketch, path) }
    try OutputFile.create(text, at: path)
    let terminal = console.terminal
    try console.print(lines: LayoutText(board: board, on: terminal).frame())
    try console.print()
    let count = board.microphones.count.counted("microphone")
    try console.print("\(path): a board with \(count)")
    if sketch.copied == nil, sketch.device == BoardSketch.exampleDevice {
      try console.print(
        "The device in this file is an example: replace it with yours, which 'pinna inputs' shows "
          + "once it is attached."
      )
    }
    if sketch.copied != nil, let config = board.header?.config, !config.isEmpty,
      !config.contains(where: { $0.hasPrefix("dtoverlay=") })
    {
      try console.print(
        "The driver of its sound card is not part of the kernel: install it first, as 'Sound cards' in "
          + "deploy/README.md describes."
      )
    }
    try console.print("Next:")
    for step in steps(board, path, hasHeader: sketch.computer != nil) {
      let lines = step.lines(joinedBy: " ", width: max(40, terminal.width - 4))
      for (index, line) in lines.enumerated() {
        let end = index < lines.count - 1 ? " \\" : ""
        try console.print(index == 0 ? "  \(line)\(end)" : "    \(line)\(end)")
      }
    }
    return .success
  }

  /// The words of the commands to run next.
  ///
  /// - Parameter hasHeader: true if the computer is known to have a header, onto which the suggested wires fit.
  private static func steps(_ board: Board, _ path: String, hasHeader: Bool) -> [[String]] {
    var steps: [[String]] = []
    let (file, id) = (path.shellWord, board.id.shellWord)
    let plan = WiringPlan(board)
    let config = plan.config
    for line in config where line.hasPrefix("dtoverlay=pinna-") {
      let overlay = line.dropFirst("dtoverlay=".count)
      steps.append([
        "sudo", "dtc", "-@", "-I", "dts", "-O", "dtb", "-o",
        "/boot/firmware/overlays/\(overlay).dtbo", "/usr/share/pinna/overlays/\(overlay).dts",
      ])
    }
    if !config.isEmpty {
      let lines = (["[all]"] + config).map { "\($0)\\n" }.joined()
      steps.append([
        "printf", lines.shellWord, "|", "sudo", "tee", "-a", "/boot/firmware/config.txt",
      ])
    }
    if plan.connections.contains(where: { hasHeader || !$0.isSuggested }) {
      steps.append(["pinna", "board", "wiring", file, "--svg", "wiring.svg"])
    }
    let place = "/etc/pinna/boards/\(board.id).toml".shellWord
    steps += [
      ["sudo", "install", "-D", "-m", "644", file, place],
      ["sudo", "pinna", "config", "set", "board", id],
    ]
    if !config.isEmpty { steps.append(["sudo", "reboot"]) }
    return steps + [["pinna", "check", "\(Check.guidedTap)", "--board", id]]
  }

  /// The file for a sketch, and the board in it; errors in the file are reported as errors in the answers.
  private static func made(
    _ sketch: BoardSketch, _ path: String
  ) throws(CommandError) -> (BoardSketch, String, Board) {
    let id = BoardLibrary.id(ofPath: path)
    do throws(TOMLError) {
      let text = try sketch.file(id: id)
      return (sketch, text, try Board.load(text: text, name: path, id: id))
    } catch {
      // The file does not exist yet, so a line number would mean nothing to a person.
      let end = error.remedy.map { "; \($0)" } ?? ""
      let what = error.key.map { "\($0) " } ?? ""
      let parts = error.problem.split(separator: " in line ", omittingEmptySubsequences: false)
      let problem = parts[0] + parts.dropFirst().map { $0.drop(while: \.isNumber) }.joined()
      throw CommandError("\(path) was not written: \(what)\(problem)\(end)", .usage)
    }
  }
}
