import Drawings
import Face

/// The values that a meter shows, in decibels.
struct MeterLevel: Equatable, Sendable {
  /// The root mean square in dBFS; a full-scale sine is 0.
  let rms: Double
  /// The peak, which falls slowly, in dBFS.
  let peak: Double
  /// The highest peak, which is held for a while, in dBFS.
  let held: Double
  /// True if samples were at full scale.
  var isClipped: Bool

  /// Takes the values from the level in a status.
  init(_ level: RecorderStatus.Level) {
    (rms, peak, held, isClipped) = (level.rms, level.peak, level.held, level.isClipped)
  }

  /// A number as meters show it, in six columns: "-12.3", or "-inf" for digital silence.
  static func text(_ decibels: Double) -> String {
    (decibels <= RecorderStatus.silence ? "-inf" : decibels.text(digits: 1)).leftPadded(to: 6)
  }
}
