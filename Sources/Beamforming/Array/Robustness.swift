import Boards

/// What mismatch between the microphones does to a design, as a Monte Carlo experiment tells it.
///
/// Gains, phases and places of many boards are drawn from a seed; the same seed gives the same boards in every case.
public struct Robustness: Sendable, Equatable, Codable {
  /// How a figure spreads over boards.
  public struct Spread: Sendable, Equatable, Codable {
    /// The figure of a board without errors.
    public var unperturbed: Double
    /// 5 % of the boards have less.
    public var percentile5: Double
    /// Half of the boards have less.
    public var median: Double
    /// 95 % of the boards have less.
    public var percentile95: Double

    /// The spread of the figures of boards.
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

    /// The value below which a share of sorted values lies, on a straight line between two of them.
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
  /// Standard deviation of the places along each axis, millimetres: the mean of the board's tolerances.
  public var positionError: Double
  /// How many boards were drawn.
  public var boards: Int
  /// Mean error of the interaural level difference, decibels; `nil` for mono.
  public var ildError: Spread?
  /// Mean error of the interaural time difference, microseconds; `nil` for mono.
  public var itdErrorMean: Spread?
  /// Microseconds by which a source straight ahead is off the middle, to either side; `nil` for mono.
  public var centre: Spread?
  /// Broadband front to back, decibels; here less is worse.
  public var broadbandFrontToBack: Spread

  /// A report from its parts.
  public init(
    mismatch: Mismatch, positionError: Double, boards: Int, ildError: Spread? = nil,
    itdErrorMean: Spread? = nil, centre: Spread? = nil, broadbandFrontToBack: Spread
  ) {
    gainError = mismatch.gainError
    phaseError = mismatch.phaseError
    self.positionError = positionError
    self.boards = boards
    self.ildError = ildError
    self.itdErrorMean = itdErrorMean
    self.centre = centre
    self.broadbandFrontToBack = broadbandFrontToBack
  }
}
