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

  /// The rules for figures, beside those of the closed form, if there is one.
  public init(_ figures: Figures, before: Figures?) {
    let reached = figures.independent
    hasSides = reached?.wrongSides == 0
    isEven = abs(figures.colour.worst?.decibels ?? .infinity) <= 1.5
    isNowhereHollow = figures.colour.softest?.decibels ?? -.infinity >= -6
    isSmooth = reached?.comb ?? .infinity <= 1
    isNearer = reached?.ildError ?? .infinity <= before?.independent?.ildError ?? .infinity
  }
}
