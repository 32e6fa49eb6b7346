import Boards
import Recorder

/// The steps of a board in their order: buttons, orientations, microphones, claps.
public struct GuidedPlan: Sendable, Equatable {
  /// The steps.
  public let steps: [GuidedStep]

  /// The steps of the chosen checks that a board has something for.
  public init(_ board: Board, _ selection: CheckSelection) {
    steps = Self.actions(board).map { GuidedStep($0, board: board) }
      .filter { selection.contains($0.check) }
  }

  private static func actions(_ board: Board) -> [GuidedStep.Action] {
    let buttons = ButtonName.allCases.filter { board.buttons[$0.rawValue] != nil }
    let orientations =
      board.accelerometer != nil && board.orientation == .handHeld ? InputOrientation.allCases : []
    return buttons.map { .press($0) } + orientations.map { .hold($0) }
      + board.microphones.indices.map { .tap(microphone: $0) }
      + clapCases(board).flatMap { which in GuidedStep.Side.allCases.map { .clap(which, $0) } }
  }

  /// One case of every pose: a clap is heard by all data sources at once.
  private static func clapCases(_ board: Board) -> [Board.Case] {
    var poses: [InputOrientation?] = []
    return stereoCases(board).filter { which in
      guard !poses.contains(which.orientation) else { return false }
      poses.append(which.orientation)
      return true
    }
  }

  /// The cases in which a board records stereo.
  static func stereoCases(_ board: Board) -> [Board.Case] {
    board.cases.filter {
      board.dataSources[$0.dataSource].patterns.contains(.stereo) && board.layout($0) != nil
    }
  }
}
