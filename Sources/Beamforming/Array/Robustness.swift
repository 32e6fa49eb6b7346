import Boards

/// The effect of mismatch between the microphones on a design, from a Monte Carlo experiment.
///
/// Gains, phases and positions of many boards are drawn from a seed; the same seed gives the same boards in every case.
public struct Robustness: Sendable, Equatable, Codable {
  /// The spread of a figure over boards.
  public struct Spread: Sendable, Equatable, Codable {
    /// The figure for a board without errors.
    public var unperturbed: Double
    /// The 5th percentile of the figures.
    public var percentile5: Double
    /// The median of the figures.
    public var median: Double
    /// The 95th percentile of the figures.
    public var percentile95: Double

    /// The spread of figures over boards.
    ///
    /// - Precondition: `values` is not empty.
    init(unperturbed: Double, values: [Double]) {
      let sorted = values.sorted()
      self.unperturbed = unperturbed
      percentile5 = Self.percentile(0.05, of: sorted)
      median = Self.percentile(0.5, of: sorted)
      percentile95 = Self.percentile(0.95, of: sorted)
    }

    /// A spread from its numbers.
    public init(unperturbed: Double, percentile5: Double, median: Double, percentile95: Double) {
      self.unperturbed = unperturbed
      self.percentile5 = percentile5
      self.median = median
      self.percentile95 = percentile95
    }

    /// The value at a percentile of sorted values, with linear interpolation.
    private static func percentile(_ share: Double, of sorted: [Double]) -> Double {
      let place = share * Double(sorted.count - 1)
      let lower = Int(place)
      let upper = min(lower + 1, sorted.count - 1)
      return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
    }
  }

  /// Standard deviation of the gains, decibels.
  public var gainError: Double
  /// Standard deviation of the phases, degrees.
  public var phaseError: Double
  /// Standard deviation of the positions along each axis, millimetres: the mean of the board's tolerances.
  public var positionError: Double
  /// The number of boards drawn.
  public var boardCount: Int
  /// Mean error of the interaural level difference, decibels; `nil` for mono.
  public var ildError: Spread?
  /// Mean error of the interaural time difference, microseconds; `nil` for mono.
  public var itdErrorMean: Spread?
  /// The deviation in microseconds of a source straight ahead from the centre, to either side; `nil` for mono.
  public var centre: Spread?
  /// Broadband front-to-back ratio, decibels; lower is worse.
  public var broadbandFrontToBack: Spread

  /// A report from its parts.
  public init(
    mismatch: Mismatch, positionError: Double, boardCount: Int, ildError: Spread? = nil,
    itdErrorMean: Spread? = nil, centre: Spread? = nil, broadbandFrontToBack: Spread
  ) {
    gainError = mismatch.gainError
    phaseError = mismatch.phaseError
    self.positionError = positionError
    self.boardCount = boardCount
    self.ildError = ildError
    self.itdErrorMean = itdErrorMean
    self.centre = centre
    self.broadbandFrontToBack = broadbandFrontToBack
  }
}
