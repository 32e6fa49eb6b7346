/// What two ears make of one sound: its level in each of them, and from which side it comes.
public struct Heard: Sendable, Equatable, Codable {
  /// Root mean square of the left channel in decibels of full scale (a full-scale square wave is 0 dB).
  public var leftLevel: Double
  /// Root mean square of the right channel in decibels of full scale.
  public var rightLevel: Double
  /// Seconds by which the left channel is earlier than the right, by cross-correlation below 1.5 kHz.
  public var timeDifference: Double
  /// The lateral angle in degrees, -90 (LEFT) to 90 (RIGHT): two ears do not tell front from back.
  public var azimuth: Double
  /// Whether there was nothing to hear in either channel; then the differences and the azimuth are 0.
  public var isSilent: Bool

  /// What is written for a channel of zeros, in decibels of full scale.
  public static let lowestLevel = -200.0

  /// Something heard, from its parts.
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

  /// Decibels by which the left channel is louder than the right.
  public var levelDifference: Double { leftLevel - rightLevel }
}
