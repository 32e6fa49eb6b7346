import Boards
import TOML

extension Command {
  /// The command `pinna board`.
  static let board = Command(
    "board", summary: "list, show, check and make board files, and show their wiring",
    discussion: """
      A board file describes one piece of hardware: microphones, data sources, buttons. Boards are looked up \
      by id in the folders of PINNA_BOARDS, in ./boards and in the installed folders.
      """,
    examples: [
      .init("pinna board list", "is there a file for my board?"),
      .init("pinna board new mine.toml", "make a new file by answering questions"),
    ],
    commands: [boardList, boardShow, boardValidate, boardNew, boardWiring])

  /// The option `--json`, which all commands that print facts share.
  static let json = Option.flag("json", "print JSON for programs")

  private static let boardList = Command(
    "list", summary: "all known boards", options: [json],
    examples: [.init("pinna board list", "a table of boards with their ids, names and abilities")]
  ) { arguments, console in
    let entries = BoardArgument.library(console).list()
    let listings = entries.map { entry -> BoardListing in
      do throws(TOMLError) {
        return BoardListing(entry, board: try Board.load(path: entry.path))
      } catch {
        return BoardListing(entry, error: error)
      }
    }
    try console.print(listings, arguments) {
      try console.print(BoardListing.table(listings))
      if listings.isEmpty { console.note("no board files; see pinna board --help") }
    }
    return .success
  }

  private static let boardShow = Command(
    "show", summary: "show the contents of a board file, except for its wiring",
    positionals: [Positional("BOARD", "a board id, or the path of a board file")], options: [json],
    examples: [.init("pinna board show phone", "microphones, data sources and a drawing")]
  ) { arguments, console in
    let board = try BoardArgument.load(arguments.positionals[0], console)
    try console.print(BoardDescription(board), arguments) {
      try BoardReport(board: board, terminal: console.terminal).print(to: console)
    }
    return .success
  }

  private static let boardValidate = Command(
    "validate", summary: "check board files",
    discussion: """
      Prints 'ok' for every valid file, and for any other file every error, its place and its remedy. It also reads \
      the responses of a measured body. The first faulty file sets the exit code: 65 if its contents are wrong, 66 if \
      it is missing, 77 if you may not read it.
      """,
    positionals: [Positional("FILE", "board files, or ids", count: .oneOrMore)], options: [json],
    examples: [.init("pinna board validate boards/*.toml", "check every board file in a folder")]
  ) { arguments, console in
    let results = arguments.positionals.map {
      BoardValidation(of: $0, in: BoardArgument.library(console))
    }
    try console.print(results, arguments) {
      for result in results {
        try console.print(
          result.failures, in: result.path, mayHideMore: result.mayHideMore, arguments)
      }
    }
    return results.lazy.compactMap(\.failures.first).first?.exitCode ?? .success
  }
}
