import Beamforming
import Recorder

/// The figures of a case computed from its filters, and stored for the next time.
struct CaseFigures: Codable {
  /// The notes missing from the design itself.
  var notes: [DesignNote]
  var figures: Figures
  var curves: DesignCurves
  var robustness: Robustness?
  var plain: PlainComparison?
  var listener: ListenerCurves?
  var noiseFloor: Double
}
