import Beamforming
import Recorder

/// The figures that were computed from the filters of a case, in the form in which they are stored.
struct CaseFigures: Codable {
  /// The notes that computing the figures added to the design.
  var notes: [DesignNote]
  var figures: Figures
  var curves: DesignCurves
  var robustness: Robustness?
  var plain: PlainComparison?
  var listener: ListenerCurves?
  var noiseFloor: Double
}
