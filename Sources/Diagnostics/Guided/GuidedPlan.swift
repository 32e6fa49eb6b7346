import Boards
import Recorder

/// The steps for a board, in their order: buttons, orientations, microphones, claps.
package struct GuidedPlan: Sendable, Equatable {
  /// The steps.
  package let steps: [GuidedStep]

  /// The steps of the chosen checks that apply to the board.
  package init(_ board: Board, _ selection: CheckSelection) {
    steps = Self.actions(board).map { GuidedStep($0, board: board) }
      .filter { selection.contains($0.check) }
  }

  private static func actions(_ board: Board) -> [GuidedStep.Action] {
    let buttons = ButtonName.allCases.filter { board.buttons[$0] != nil }
    let orientations =
      board.accelerometer != nil && board.orientation == .handHeld ? InputOrientation.allCases : []
    return buttons.map { .press($0) } + orientations.map { .hold($0) }
      + board.microphones.indices.map { .tap(microphone: $0) }
      + clapCases(board).flatMap { which in GuidedStep.Side.allCases.map { .clap(which, $0) } }
  }

  /// One case per pose, because one clap serves all data sources.
  private static func clapCases(_ board: Board) -> [Board.Case] {
    stereoCases(board).reduce(into: []) { chosen, which in
      if !chosen.contains(where: { sides($0, which, board) != nil }) { chosen.append(which) }
    }
  }

  /// The relation between left and right in two cases.
  enum Sides {
    /// Left in one case is left in the other.
    case same
    /// Left in one case is right in the other.
    case mirrored
  }

  /// The relation between left and right in two cases with the same pose; `nil` if their left-right lines
  /// differ.
  static func sides(_ first: Board.Case, _ second: Board.Case, _ board: Board) -> Sides? {
    guard first.orientation == second.orientation, let a = board.layout(first),
      let b = board.layout(second)
    else { return nil }
    let along = dot(a.right, b.right)
    return abs(along) < leastAlong ? nil : along > 0 ? .same : .mirrored
  }

  /// The cosine of ten degrees, within which directions coincide: a person cannot aim a clap more accurately.
  private static let leastAlong = 0.985

  /// The cases in which a board records stereo.
  static func stereoCases(_ board: Board) -> [Board.Case] {
    board.cases.filter {
      board.dataSources[$0.dataSource].sidesPattern != nil && board.layout($0) != nil
    }
  }
}
