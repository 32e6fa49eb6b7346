import Acoustics
import Beamforming
import Boards
import Calibration
import Diagnostics
import Recorder

/// The effect of a calibration on the separation of left and right, with the filters applied to the microphones as they
/// really are.
struct CalibrationSeparation {
  /// The name of the case for which it is computed: the first one in stereo.
  let name: String
  /// The separation in decibels with the filters for the old board file.
  let before: Double
  /// The separation in decibels with the filters for the proposed board file.
  let after: Double

  /// Computes the effect for a board; `nil` if the board has no stereo, or no filters can be made.
  init?(_ found: ArrayCalibration, _ proposal: CalibrationProposal, _ filters: FilterStore) {
    let board = found.board
    let stereo = board.cases.first {
      board.dataSources[$0.dataSource].sidesPattern != nil && board.layout($0) != nil
    }
    guard let stereo, let real = Self.real(board, proposal.board) else { return nil }
    let pattern = board.dataSources[stereo.dataSource].standardPattern
    do {
      let (_, old) = try filters.inUse(stereo, pattern: pattern)
      let new = try Self.designer(proposal.board, like: old)
      let figures = try old.figures(
        old.design(stereo, pattern: pattern), on: Self.designer(real, like: old))
      let proposed = try new.figures(new.design(stereo, pattern: pattern))
      guard let before = figures.separation, let after = proposed.separation else { return nil }
      (name, self.before, self.after) = (board.name(of: stereo), before, after)
    } catch {
      return nil
    }
  }

  /// The board with its microphones as they really are, in the order of their channels in the old file.
  private static func real(_ old: Board, _ proposal: Board) -> Board? {
    var real = old
    for index in old.microphones.indices {
      let channel = old.microphones[index].channel
      guard let there = proposal.microphones.first(where: { $0.channel == channel }) else {
        return nil
      }
      real.microphones[index] = there
    }
    return real
  }

  private static func designer(
    _ board: Board, like other: FilterDesigner
  ) throws(DesignError) -> FilterDesigner {
    // The responses of the body are those for the microphone positions in the old file.
    let body: BodyResponses? = if case .body(let body) = other.scatterer { body } else { nil }
    return try FilterDesigner(
      board: board, head: other.head, settings: other.settings, unusable: other.unusable,
      body: body)
  }
}
