import Boards

/// One row of the table of figures to reach: an array, how it is held, and what its stereo filters must reach.
///
/// Free field unless the board has a body; 256 taps, noise floor -10 dB, the ears of KEMAR. Errors are means over
/// azimuth in the horizontal plane.
public struct FigureRow: Sendable, CustomStringConvertible {
  /// The name of the row.
  public let name: String
  /// The array.
  public let board: Board
  /// The case in which it is held.
  public let which: Board.Case
  /// Error of the interaural level difference from 0.2 to 6 kHz, decibels.
  public let ild: Aim
  /// Mean error of the interaural time difference, microseconds.
  public let itd: Aim
  /// The same of the closed form: with an even colour its error of time is up to 12 % greater than without, because low
  /// frequencies, where a small array has little of it, count for more.
  public var closedItd: Aim { Aim(must: itd.must.map { 1.12 * $0 }) }
  /// Mean error of the interaural time difference within 30 degrees of forward, microseconds.
  public let itdFront: Aim
  /// Interaural time difference of a source straight ahead, microseconds.
  public let centre: Aim
  /// Self-noise relative to one microphone, dB(A).
  public let noise: Double
  /// Broadband front to back of the closed form with ``deepEmphasis``, decibels; `nil` where nothing is known.
  public let frontToBack: Double?

  /// The front emphasis of the interaural figures, decibels (where the geometry can, as everywhere).
  public static let emphasis = 4.0
  /// The front emphasis of the front-to-back figures, decibels.
  public static let deepEmphasis = 6.0
  /// Decibels of front to back that refined filters may lose against the closed form.
  public static let frontToBackLoss = 0.5

  /// The error of level differences in twelfths of an octave, beside that of the closed form: no greater, and better by
  /// a share that depends on the array, which counts to the full: the tolerance of a goal is greater than some.
  public func twelfths(closed error: Double) -> Aim {
    Aim(must: error, goal: (1 - gain) * error / (1 + Aim.goalTolerance))
  }

  /// The share of the closed form's error in twelfths of an octave that refined filters should take away: what a
  /// prototype in free field reached.
  public var gain: Double {
    name.hasPrefix("phone") ? 0.2 : name.hasPrefix("MATRIX") ? 0.1 : 0.05
  }

  /// The name of the row.
  public var description: String { name }

  private init(
    _ name: String, _ board: Board, _ which: Board.Case, ild: Aim, itd: Aim, front: Double,
    centre: Double, noise: Double, frontToBack: Double? = nil
  ) {
    self.name = name
    self.board = board
    self.which = which
    self.ild = ild
    self.itd = itd
    itdFront = Aim(goal: front)
    self.centre = Aim(must: centre)
    self.noise = noise
    self.frontToBack = frontToBack
  }

  static let landscape = Board.Case(dataSource: 0, orientation: .landscapeRight)
  static let portrait = Board.Case(dataSource: 0, orientation: .portrait)
  static let table = Board.Case(dataSource: 0, orientation: nil)

  /// The arrays in free field.
  public static let freeField = [
    FigureRow(
      "phone landscape", Arrays.handHeld("phone", Arrays.phone), landscape,
      ild: Aim(must: 4.6, goal: 3.65), itd: Aim(must: 138, goal: 77), front: 16, centre: 10,
      noise: 5),
    FigureRow(
      "phone portrait", Arrays.handHeld("phone", Arrays.phone), portrait,
      ild: Aim(must: 2.7, goal: 1.8), itd: Aim(must: 183, goal: 98), front: 29, centre: 10,
      noise: 4),
    FigureRow(
      "ReSpeaker 4 hand-held", Arrays.handHeld("respeaker", Arrays.respeaker), portrait,
      ild: Aim(must: 2.3, goal: 2.1), itd: Aim(must: 88, goal: 52), front: 47, centre: 5, noise: 5),
    FigureRow(
      "ReSpeaker 4 table", Arrays.table("respeaker", Arrays.respeaker), table,
      ild: Aim(must: 3, goal: 2), itd: Aim(must: 71, goal: 42), front: 25, centre: 5, noise: 5,
      frontToBack: 3.5),
    FigureRow(
      "MATRIX Voice hand-held", Arrays.handHeld("matrix", Arrays.matrix), portrait,
      ild: Aim(must: 1.6, goal: 1.4), itd: Aim(must: 85, goal: 39), front: 12, centre: 5,
      noise: 6.5),
    FigureRow(
      "MATRIX Voice table", Arrays.table("matrix", Arrays.matrix), table,
      ild: Aim(must: 1.5, goal: 1.2), itd: Aim(must: 71, goal: 31), front: 24, centre: 5, noise: 7,
      frontToBack: 6.2),
    FigureRow(
      "two microphones, 60 mm", Arrays.handHeld("pair", Arrays.pair), portrait,
      ild: Aim(must: 3.4, goal: 3.2), itd: Aim(must: 173, goal: 120), front: 55, centre: 20,
      noise: 2),
  ]

  /// The arrays on their bodies.
  public static let withBody = [
    FigureRow(
      "phone landscape with its body", Arrays.phoneWithBody, landscape,
      ild: Aim(must: 4.9, goal: 3.5), itd: Aim(must: 125, goal: 88), front: 26, centre: 15,
      noise: 0, frontToBack: 2.5),
    FigureRow(
      "phone portrait with its body", Arrays.phoneWithBody, portrait,
      ild: Aim(must: 3, goal: 2.1), itd: Aim(must: 190, goal: 112), front: 53, centre: 10,
      noise: 2.5, frontToBack: 4.9),
  ]
}
