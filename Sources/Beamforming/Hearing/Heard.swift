import Glibc

/// A sound as heard by two ears, or by two cardioids of ambisonics: its level in each of them, and its direction.
public struct Heard: Sendable, Equatable, Codable {
  /// The root mean square of the left channel in decibels relative to full scale (a full-scale sine is 0 dB, as in
  /// AES17-2020).
  public var leftLevel: Double
  /// The root mean square of the right channel in decibels relative to full scale.
  public var rightLevel: Double
  /// The time in seconds by which the left channel leads the right, found by cross-correlation below 1.5 kHz.
  public var timeDifference: Double
  /// The lateral angle in degrees, from -90 (LEFT) to 90 (RIGHT), because two ears cannot tell front from back.
  public var azimuth: Double
  /// The azimuth over the full circle in degrees, -180 to 180, positive to the RIGHT.
  ///
  /// Only ambisonics channels give this azimuth, because they can tell front from back; for two ears it is `nil`.
  public var around: Double?
  /// True if both channels were silent; the differences and the azimuth are then 0.
  public var isSilent: Bool

  /// The level that is reported for a channel of zeros, in decibels relative to full scale.
  public static let lowestLevel = -200.0
  /// If the louder channel is below this level in decibels relative to full scale, both count as silent: too few of its
  /// 24 bits remain to show a direction.
  static let silence = -120.0

  /// Creates a heard sound from its parts.
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

  /// The root mean square in decibels relative to full scale.
  ///
  /// - Source: AES17-2020, 3.12.1: 0 dBFS is the RMS value of a full-scale sine.
  static func level(_ signal: [Float]) -> Double {
    let sum = signal.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard sum > 0 else { return lowestLevel }
    return max(lowestLevel, 10 * log10(2 * sum / Double(signal.count)))
  }

  /// The level of the left channel relative to the right channel, in decibels.
  public var levelDifference: Double { leftLevel - rightLevel }
}
