import Acoustics
import Boards
import Glibc

/// States whether one case can tell front from back, and why.
public struct FrontBack: Sendable, Equatable {
  /// The case.
  public let which: Board.Case
  /// True if the geometry can tell front from back.
  public let isPossible: Bool
  /// The reason in one sentence.
  public let reason: String

  /// Creates a statement from its parts.
  public init(which: Board.Case, isPossible: Bool, reason: String) {
    self.which = which
    self.isPossible = isPossible
    self.reason = reason
  }

  /// Returns a statement for every case of a board, from the board's geometry alone.
  ///
  /// - Throws: ``DesignError/noLayout(board:caseName:)`` if forward and up are parallel in a case.
  public static func statements(for board: Board) throws(DesignError) -> [FrontBack] {
    var statements: [FrontBack] = []
    for which in board.cases {
      guard let layout = board.layout(which) else {
        throw .noLayout(board: board.id, caseName: board.name(of: which))
      }
      let array = ArrayGeometry(
        board, microphones: Array(board.microphones.indices), layout: layout)
      statements.append(FrontBack(which: which, array: array))
    }
    return statements
  }

  private init(which: Board.Case, array: ArrayGeometry) {
    self.which = which
    if array.placed.count < 2 {
      isPossible = false
      reason = "one microphone picks up all directions equally"
    } else if array.isMirroredFrontToBack {
      isPossible = false
      reason = DesignNote.frontAndBackAlike.description
    } else {
      isPossible = true
      let depth = (array.placed.map(\.x).max() ?? 0) - (array.placed.map(\.x).min() ?? 0)
      let millimetres = Int((depth * 1000).rounded())
      let lowest = Self.lowestFrequency(depth: depth)
      reason =
        array.hasBody
        ? "front and back can be told apart: the microphones are spread over \(millimetres) mm in "
          + "the forward direction, and sound has to go around the body"
        : lowest > Self.bass
          ? "front and back can hardly be told apart below \(Int((lowest / 100).rounded()) * 100) Hz: the "
            + "microphones are spread over only \(millimetres) mm in the forward direction"
          : "front and back can be told apart: the microphones are spread over \(millimetres) mm in the forward "
            + "direction"
    }
  }

  /// The frequency in hertz down to which an array's depth must be effective for the statement to need no further
  /// remark.
  private static let bass = 500.0

  /// The frequency in hertz above which two microphones, one in front of the other, can make a cardioid within the
  /// default noise floor.
  ///
  /// - Source: for w = (1, -e^(-jkd)), the forward response is 1 - e^(-2jkd), so the white noise gain of w is 2
  ///   sin^2(kd).
  private static func lowestFrequency(depth: Double) -> Double {
    let sine = (pow(10, NoiseFloorChoice.usual / 10) / 2).squareRoot()
    return asin(sine) * Air.speedOfSound / (2 * .pi * depth)
  }
}
