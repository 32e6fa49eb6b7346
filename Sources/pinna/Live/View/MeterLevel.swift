import Drawings
import Glibc
import Realtime
import Recorder

/// The values of a meter, in decibels.
struct MeterLevel: Equatable, Sendable {
  /// The lowest level that is shown as a number; digital silence is "-inf".
  static let floor = -144.0

  /// Root mean square in dBFS: a full-scale sine is 0.
  let rms: Double
  /// The falling peak in dBFS.
  let peak: Double
  /// The held peak in dBFS.
  let held: Double
  /// True when samples were at full scale.
  let isClipped: Bool

  /// The level of a reading with its marks.
  init(_ reading: MeterReading, _ hold: MeterHold?) {
    rms = max(Self.floor, Double.decibels(meanSquare: Double(reading.meanSquare)))
    peak = Self.decibels(Double(reading.peak))
    held = Self.decibels(Double(hold?.peak ?? reading.peak))
    isClipped = hold?.isClipped ?? false
  }

  /// A level from its values in decibels.
  init(rms: Double, peak: Double, held: Double, isClipped: Bool) {
    (self.rms, self.peak, self.held, self.isClipped) = (rms, peak, held, isClipped)
  }

  /// A magnitude in decibels relative to full scale 1, not below ``floor``.
  static func decibels(_ magnitude: Double) -> Double {
    magnitude > 0 ? max(floor, 20 * log10(magnitude)) : floor
  }

  /// The number in the format of meters: "-12.3", or "-inf" for digital silence; six columns.
  static func text(_ decibels: Double) -> String {
    (decibels <= floor ? "-inf" : decibels.text(digits: 1)).leftPadded(to: 6)
  }
}
