import Beamforming
import Recorder

/// The figures of a case that are computed from its filters, and kept for the next time.
struct CaseFigures: Codable {
  /// The notes that the design itself lacks.
  var notes: [DesignNote]
  var figures: Figures
  var curves: DesignCurves
  var robustness: Robustness?
  var plain: PlainComparison?
  var listener: ListenerCurves?
  var noiseFloor: Double
}
