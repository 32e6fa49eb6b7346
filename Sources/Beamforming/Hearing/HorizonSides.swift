import Acoustics
import Glibc

/// The sides of sounds all around: pink noise must be louder and earlier on its own side.
struct HorizonSides {
  /// The differences of one direction, positive towards its side: level in decibels, time in seconds, the lesser of
  /// white and pink noise.
  private struct Side {
    /// Degrees, counter-clockwise from forward.
    var azimuth: Double
    var level: Double
    var time: Double
    /// True if it is louder on either side.
    var isLouder: Bool
    /// True if it is earlier on either side.
    var isEarlier: Bool
  }

  private let sides: [Side]

  /// The angle to the median plane in degrees from which a sound has a side.
  private static let leastLateral = 10.5
  /// Differences of level (decibels) and time (seconds) below which both sides count as the same: rounding errors.
  private static let same = (level: 0.01, time: 1e-6)
  /// The range of pink noise in hertz.
  private static let pink = 50.0...20000.0

  /// The sides of signals in the directions of a design, and between them: number q lies between q and q + 1.
  init(own: HorizonSignals, between: HorizonSignals) {
    sides =
      Self.sides(own, offset: 0) + Self.sides(between, offset: 180 / Double(between.count))
  }

  /// False if both sides are the same in every direction.
  var hasSides: Bool { sides.contains { $0.isLouder || $0.isEarlier } }

  /// The number of directions where pink noise is not louder on its side.
  var wrongLevels: Int { sides.count { $0.level <= 0 } }

  /// The azimuths of wrong sides, listed twice if both level and time are wrong.
  ///
  /// If levels are the same on both sides, as for two microphones in free air, only time shows the side, and vice
  /// versa.
  var wrongAzimuths: [Double] {
    sides.flatMap { side in
      let byLevel = side.level <= 0 && (side.isLouder || !side.isEarlier)
      let byTime = side.time <= 0 && (side.isEarlier || !side.isLouder)
      return [byLevel, byTime].filter { $0 }.map { _ in side.azimuth }
    }
  }

  private static func sides(_ signals: HorizonSignals, offset: Double) -> [Side] {
    let delays = InterauralCues.delays(signals)
    let ofPink = InterauralCues.delays(signals, weight: InterauralCues.pinkLowPass)
    return (0..<signals.count).compactMap { q in
      // Counter-clockwise from forward: positive to the left.
      let azimuth = 360 * Double(q) / Double(signals.count) + offset
      let sine = sin(azimuth * .pi / 180)
      guard abs(sine) > sin(leastLateral * .pi / 180) else { return nil }
      let side = sine > 0 ? 1.0 : -1
      let level = pinkDifference(signals, direction: q)
      return Side(
        azimuth: azimuth, level: level * side, time: min(delays[q] * side, ofPink[q] * side),
        isLouder: abs(level) >= same.level,
        isEarlier: max(abs(delays[q]), abs(ofPink[q])) >= same.time)
    }
  }

  /// The level of left over right for pink noise from one direction, decibels.
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
