import Boards

/// Finished filters that make horizontal ambisonics of first order of one case, as AmbiX orders and scales it.
///
/// Of a plane wave with the pressure 1 from azimuth a, counter-clockwise from forward, W has 1, Y has sin a and X has
/// cos a: ACN 0, 1 and 3, SN3D. Z, ACN 2, is silent: microphones in one plane on a table hear nothing of above and
/// below.
///
/// - Source: C. Nachbar, F. Zotter, E. Deleflie, A. Sontacchi, "AmbiX: a suggested ambisonics format", Ambisonics
///   Symposium 2011.
public struct AmbisonicDesign: Sendable, Equatable {
  /// The case they are for.
  public let which: Board.Case
  /// The filters of W and Y.
  public let pressureAndSide: FilterBank
  /// The filters of X.
  public let ahead: FilterBank
  /// The frequencies in hertz in which directions and levels are right.
  public let bandwidth: ClosedRange<Double>
  /// The names of the microphones that were not used because they are dead.
  public let unused: [String]

  /// The names of the channels in their order.
  public static let channels = ["W", "Y", "Z", "X"]
  /// The order of the spherical harmonics.
  public static let order = 1

  /// A design from its parts.
  public init(
    which: Board.Case, pressureAndSide: FilterBank, ahead: FilterBank,
    bandwidth: ClosedRange<Double>, unused: [String]
  ) {
    self.which = which
    self.pressureAndSide = pressureAndSide
    self.ahead = ahead
    self.bandwidth = bandwidth
    self.unused = unused
  }
}
