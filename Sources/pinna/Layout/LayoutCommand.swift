import Boards
import Drawings

extension Command {
  /// The command `pinna layout`.
  static let layout = Command(
    "layout", summary: "show which edge is left, which is right, and where forward points",
    discussion: """
      Draws the device as it is held, and marks the take's LEFT, RIGHT and FORWARD. An edge is called left or right as \
      you see it when you face the front and the board is upright. Without --source, it draws the first data source of \
      the board; without --orientation, portrait.
      """,
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation, allCases, svg, json,
    ],
    examples: [
      .init("pinna layout --board phone --all", "every case in the terminal"),
      .init(
        "pinna layout --board phone --source back --orientation landscapeLeft",
        "one case"),
      .init("pinna layout --board phone --all --svg layout.svg", "a sheet to print"),
    ]
  ) { arguments, console in
    let board = try BoardArgument.board(arguments, console)
    let which = try CaseArgument.which(arguments, board)
    let isAll = arguments.has(allCases)
    let isJSON = arguments.has(json)
    if isJSON, arguments[svg] == "-" {
      throw arguments.usageError(
        "--json and --svg - both need standard output: name a file for --svg")
    }
    if let path = arguments[svg] {
      let picture = LayoutPicture(board: board)
      try write(isAll ? picture.sheet() : picture.document(of: which), to: path, console)
    }
    if isJSON {
      let cases = isAll ? board.cases : [which]
      try console.print(JSONOutput.text(cases.map { CaseLayout(of: $0, board: board) }))
    } else if arguments[svg] == nil {
      let drawing = LayoutText(board: board, on: console.terminal)
      try console.print(lines: isAll ? drawing.sheet() : drawing.lines(of: which))
    }
    return .success
  }

  private static let allCases = Option.flag("all", "draw every case of the board")
  private static let svg = Option.text(
    "svg", "FILE", "write a picture to this file instead; - stands for standard output")

  private static func write(_ text: String, to path: String, _ console: Console) throws {
    if path == "-" { return try console.print(lines: [String(text.dropLast())]) }
    try OutputFile.check(path, mark: SVG.mark)
    try OutputFile.write(text, to: path)
    console.note("wrote \(path)")
  }
}
