import Beamforming

/// The rules for refined filters in bands and directions that no refinement looks at.
public struct IndependentRules: Sendable {
  /// Pink noise is louder and earlier on its own side, everywhere outside 10 degrees of the middle plane.
  public let hasSides: Bool
  /// Every third octave of the mean over the horizon is within 1.5 dB.
  public let isEven: Bool
  /// No direction in front is more than 6 dB softer than the mean in any third octave.
  public let isNowhereHollow: Bool
  /// The level difference changes from one twelfth of an octave to the next by at most 1 dB more than the target's.
  public let isSmooth: Bool
  /// The error of level differences in twelfths of an octave is not greater than before.
  public let isNearer: Bool

  /// The deviation of a third octave of the mean over the horizon, decibels.
  public static let colour = Aim(must: 1.5, goal: 1)
  /// The level of the softest third octave of a direction in front below the mean, decibels.
  public static let softest = Aim(must: 6, goal: 4.3)
  /// The comb, decibels; one below 0 counts as 0.
  public static let comb = Aim(must: 1, goal: 0.6)

  /// The rules for figures, beside those of the closed form, if there is one.
  public init(_ figures: Figures, before: Figures?) {
    let reached = figures.independent
    hasSides = reached?.wrongSides == 0
    isEven = Self.colour.isMet(figures.colour.worst?.decibels)
    isNowhereHollow = Self.softest.isMet(figures.colour.softest.map { min(0, $0.decibels) })
    isSmooth = Self.comb.isMet(reached.map { max(0, $0.comb) })
    isNearer = reached?.ildError ?? .infinity <= before?.independent?.ildError ?? .infinity
  }
}

extension Aim {
  /// True when a figure is there and is what it must be.
  fileprivate func isMet(_ error: Double?) -> Bool { error.map { verdict($0) != .missed } ?? false }
}
