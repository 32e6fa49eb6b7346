import Glibc

/// Figures of mid-side: two coincident cardioids, decoded to left (mid + side) and right (mid - side).
///
/// They replace the comparison with ears, which hear sounds at two positions and so at two times.
public struct MidSideFigures: Sendable, Equatable, Codable {
  /// The level of sounds from a side in its channel relative to the other one, decibels: mean of the octaves from 500
  /// Hz to 4 kHz.
  public var width: Double
  /// The same for two cardioids.
  public var targetWidth: Double
  /// Front-to-back ratio of mid with pink noise, A-weighted, 0.2 to 8 kHz, decibels.
  public var middleFrontToBack: Double
  /// The level of the side signal for a sound straight ahead relative to sounds from the sides, with the same noise,
  /// decibels; limited to -60.
  public var sideAhead: Double
  /// The same per octave.
  public var sideAheadOctaves: [Double]
  /// The number of directions outside 10 degrees of the median plane, every 2.5 degrees, where pink noise is not louder
  /// on its side.
  public var wrongSides: Int

  /// The lowest reported level, decibels.
  private static let lowest = -60.0

  /// The figures of decoded signals.
  ///
  /// - Parameter figures: the figures of the same filters, with left to right per octave.
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

  /// The level of one output straight ahead relative to the sides, decibels.
  private static func ahead(_ side: HorizonSignals, weight: (Double) -> Double) -> Double {
    let powers = side.powers(weight: weight)
    let quarter = powers.count / 4
    let aside = (powers[quarter] + powers[3 * quarter]) / 2
    return max(lowest, 10 * log10((powers[0] + 1e-30) / (aside + 1e-30)))
  }
}

extension Figures {
  /// The level of the side signal of mid-side for a sound straight ahead per octave; empty for other patterns.
  public var sideAhead: [Double] { midSide?.sideAheadOctaves ?? [] }
}

extension HorizonSignals {
  /// The power of the first output by direction, with weights over frequency in hertz.
  fileprivate func powers(weight: (Double) -> Double) -> [Double] {
    var sums = [SIMD4<Double>](repeating: .zero, count: chunks)
    for bin in 1..<bins {
      addPower(output: 0, bin: bin, weight: weight(Double(bin) * step), to: &sums)
    }
    return (0..<count).map { sums[$0 / 4][$0 % 4] }
  }
}
