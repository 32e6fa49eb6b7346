import Beamforming
import Boards
import Recorder

/// One case of a board with its filters and the figures computed from them.
struct DesignedCase: Sendable {
  /// The design.
  private(set) var design: Design
  /// Its figures.
  let figures: Figures
  /// Its curves.
  let curves: DesignCurves
  /// The effect of mismatch on it, if it was computed.
  var robustness: Robustness?

  /// Plain stereo from the same microphones for comparison, if that is possible.
  var plain: PlainComparison?

  /// The sound that a listener gets, if it was computed.
  var listener: ListenerCurves?
  /// True if takes are made by direction.
  var rendersByDirection = false

  /// The errors of single sounds as a listener gets them; `nil` if takes are made by filters alone.
  var heard: ListenerErrors? {
    rendersByDirection ? listener.flatMap(ListenerErrors.init) : nil
  }

  /// True if the design has a left and a right channel.
  var isStereo: Bool { design.pattern.hasLeftAndRight }

  /// The limits of the geometry and of the filters, preceded by any advice to do without filters.
  var notes: [DesignNote] {
    let advice = plain.flatMap { $0.isPlainBetter ? DesignNote.plainAdvised($0) : nil }
    return [advice].compactMap { $0 } + design.allNotes(figures, curves)
  }

  /// The same, as one sentence each.
  var sentences: [String] {
    notes.map {
      $0.description.prefix(1).uppercased() + $0.description.dropFirst() + "."
    }
  }
}

extension DesignedCase {
  /// A case with figures already computed.
  init(_ design: Design, _ kept: CaseFigures) {
    self.design = design.adding(kept.notes)
    (figures, curves) = (kept.figures, kept.curves)
    (robustness, plain, listener) = (kept.robustness, kept.plain, kept.listener)
  }

  /// The figures to store.
  func kept(noiseFloor: Double, of original: Design) -> CaseFigures {
    CaseFigures(
      notes: Array(design.notes.dropFirst(original.notes.count)), figures: figures, curves: curves,
      robustness: robustness, plain: plain, listener: listener, noiseFloor: noiseFloor)
  }

  /// Computes everything from the filters of a case.
  ///
  /// - Parameters:
  ///   - withGain: true to compute the gain from calibrating the board, for a note.
  ///   - progress: called with the finished part, 0 to 1.
  init(
    _ design: Design, designer: FilterDesigner, withMismatch: Bool, withGain: Bool,
    progress: (Double) -> Void
  ) {
    self.design = designer.annotated(design)
    progress(0)
    let study = DesignStudy(designer, design)
    (figures, curves) = (study.figures, study.curves)
    plain = study.plainComparison(figures)
    // The random boards take as long as everything else, or longer.
    let rest = withMismatch ? 0.3 : 1
    progress(rest)
    if withGain, let gain = study.calibrationGain() {
      self.design = self.design.adding([.calibrating(gain)])
    }
    robustness =
      withMismatch ? study.robustness { progress(rest + (1 - rest) * $0) } : nil
  }
}
