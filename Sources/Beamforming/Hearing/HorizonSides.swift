import Acoustics
import Glibc

/// Checks the sides of sounds all around: pink noise must be louder and earlier on the side it comes from.
struct HorizonSides {
  /// The differences of level (in decibels) and time (in seconds) for one direction, positive if they point to its
  /// side.
  ///
  /// The time difference is the smaller of the differences for white noise and for pink noise.
  private struct Side {
    /// The azimuth of the direction in degrees, counter-clockwise from forward.
    var azimuth: Double
    var level: Double
    var time: Double
    /// True if the sound is louder on one of the two sides.
    var isLouder: Bool
    /// True if the sound is earlier on one of the two sides.
    var isEarlier: Bool
  }

  private let sides: [Side]

  /// The angle from the median plane, in degrees, beyond which a direction belongs to a side.
  private static let leastLateral = 10.5
  /// Smaller differences of level (decibels) and time (seconds) are rounding errors: the two sides then count as the
  /// same.
  private static let same = (level: 0.01, time: 1e-6)
  /// The frequency range of the pink noise in hertz.
  private static let pink = 50.0...20000.0

  /// Finds the sides of signals for the directions of a design and for the directions in between: number q of these
  /// lies between directions q and q + 1.
  init(own: HorizonSignals, between: HorizonSignals) {
    sides =
      Self.sides(own, offset: 0) + Self.sides(between, offset: 180 / Double(between.count))
  }

  /// True if a sound from at least one direction is louder or earlier on one side.
  var hasSides: Bool { sides.contains { $0.isLouder || $0.isEarlier } }

  /// The number of directions from which pink noise is not louder on the side it comes from.
  var wrongLevels: Int { sides.count { $0.level <= 0 } }

  /// The azimuths of sounds on the wrong side; an azimuth is listed twice if both level and time are wrong.
  ///
  /// If the levels are the same on both sides, as for two microphones in free air, only the time shows the side.
  /// Likewise, if the times are the same, only the level does.
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
      // Azimuths are counter-clockwise from forward, so they are positive to the left.
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

  /// The level of left relative to right for pink noise from one direction, in decibels.
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
