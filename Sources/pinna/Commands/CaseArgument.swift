import Boards
import TOML

/// How commands name one case of a board.
enum CaseArgument {
  /// `--source`, the same for all commands.
  static let source = Option.text(
    "source", "NAME", "the data source: front, back, or a name of the board file")
  /// `--orientation`, for commands without a sensor.
  static let orientation = Option.choice(
    "orientation", InputOrientation.allCases.map(\.rawValue),
    "how the board is held, named after where its connector is")

  /// The case that `--source` and `--orientation` name: the first data source and portrait where they are not given.
  ///
  /// - Throws: ``CommandError`` (64): no such data source, or an orientation for a board that is fixed.
  static func which(_ arguments: Arguments, _ board: Board) throws(CommandError) -> Board.Case {
    let dataSource = try dataSource(arguments, board)
    let word = arguments.text(orientation)
    guard board.orientation == .handHeld else {
      if let word {
        throw arguments.usageError(
          "--orientation '\(word)': \(board.id) is fixed and has no orientations; leave it out")
      }
      return Board.Case(dataSource: dataSource, orientation: nil)
    }
    return Board.Case(
      dataSource: dataSource,
      orientation: word.flatMap(InputOrientation.init(rawValue:)) ?? .portrait)
  }

  /// The index of the data source that `--source` names, in any case of letters.
  private static func dataSource(
    _ arguments: Arguments, _ board: Board
  ) throws(CommandError) -> Int {
    guard let name = arguments.text(source) else { return 0 }
    let names = board.dataSources.map(\.name)
    let index =
      names.firstIndex { $0 == name }
      ?? names.firstIndex { $0.lowercased() == name.lowercased() }
    if let index { return index }
    let meant = Suggestion.nearest(to: name, in: names).map { "did you mean \($0)? " } ?? ""
    throw arguments.usageError(
      "--source '\(name)': \(meant)\(board.id) has \(names.joined(separator: ", "))")
  }
}
