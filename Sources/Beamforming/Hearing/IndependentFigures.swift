import Acoustics
import Glibc

/// Figures of stereo filters where their design does not look: in bands of a twelfth of an octave, and in directions
/// between those of the design.
public struct IndependentFigures: Sendable, Equatable, Codable {
  /// Mean error of the interaural level difference, 0.2 to 6 kHz, decibels.
  public var ildError: Double
  /// The same from 6 to 16 kHz, as far as the sample rate reaches.
  public var ildErrorHigh: Double
  /// Mean change of the level difference from one band to the next, above that of the target, decibels.
  public var comb: Double
  /// Mean error of the interaural time difference, microseconds.
  public var itdErrorMean: Double
  /// The number of directions outside 10 degrees of the middle plane, every 2.5 degrees, from which pink noise is
  /// louder, or noise below 1.5 kHz (white or pink) earlier, on the wrong side; each counts once for level and once for
  /// time.
  ///
  /// Where levels are the same on both sides, as for two microphones in the air, time alone tells the side, and the
  /// other way round; `nil` where neither tells one of any direction.
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

  /// The frequency in hertz up to which level differences count as such, and that up to which the rest is compared.
  private static let limits = (low: 200.0, middle: 6000.0, high: 16000.0)
  /// The angle to the middle plane in degrees from which on a sound has a side.
  private static let leastLateral = 10.5
  /// Differences of level (decibels) and time (seconds) below which both sides are the same: none but of rounding.
  private static let same = (level: 0.01, time: 1e-6)
  /// The range of pink noise in hertz.
  private static let pink = 50.0...20000.0

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

  /// The target's level differences between its directions: the mean of its neighbours.
  private func targetBetween(_ bands: [NarrowBands.Band]) -> [[Double]] {
    target.levelDifferences(bands).map { level in
      level.indices.map { (level[$0] + level[($0 + 1) % level.count]) / 2 }
    }
  }

  /// The errors in the directions between, `[band][direction]`.
  private func levelErrors(_ bands: [NarrowBands.Band]) -> [[Double]] {
    zip(between.levelDifferences(bands), targetBetween(bands)).map {
      zip($0, $1).map { abs($0 - $1) }
    }
  }

  /// The mean change from each band to the next.
  private static func changes(_ levels: [[Double]]) -> [Double] {
    zip(levels, levels.dropFirst()).map { mean(zip($0, $1).map { abs($1 - $0) }) }
  }

  /// Mean error of the time differences in the directions between, microseconds.
  private var timeError: Double {
    let wanted = targetCues.timeDifferences
    let reached = InterauralCues.delays(between)
    return Self.mean(
      reached.indices.map { q in
        1e6 * abs(reached[q] - (wanted[q] + wanted[(q + 1) % wanted.count]) / 2)
      })
  }

  /// The number of wrong sides in both sets of directions; `nil` when no direction has a side.
  private var wrongSides: Int? {
    let all = sides(own, offset: 0) + sides(between, offset: 180 / Double(own.count))
    guard all.contains(where: { $0.isLouder || $0.isEarlier }) else { return nil }
    return all.reduce(0) { sum, side in
      // What is the same on both sides decides nothing where the other tells the side.
      let byLevel = side.level <= 0 && (side.isLouder || !side.isEarlier)
      let byTime = side.time <= 0 && (side.isEarlier || !side.isLouder)
      return sum + (byLevel ? 1 : 0) + (byTime ? 1 : 0)
    }
  }

  /// The number of directions whose pink noise is not louder on its side.
  var wrongLevels: Int {
    (sides(own, offset: 0) + sides(between, offset: 180 / Double(own.count)))
      .count { $0.level <= 0 }
  }

  /// The differences of one direction, positive towards its side: level in decibels, time in seconds, the lesser of
  /// white and pink noise.
  private struct Side {
    var level: Double
    var time: Double
    /// True when it is louder on one side, whichever.
    var isLouder: Bool
    /// True when it is earlier on one side, whichever.
    var isEarlier: Bool
  }

  private func sides(_ signals: HorizonSignals, offset: Double) -> [Side] {
    let delays = InterauralCues.delays(signals)
    let ofPink = InterauralCues.delays(signals, weight: InterauralCues.pinkLowPass)
    return (0..<signals.count).compactMap { q in
      // Counter-clockwise from forward: positive to the left.
      let sine = sin((360 * Double(q) / Double(signals.count) + offset) * .pi / 180)
      guard abs(sine) > sin(Self.leastLateral * .pi / 180) else { return nil }
      let side = sine > 0 ? 1.0 : -1
      let level = Self.pinkDifference(signals, direction: q)
      return Side(
        level: level * side, time: min(delays[q] * side, ofPink[q] * side),
        isLouder: abs(level) >= Self.same.level,
        isEarlier: max(abs(delays[q]), abs(ofPink[q])) >= Self.same.time)
    }
  }

  /// The level of left over right of pink noise from one direction, decibels.
  private static func pinkDifference(_ signals: HorizonSignals, direction: Int) -> Double {
    var powers = [1e-30, 1e-30]
    for bin in 1..<signals.bins where pink.contains(Double(bin) * signals.step) {
      for output in 0..<2 {
        powers[output] +=
          signals.power(output: output, bin: bin, direction: direction) / Double(bin)
      }
    }
    return 10 * log10(powers[0] / powers[1])
  }
}
