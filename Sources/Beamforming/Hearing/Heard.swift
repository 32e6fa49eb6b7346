/// A sound as two ears hear it: its level in each of them, and the side it comes from.
public struct Heard: Sendable, Equatable, Codable {
  /// Root mean square of the left channel in decibels of full scale (a full-scale square wave is 0 dB).
  public var leftLevel: Double
  /// Root mean square of the right channel in decibels of full scale.
  public var rightLevel: Double
  /// The lead in seconds of the left channel over the right, by cross-correlation below 1.5 kHz.
  public var timeDifference: Double
  /// The lateral angle in degrees, -90 (LEFT) to 90 (RIGHT): two ears do not tell front from back.
  public var azimuth: Double
  /// True when both channels were silent; then the differences and the azimuth are 0.
  public var isSilent: Bool

  /// The level given for a channel of zeros, in decibels of full scale.
  public static let lowestLevel = -200.0

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

  /// The difference in decibels of the left channel's level over the right's.
  public var levelDifference: Double { leftLevel - rightLevel }
}
