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
    self.init(rms: level.rms, peak: level.peak, held: level.held, isClipped: level.isClipped)
  }

  /// Makes a level from its values in decibels.
  init(rms: Double, peak: Double, held: Double, isClipped: Bool) {
    (self.rms, self.peak, self.held, self.isClipped) = (rms, peak, held, isClipped)
  }

  /// A number as meters show it, in six columns: "-12.3", or "-inf" for digital silence.
  static func text(_ decibels: Double) -> String {
    (decibels <= RecorderStatus.silence ? "-inf" : decibels.text(digits: 1)).leftPadded(to: 6)
  }
}
