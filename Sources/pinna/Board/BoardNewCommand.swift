import Boards
import Drawings
import Essentials
import Face
import TOML

extension Command {
  /// `pinna board new`.
  static let boardNew: Command = .init(
    "new", summary: "make a board file: by questions, or by options",
    discussion: """
      Asks how the microphones are arranged, how far apart, and what captures them, and writes a valid board file with \
      a drawing to compare it with. Options answer questions in advance; without a terminal they must answer all. \
      Positions are seen from the front, the side of the microphones, with the connector at the bottom. The file is a \
      start: the keys for buttons, lights, a body and a sensor are in boards/README.md.
      """,
    positionals: [
      Positional("FILE", "the new file, ending in .toml; its name is the id of the board")
    ],
    options: BoardQuestions.options,
    examples: [
      .init("pinna board new mine.toml", "asks"),
      .init(
        "pinna board new ring.toml --shape ring --microphones 6 --radius 43.5 --middle",
        "without questions"),
    ]
  ) { arguments, console in
    let path = arguments.positionals[0]
    guard path.hasSuffix(".toml") else {
      throw arguments.usageError("FILE '\(path)': the name of a board file ends in .toml")
    }
    try OutputFile.checkNew(path)
    let sketch = try BoardQuestions(arguments: arguments, console: console).sketch()
    let board = try board(of: sketch, path)
    try OutputFile.create(sketch.text, at: path)
    let terminal = console.terminal
    let drawing = LayoutText(
      board: board, glyphs: terminal.isUnicode ? .unicode : .ascii,
      isColored: terminal.allowsColor)
    try console.print(lines: drawing.frame())
    try console.print()
    let count = TakeText.count(board.microphones.count, "microphone")
    try console.print("\(path): a board with \(count)")
    if sketch.device == BoardSketch.exampleDevice {
      try console.print(
        "Its device is an example: put in yours, which 'pinna inputs' shows once it is attached.")
    }
    try console.print(
      "Next: 'pinna check guided.tap --board \(path)' tells which microphone is which.")
    return .success
  }

  /// The board of a sketch; its errors are those of the answers.
  private static func board(of sketch: BoardSketch, _ path: String) throws(CommandError) -> Board {
    do throws(TOMLError) {
      return try Board.load(text: sketch.text, name: path, id: BoardLibrary.id(ofPath: path))
    } catch {
      // The file is not there, so its lines say nothing to a person.
      let end = error.remedy.map { "; \($0)" } ?? ""
      let what = error.key.map { "\($0) " } ?? ""
      throw CommandError("\(path) is not written: \(what)\(error.problem)\(end)", .usage)
    }
  }
}
