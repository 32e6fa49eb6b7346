import Acoustics
import Glibc

/// Figures of stereo filters in bands and directions that their design does not use.
///
/// The bands are a twelfth of an octave wide, and the directions lie between the directions of the design.
public struct IndependentFigures: Sendable, Equatable, Codable {
  /// The mean error of the interaural level difference from 0.2 to 6 kHz, in decibels.
  public var ildError: Double
  /// The mean error of the interaural level difference from 6 to 16 kHz, as far as the sample rate reaches, in
  /// decibels.
  public var ildErrorHigh: Double
  /// The mean change of the level difference from one band to the next, minus the same change for the target, in
  /// decibels.
  public var comb: Double
  /// The mean error of the interaural time difference, in microseconds.
  public var itdErrorMean: Double
  /// The number of directions from which sound appears on the wrong side; `nil` if neither level nor time shows the
  /// side of any direction.
  ///
  /// The directions are 2.5 degrees apart, and more than 10 degrees from the median plane. A direction counts once if
  /// pink noise is louder on the wrong side, and once more if noise below 1.5 kHz (white or pink) is earlier there. If
  /// the levels are the same on both sides, as for two microphones in free air, only the time shows the side. Likewise,
  /// if the times are the same, only the level does.
  public var wrongSides: Int?
}

/// Makes the comparison that results in ``IndependentFigures``.
struct IndependentJudge {
  /// The signals for the directions of the design.
  let own: HorizonSignals
  /// The signals for the directions in between: number q of these lies between directions q and q + 1 of the design.
  let between: HorizonSignals
  /// The signals of the target for the directions of the design.
  let target: HorizonSignals
  let targetCues: InterauralCues
  let rate: Int

  /// The frequency range in hertz for the error of level differences (low to middle), and the upper limit of the other
  /// comparisons (high).
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

  /// The target's level differences for the directions in between: the means of its differences for neighbouring
  /// directions.
  private func targetBetween(_ bands: [NarrowBands.Band]) -> [[Double]] {
    target.levelDifferences(bands).map { level in
      level.indices.map { (level[$0] + level[($0 + 1) % level.count]) / 2 }
    }
  }

  /// The errors of the level differences for the directions in between, `[band][direction]`.
  private func levelErrors(_ bands: [NarrowBands.Band]) -> [[Double]] {
    zip(between.levelDifferences(bands), targetBetween(bands)).map {
      zip($0, $1).map { abs($0 - $1) }
    }
  }

  /// The mean absolute change from each band to the next.
  private static func changes(_ levels: [[Double]]) -> [Double] {
    zip(levels, levels.dropFirst()).map { mean(zip($0, $1).map { abs($1 - $0) }) }
  }

  /// The mean error of the time differences for the directions in between, in microseconds.
  private var timeError: Double {
    let wanted = targetCues.timeDifferences
    let reached = InterauralCues.delays(between)
    return Self.mean(
      reached.indices.map { q in
        1e6 * abs(reached[q] - (wanted[q] + wanted[(q + 1) % wanted.count]) / 2)
      })
  }

  /// The number of sounds on the wrong side, over both sets of directions; `nil` if no direction has a side.
  private var wrongSides: Int? { sides.hasSides ? sides.wrongAzimuths.count : nil }

  /// The number of directions from which pink noise is not louder on the side it comes from.
  var wrongLevels: Int { sides.wrongLevels }

  private var sides: HorizonSides { HorizonSides(own: own, between: between) }
}
