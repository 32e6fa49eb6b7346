import Boards

extension Command {
  /// The command `pinna layout`.
  static let layout = Command(
    "layout", summary: "show which edge is left, which is right, and where forward points",
    discussion: """
      Draws the device as it is held, and marks the take's LEFT, RIGHT and FORWARD. Edges are named as you see them \
      when you face the front of the upright board. Without --source, it draws the board's first data source; without \
      --orientation, portrait.
      """,
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation, allCases,
      PictureArgument.option, json,
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
    if isAll, arguments.has(CaseArgument.source) || arguments.has(CaseArgument.orientation) {
      throw arguments.usageError("--all draws every case: leave --source and --orientation out")
    }
    try PictureArgument.write(arguments, console) {
      let picture = LayoutPicture(board: board)
      return isAll ? picture.sheet() : picture.document(of: which)
    }
    if arguments.has(json) {
      let cases = isAll ? board.cases : [which]
      try console.print(JSONOutput.text(cases.map { CaseLayout(of: $0, board: board) }))
    } else if !arguments.has(PictureArgument.option) {
      let drawing = LayoutText(board: board, on: console.terminal)
      try console.print(lines: isAll ? drawing.sheet() : drawing.lines(of: which))
    }
    return .success
  }

  private static let allCases = Option.flag("all", "draw every case of the board")
}
