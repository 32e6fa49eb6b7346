import Boards

/// One row of the table of mono cardioids: front to back per octave from 125 Hz to 16 kHz.
public struct CardioidRow: Sendable, CustomStringConvertible {
  /// The name of the row.
  public let name: String
  /// The array.
  public let board: Board
  /// The case in which it is held.
  public let which: Board.Case
  /// Front to back of every octave, decibels.
  public let frontToBack: [Double]

  /// Decibels above which a figure must be reached; below, the array is too small or too large for its wave.
  public static let least = 8.0
  /// The share of the decibels that must be reached.
  public static let share = 0.9

  /// The name of the row.
  public var description: String { name }

  /// The front to back that an octave must have, decibels; `nil` where nothing is asked.
  public func must(_ octave: Int) -> Double? {
    frontToBack[octave] > Self.least ? Self.share * frontToBack[octave] : nil
  }

  /// The arrays in free field.
  public static let freeField = [
    CardioidRow(
      name: "ReSpeaker 4 table", board: Arrays.table("respeaker", Arrays.respeaker),
      which: FigureRow.table, frontToBack: [7, 20, 21, 23, 19, 3, 2, 0]),
    CardioidRow(
      name: "MATRIX Voice table", board: Arrays.table("matrix", Arrays.matrix),
      which: FigureRow.table, frontToBack: [9, 24, 19, 21, 20, 10, 4, 3]),
  ]

  /// The arrays on their bodies.
  public static let withBody = [
    CardioidRow(
      name: "phone with its body", board: Arrays.phoneWithBody, which: FigureRow.portrait,
      frontToBack: [4, 10, 17, 13, 10, 9, 13, 14])
  ]
}
