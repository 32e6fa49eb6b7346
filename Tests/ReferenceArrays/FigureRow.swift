import Beamforming
import Boards

/// One row of the table of figures: an array, how it is held, and what its stereo filters must reach.
///
/// Free field unless the board has a body; 256 taps, noise floor -10 dB, the ears of KEMAR. Errors are means over
/// azimuth in the horizontal plane. The limits of errors are what the filters reach, and 1 % more.
public struct FigureRow: Sendable, CustomStringConvertible {
  /// The name of the row.
  public let name: String
  /// The array.
  public let board: Board
  /// The case in which it is held.
  public let which: Board.Case
  /// The largest error of the interaural level difference from 0.2 to 6 kHz, decibels.
  public let ild: Double
  /// The same in twelfths of an octave, and in directions between those of the design.
  public let twelfths: Double
  /// The largest mean error of the interaural time difference, microseconds.
  public let itd: Double
  /// The largest interaural time difference of a source straight ahead, microseconds.
  public let centre: Double
  /// The most self-noise relative to one microphone, dB(A).
  public let noise: Double
  /// The level of the softest third octave of a direction in front below the mean, decibels.
  public let softest: Double
  /// The least broadband front to back with ``deepEmphasis``, decibels; `nil` where there is none.
  public let frontToBack: Double?

  /// The front emphasis of the interaural figures, decibels (where the geometry can, as everywhere).
  public static let emphasis = 4.0
  /// The front emphasis of the front-to-back figures, decibels.
  public static let deepEmphasis = 6.0
  /// The largest deviation of a third octave of the mean over the horizon, decibels.
  public static let colour = 1.5
  /// The most by which level differences change more from one twelfth of an octave to the next than the target's,
  /// decibels.
  public static let comb = 1.0

  /// The name of the row.
  public var description: String { name }

  private init(
    _ name: String, _ board: Board, _ which: Board.Case, ild: Double, twelfths: Double,
    itd: Double, centre: Double, noise: Double, softest: Double = 6, frontToBack: Double? = nil
  ) {
    (self.name, self.board, self.which) = (name, board, which)
    (self.ild, self.twelfths, self.itd) = (ild, twelfths, itd)
    (self.centre, self.noise, self.softest) = (centre, noise, softest)
    self.frontToBack = frontToBack
  }

  static let landscape = Board.Case(dataSource: 0, orientation: .landscapeRight)
  static let portrait = Board.Case(dataSource: 0, orientation: .portrait)
  static let table = Board.Case(dataSource: 0, orientation: nil)

  /// The arrays in free field.
  public static let freeField = [
    FigureRow(
      "phone landscape", Arrays.handHeld("phone", Arrays.phone), landscape,
      ild: 4.6, twelfths: 4.94, itd: 138, centre: 10, noise: 5),
    FigureRow(
      "phone portrait", Arrays.handHeld("phone", Arrays.phone), portrait,
      ild: 2.6, twelfths: 2.94, itd: 188, centre: 12, noise: 4, softest: 6.2),
    FigureRow(
      "ReSpeaker 4 hand-held", Arrays.handHeld("respeaker", Arrays.respeaker), portrait,
      ild: 2.12, twelfths: 2.46, itd: 88, centre: 5, noise: 5),
    FigureRow(
      "ReSpeaker 4 table", Arrays.table("respeaker", Arrays.respeaker), table,
      ild: 2.92, twelfths: 3.22, itd: 71, centre: 5, noise: 5, frontToBack: 3.4),
    FigureRow(
      "MATRIX Voice hand-held", Arrays.handHeld("matrix", Arrays.matrix), portrait,
      ild: 1.53, twelfths: 1.75, itd: 86, centre: 5, noise: 6.5, softest: 9.6),
    FigureRow(
      "MATRIX Voice table", Arrays.table("matrix", Arrays.matrix), table,
      ild: 1.33, twelfths: 1.62, itd: 70, centre: 5, noise: 7, frontToBack: 6),
    FigureRow(
      "two microphones, 60 mm", Arrays.handHeld("pair", Arrays.pair), portrait,
      ild: 3.33, twelfths: 3.65, itd: 194, centre: 20, noise: 2),
  ]

  /// The arrays on their bodies.
  public static let withBody = [
    FigureRow(
      "phone landscape with its body", Arrays.phoneWithBody, landscape,
      ild: 4.88, twelfths: 5.24, itd: 126, centre: 20, noise: 0, frontToBack: 2),
    FigureRow(
      "phone portrait with its body", Arrays.phoneWithBody, portrait,
      ild: 2.92, twelfths: 3.34, itd: 189, centre: 10, noise: 2.5, frontToBack: 3.5),
  ]
}

extension FigureRow {
  /// The names of the figures that are not what they must be, with their values; sides are judged by themselves.
  public func missed(_ figures: Figures) -> [String] {
    let reached = figures.independent
    let all: [(String, Double?, Double)] = [
      ("ILD", figures.ildError, ild), ("ILD in twelfths", reached?.ildError, twelfths),
      ("ITD", figures.itdErrorMean, itd), ("centre", figures.centre.map(abs), centre),
      ("self-noise", figures.selfNoise, noise), ("comb", reached?.comb, Self.comb),
      ("colour", (figures.colour.worst?.decibels).map(abs), Self.colour),
      ("softest in front", (figures.colour.softest?.decibels).map(-), softest),
    ]
    return all.compactMap { name, value, most in
      // What is no number is missed as well.
      if let value, value <= most { return nil }
      return "\(name): \(value.map { "\($0)" } ?? "none"), at most \(most)"
    }
  }
}
