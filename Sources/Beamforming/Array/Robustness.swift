import Boards

/// The effect of microphone mismatch on a design, from a Monte Carlo experiment.
///
/// The gains, phases and positions of many boards are drawn from a seed; the same seed gives the same boards in every
/// case.
public struct Robustness: Sendable, Equatable, Codable {
  /// The spread of a figure over the boards.
  public struct Spread: Sendable, Equatable, Codable {
    /// The figure for a board without errors.
    public var unperturbed: Double
    /// The 5th percentile of the figures.
    public var percentile5: Double
    /// The median of the figures.
    public var median: Double
    /// The 95th percentile of the figures.
    public var percentile95: Double

    /// Computes the spread of a figure from its values for the boards.
    ///
    /// - Precondition: `values` is not empty.
    init(unperturbed: Double, values: [Double]) {
      let sorted = values.sorted()
      self.unperturbed = unperturbed
      percentile5 = Self.percentile(0.05, of: sorted)
      median = Self.percentile(0.5, of: sorted)
      percentile95 = Self.percentile(0.95, of: sorted)
    }

    /// Creates a spread from its numbers.
    public init(unperturbed: Double, percentile5: Double, median: Double, percentile95: Double) {
      self.unperturbed = unperturbed
      self.percentile5 = percentile5
      self.median = median
      self.percentile95 = percentile95
    }

    /// The value at a percentile of sorted values, interpolated linearly.
    private static func percentile(_ share: Double, of sorted: [Double]) -> Double {
      let place = share * Double(sorted.count - 1)
      let lower = Int(place)
      let upper = min(lower + 1, sorted.count - 1)
      return sorted[lower] + (sorted[upper] - sorted[lower]) * (place - Double(lower))
    }
  }

  /// The standard deviation of the gains, in decibels.
  public var gainErrorDecibels: Double
  /// The standard deviation of the phases, in degrees.
  public var phaseErrorDegrees: Double
  /// The standard deviation of the positions along each axis, in millimetres: the mean of the tolerances in the board
  /// file.
  public var positionErrorMillimetres: Double
  /// The number of boards drawn.
  public var boardCount: Int
  /// The mean error of the interaural level difference, in decibels; `nil` for mono.
  public var ildError: Spread?
  /// The mean error of the interaural time difference, in microseconds; `nil` for mono.
  public var itdErrorMean: Spread?
  /// The distance from the centre at which a source straight ahead is heard, in microseconds; `nil` for mono.
  public var centre: Spread?
  /// The broadband front-to-back ratio, in decibels; lower is worse.
  public var broadbandFrontToBack: Spread

  /// Creates a report from its parts.
  public init(
    mismatch: Mismatch, positionError: Double, boardCount: Int, ildError: Spread? = nil,
    itdErrorMean: Spread? = nil, centre: Spread? = nil, broadbandFrontToBack: Spread
  ) {
    gainErrorDecibels = mismatch.gainError
    phaseErrorDegrees = mismatch.phaseError
    positionErrorMillimetres = positionError
    self.boardCount = boardCount
    self.ildError = ildError
    self.itdErrorMean = itdErrorMean
    self.centre = centre
    self.broadbandFrontToBack = broadbandFrontToBack
  }
}
