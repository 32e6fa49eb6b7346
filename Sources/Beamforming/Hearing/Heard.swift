import Glibc

/// A sound as heard by two ears, or by two cardioids of ambisonics: its level in each of them, and its direction.
public struct Heard: Sendable, Equatable, Codable {
  /// Root mean square of the left channel in decibels of full scale (a full-scale sine is 0 dB, as in AES17-2020).
  public var leftLevel: Double
  /// Root mean square of the right channel in decibels of full scale.
  public var rightLevel: Double
  /// The lead in seconds of the left channel over the right, by cross-correlation below 1.5 kHz.
  public var timeDifference: Double
  /// The lateral angle in degrees, -90 (LEFT) to 90 (RIGHT): two ears cannot tell front from back.
  public var azimuth: Double
  /// The azimuth all around in degrees, -180 to 180, positive to the RIGHT; `nil` for two ears.
  ///
  /// Ambisonics channels can tell front from back.
  public var around: Double?
  /// True if both channels were silent; then the differences and the azimuth are 0.
  public var isSilent: Bool

  /// The level reported for a channel of zeros, in decibels of full scale.
  public static let lowestLevel = -200.0
  /// The level of the louder channel below which both count as silent, decibels of full scale: too little of 24 bits is
  /// left for a direction.
  static let silence = -120.0

  /// A heard sound from its parts.
  public init(
    leftLevel: Double, rightLevel: Double, timeDifference: Double, azimuth: Double,
    isSilent: Bool = false
  ) {
    self.leftLevel = leftLevel
    self.rightLevel = rightLevel
    self.timeDifference = timeDifference
    self.azimuth = azimuth
    self.isSilent = isSilent
  }

  /// Root mean square in decibels of full scale.
  ///
  /// - Source: AES17-2020, 3.12.1: 0 dBFS is the RMS value of a full-scale sine.
  static func level(_ signal: [Float]) -> Double {
    let sum = signal.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard sum > 0 else { return lowestLevel }
    return max(lowestLevel, 10 * log10(2 * sum / Double(signal.count)))
  }

  /// The difference in decibels of the left channel's level over the right's.
  public var levelDifference: Double { leftLevel - rightLevel }
}
