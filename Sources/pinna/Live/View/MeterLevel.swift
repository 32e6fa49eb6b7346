import Drawings
import Face

/// The values of a meter, in decibels.
struct MeterLevel: Equatable, Sendable {
  /// Root mean square in dBFS: a full-scale sine is 0.
  let rms: Double
  /// The falling peak in dBFS.
  let peak: Double
  /// The held peak in dBFS.
  let held: Double
  /// True if samples were at full scale.
  var isClipped: Bool

  /// The level of a status.
  init(_ level: RecorderStatus.Level) {
    self.init(rms: level.rms, peak: level.peak, held: level.held, isClipped: level.isClipped)
  }

  /// A level from its values in decibels.
  init(rms: Double, peak: Double, held: Double, isClipped: Bool) {
    (self.rms, self.peak, self.held, self.isClipped) = (rms, peak, held, isClipped)
  }

  /// The number in the format of meters: "-12.3", or "-inf" for digital silence; six columns.
  static func text(_ decibels: Double) -> String {
    (decibels <= RecorderStatus.silence ? "-inf" : decibels.text(digits: 1)).leftPadded(to: 6)
  }
}
