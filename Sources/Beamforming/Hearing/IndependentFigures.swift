import Acoustics
import Glibc

/// Figures of stereo filters in bands and directions that their design does not use: bands of a twelfth of an octave,
/// and directions between those of the design.
public struct IndependentFigures: Sendable, Equatable, Codable {
  /// Mean error of the interaural level difference, 0.2 to 6 kHz, decibels.
  public var ildError: Double
  /// The same from 6 to 16 kHz, as far as the sample rate reaches.
  public var ildErrorHigh: Double
  /// Mean change of the level difference from one band to the next, beyond the target's, decibels.
  public var comb: Double
  /// Mean error of the interaural time difference, microseconds.
  public var itdErrorMean: Double
  /// The number of directions outside 10 degrees of the median plane, every 2.5 degrees, from which pink noise is
  /// louder, or noise below 1.5 kHz (white or pink) earlier, on the wrong side; each counts once for level and once for
  /// time.
  ///
  /// If levels are the same on both sides, as for two microphones in free air, only time shows the side, and vice
  /// versa; `nil` if neither shows the side of any direction.
  public var wrongSides: Int?
}

/// The comparison behind ``IndependentFigures``.
struct IndependentJudge {
  /// The directions of the design.
  let own: HorizonSignals
  /// The directions between them: number q lies between q and q + 1.
  let between: HorizonSignals
  /// The target in the directions of the design.
  let target: HorizonSignals
  let targetCues: InterauralCues
  let rate: Int

  /// The frequency range in hertz for level differences as such, and the upper limit for the rest of the comparison.
  private static let limits = (low: 200.0, middle: 6000.0, high: 16000.0)
  /// The figures.
  var figures: IndependentFigures {
    let highest = min(Self.limits.high, 0.45 * Double(rate))
    let all = NarrowBands.twelfths(Self.limits.low...highest, step: own.step).bands
    let low = all.filter { $0.centre <= Self.limits.middle }
    let errors = levelErrors(all)
    let changes = zip(
      Self.changes(between.levelDifferences(all)), Self.changes(targetBetween(all))
    ).map { $0 - $1 }
    return IndependentFigures(
      ildError: Self.mean(errors.prefix(low.count).map(Self.mean)),
      ildErrorHigh: Self.mean(errors.dropFirst(low.count).map(Self.mean)),
      comb: Self.mean(changes), itdErrorMean: timeError, wrongSides: wrongSides)
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  /// The target's level differences between its directions: the means of neighbours.
  private func targetBetween(_ bands: [NarrowBands.Band]) -> [[Double]] {
    target.levelDifferences(bands).map { level in
      level.indices.map { (level[$0] + level[($0 + 1) % level.count]) / 2 }
    }
  }

  /// The errors in the directions in between, `[band][direction]`.
  private func levelErrors(_ bands: [NarrowBands.Band]) -> [[Double]] {
    zip(between.levelDifferences(bands), targetBetween(bands)).map {
      zip($0, $1).map { abs($0 - $1) }
    }
  }

  /// The mean change from each band to the next.
  private static func changes(_ levels: [[Double]]) -> [Double] {
    zip(levels, levels.dropFirst()).map { mean(zip($0, $1).map { abs($1 - $0) }) }
  }

  /// Mean error of the time differences in the directions in between, microseconds.
  private var timeError: Double {
    let wanted = targetCues.timeDifferences
    let reached = InterauralCues.delays(between)
    return Self.mean(
      reached.indices.map { q in
        1e6 * abs(reached[q] - (wanted[q] + wanted[(q + 1) % wanted.count]) / 2)
      })
  }

  /// The number of wrong sides in both sets of directions; `nil` if no direction has a side.
  private var wrongSides: Int? { sides.hasSides ? sides.wrongAzimuths.count : nil }

  /// The number of directions where pink noise is not louder on its side.
  var wrongLevels: Int { sides.wrongLevels }

  private var sides: HorizonSides { HorizonSides(own: own, between: between) }
}
