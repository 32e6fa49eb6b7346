import Glibc

/// A sector of directions whose sound keeps its level, while sound from elsewhere gets softer.
package struct Focus: Sendable, Equatable {
  /// The centre of the sector, in degrees to the right of forward.
  package var azimuth: Double
  /// The width of the sector in degrees.
  package var width: Double
  /// The attenuation of sound from a direction outside the sector, in decibels.
  package var strength: Double

  /// The sensible ranges of the azimuth, the width and the strength.
  package static let azimuths = -180.0...180.0
  package static let widths = 20.0...180.0
  package static let strengths = 0.0...12.0
  /// The angle in degrees over which the sector fades out; half of it lies inside the sector.
  private static let fade = 20.0
  /// The lowest gain of diffuse sound in decibels: a stronger reduction causes musical noise.
  private static let leastDiffuse = -6.0

  /// Creates a sector; by default, it is 60 degrees wide, and its sound is 9 dB louder than the rest.
  package init(azimuth: Double, width: Double = 60, strength: Double = 9) {
    (self.azimuth, self.width, self.strength) = (azimuth, width, strength)
  }

  /// The extent to which a direction belongs to the sector, 0 to 1.
  func share(at azimuth: Double) -> Double {
    var distance = abs(azimuth - self.azimuth).truncatingRemainder(dividingBy: 360)
    if distance > 180 { distance = 360 - distance }
    let x = min(1, max(0, (distance - (width / 2 - Self.fade / 2)) / Self.fade))
    return 1 - x * x * (3 - 2 * x)
  }

  /// The gain outside the sector.
  var outside: Double { pow(10, -strength / 20) }

  /// The gain of a direction that belongs to the sector to this extent.
  func gain(share: Double) -> Double { outside + (1 - outside) * share }

  /// The gain of diffuse sound: the root mean square of the gains over all directions.
  var diffuseGain: Double {
    let gains = (0..<72).map { gain(share: share(at: Double($0) * 5)) }
    let mean = gains.reduce(0) { $0 + $1 * $1 } / Double(gains.count)
    return max(mean.squareRoot(), pow(10, Self.leastDiffuse / 20))
  }
}
