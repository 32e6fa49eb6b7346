import Glibc

/// The figures of mid-side: two coincident cardioids, decoded to left (mid + side) and right (mid - side).
///
/// They replace the comparison with ears, which would not apply: ears hear a sound at two places, and so at two times.
public struct MidSideFigures: Sendable, Equatable, Codable {
  /// The level of sounds from one side in that side's channel, relative to the other channel, in decibels: the mean of
  /// the octaves from 500 Hz to 4 kHz.
  public var width: Double
  /// The value of ``width`` for two ideal cardioids.
  public var targetWidth: Double
  /// The front-to-back ratio of mid for pink noise, A-weighted, from 0.2 to 8 kHz, in decibels.
  public var middleFrontToBack: Double
  /// The level of the side signal for a sound straight ahead, relative to its level for sounds from the sides, in
  /// decibels, for the same noise; at least -60.
  public var sideAhead: Double
  /// The value of ``sideAhead`` in each octave.
  public var sideAheadOctaves: [Double]
  /// The number of directions from which pink noise is not louder on the side it comes from.
  ///
  /// The directions are 2.5 degrees apart, and more than 10 degrees from the median plane.
  public var wrongSides: Int

  /// The lowest level that is reported, in decibels.
  private static let lowest = -60.0

  /// Computes the figures of decoded signals.
  ///
  /// - Parameter figures: the figures of the same filters, including left to right in each octave.
  init(_ signals: HorizonSignals, figures: Figures, wrongSides: Int) {
    width = figures.separation ?? 0
    targetWidth = figures.targetSeparation ?? 0
    middleFrontToBack = SectorLevels(signals.mixed(right: 1)).broadbandFrontToBack()
    let side = signals.mixed(right: -1)
    sideAhead = Self.ahead(side, weight: SectorLevels.broadbandWeight)
    sideAheadOctaves = figures.octaves.map { octave in
      Self.ahead(side) { SectorLevels.octaveWeight($0, octave) }
    }
    self.wrongSides = wrongSides
  }

  /// The level of one output for a sound straight ahead, relative to its level for sounds from the sides, in decibels.
  private static func ahead(_ side: HorizonSignals, weight: (Double) -> Double) -> Double {
    let powers = side.powers(weight: weight)
    let quarter = powers.count / 4
    let aside = (powers[quarter] + powers[3 * quarter]) / 2
    return max(lowest, 10 * log10((powers[0] + 1e-30) / (aside + 1e-30)))
  }
}

extension Figures {
  /// The level of mid-side's side signal for a sound straight ahead in each octave; empty for other patterns.
  public var sideAhead: [Double] { midSide?.sideAheadOctaves ?? [] }
}

extension HorizonSignals {
  /// The power of the first output for each direction, summed over frequencies with weights.
  fileprivate func powers(weight: (Double) -> Double) -> [Double] {
    var sums = [SIMD4<Double>](repeating: .zero, count: chunks)
    for bin in 1..<bins {
      addPower(output: 0, bin: bin, weight: weight(Double(bin) * step), to: &sums)
    }
    return (0..<count).map { sums[$0 / 4][$0 % 4] }
  }
}
