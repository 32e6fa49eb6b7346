import Assembly
import Boards
import Essentials
import Glibc
import TOML

/// The board that the command line names.
enum BoardArgument {
  /// `--board`, shared by all commands.
  static let option = Option.text(
    "board", "ID|FILE", "the board: a board id, or the path of a board file")

  /// The library of boards in the process's environment; last come those of the tree that the program was built in.
  static func library(_ console: Console) -> BoardLibrary {
    var library = BoardLibrary(environment: console.environment)
    if let folder = console.program.flatMap(BoardLibrary.sourceFolder(ofProgram:)) {
      library.folders.append(folder)
    }
    return library
  }

  /// Gives the board that `--board` names, or else the one of the settings.
  ///
  /// - Throws: ``CommandError``: 64 without `--board`, 66 when there is no such board, 78 when its file is wrong.
  static func board(
    _ arguments: Arguments, _ console: Console, standard: String? = nil
  ) throws(CommandError) -> Board {
    guard let name = arguments[option] ?? standard else {
      throw arguments.usageError(
        "--board is missing: give an id (pinna board list shows them) or the path of a board file")
    }
    return try load(name, console)
  }

  /// Gives the board that `--board` or the settings name, or else that of the recorder that runs, or the one that is
  /// attached.
  ///
  /// - Parameter isTold: true for a note that says which board was found attached.
  /// - Throws: ``CommandError``: 64 when none is named and not exactly one is attached, 66 when there is no such board,
  ///   78 when its file is wrong.
  static func live(
    _ arguments: Arguments, _ console: Console, standard: String?, isTold: Bool = false
  ) throws(CommandError) -> Board {
    if arguments[option] != nil || standard != nil {
      return try board(arguments, console, standard: standard)
    }
    if let board = RecorderBoard.ofRunning(arguments, console) {
      if isTold { console.note("board \(board.id): the running recorder uses it") }
      return board
    }
    let (board, others) = try AttachedBoard.board(arguments, console)
    guard isTold else { return board }
    guard let others else {
      console.note(
        "\(board.capture.device) is in no board file: plain stereo as \(board.id) has it, left and right as they come; "
          + "'pinna board new' describes its microphones")
      return board
    }
    let rest =
      others.isEmpty ? "" : "; to use it in another way: --board \(others.joined(separator: ", "))"
    console.note("board \(board.id): its device is attached\(rest)")
    return board
  }

  /// Loads a board by its id or from a file.
  ///
  /// - Throws: ``CommandError``: 66 when there is no such board, 78 when its file is wrong.
  static func load(_ name: String, _ console: Console) throws(CommandError) -> Board {
    try translate(try library(console).load(name), to: CommandError.toml)
  }
}

extension CommandError {
  /// The error for a board without hardware in a command that needs it.
  static let simulatedOnly = CommandError(
    "this board is simulated only: use 'pinna simulate'", .configuration)

  /// The error for a faulty TOML file.
  ///
  /// - Parameter contents: the exit code for wrong contents: 78 for files that configure, 65 for files that were to be
  ///   checked.
  init(_ error: TOMLError, contents: ExitCode = .configuration) {
    switch error.cause {
    case .contents: self.init(error.description, contents)
    case .file(let code):
      self.init(error.description, code == EACCES || code == EPERM ? .noPermission : .noInput)
    }
  }
}
