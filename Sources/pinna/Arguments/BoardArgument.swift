import Assembly
import Boards
import Essentials
import Glibc
import TOML

/// Finds the board that the command line names.
enum BoardArgument {
  /// The option `--board`, which all commands share.
  static let option = Option.text(
    "board", "ID|FILE", "the board: a board id, or the path of a board file")

  /// The library of boards in the environment of the process; it ends with the boards in the program's build tree.
  static func library(_ console: Console) -> BoardLibrary {
    var library = BoardLibrary(environment: console.environment)
    if let folder = console.program.flatMap(BoardLibrary.sourceFolder(ofProgram:)) {
      library.folders.append(folder)
    }
    return library
  }

  /// Checks the name of a new board file, which the argument `word` gives.
  ///
  /// - Throws: ``CommandError`` (64) for a name that no board file can have.
  static func checkName(
    _ word: String, _ path: String, _ arguments: Arguments
  ) throws(CommandError) {
    let wrong = "\(word) '\(path)': the name of a board file must"
    guard path.hasSuffix(".toml") else { throw arguments.usageError("\(wrong) end in .toml") }
    guard !BoardLibrary.id(ofPath: path).isEmpty else {
      throw arguments.usageError("\(wrong) have an id before .toml")
    }
  }

  /// Returns the board named by `--board`, or else the one in the settings.
  ///
  /// - Throws: ``CommandError``: 64 if no board is named, 66 if there is no such board, 78 if its file is wrong.
  static func board(
    _ arguments: Arguments, _ console: Console, standard: String? = nil
  ) throws(CommandError) -> Board {
    guard let name = arguments[option] ?? standard else {
      throw arguments.usageError(
        "--board is missing: give an id from 'pinna board list' or the path of a board file"
      )
    }
    return try load(name, console)
  }

  /// Returns the board named by `--board` or the settings, or else the board of the running recorder, or else the
  /// attached one.
  ///
  /// - Parameter isTold: true to print a note that says which attached board was found.
  /// - Throws: ``CommandError``: 64 if no board is named and none or more than one is attached, 66 if there is no such
  ///   board, 78 if its file is wrong.
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
        "no board file describes \(board.capture.device): the device is used for plain stereo, as board \(board.id), "
          + "with left and right as the device delivers them; 'pinna board new' makes a file "
          + "for its microphones"
      )
      return board
    }
    let rest =
      others.isEmpty
      ? "" : "; to use the device as another board: --board \(others.joined(separator: ", "))"
    console.note("board \(board.id): its device is attached\(rest)")
    return board
  }

  /// Loads the board with an id or in a file.
  ///
  /// - Throws: ``CommandError``: 66 if there is no such board, 78 if its file is wrong.
  static func load(_ name: String, _ console: Console) throws(CommandError) -> Board {
    try translate(try library(console).load(name), to: CommandError.toml)
  }
}

extension CommandError {
  /// The error for a board without hardware that is used with a command that needs hardware.
  static let simulatedOnly = CommandError(
    "this board is simulated only: use 'pinna simulate'", .configuration)

  /// The error for a TOML file that cannot be used.
  ///
  /// - Parameter contents: the exit code for wrong contents: 78 for configuration files, 65 for files to be checked.
  init(_ error: TOMLError, contents: ExitCode = .configuration) {
    switch error.cause {
    case .contents: self.init(error.description, contents)
    case .file(let code):
      self.init(error.description, code == EACCES || code == EPERM ? .noPermission : .noInput)
    }
  }
}
