import Beamforming
import Boards
import Recorder

/// One case of a board, with its filters and the figures computed from them.
struct DesignedCase: Sendable {
  /// The design of the filters.
  private(set) var design: Design
  /// The figures of the design.
  let figures: Figures
  /// The curves of the design.
  let curves: DesignCurves
  /// The effect of mismatched microphones on the design, if it was computed.
  var robustness: Robustness?

  /// A comparison with plain stereo from the same microphones, if that is possible.
  var plain: PlainComparison?

  /// The sound that a listener gets, if it was computed.
  var listener: ListenerCurves?
  /// True if takes are made by direction.
  var rendersByDirection = false

  /// The errors that a listener gets for single sounds; `nil` if takes are made with the filters alone.
  var heard: ListenerErrors? { rendersByDirection ? listener.flatMap(ListenerErrors.init) : nil }

  /// True if the design has a left and a right channel.
  var isStereo: Bool { design.pattern.hasLeftAndRight }

  /// The limits of the geometry and of the filters; advice to do without filters comes first, if there is any.
  var notes: [DesignNote] {
    let advice = plain.flatMap { $0.isPlainBetter ? DesignNote.plainAdvised($0) : nil }
    return [advice].compactMap { $0 } + design.allNotes(figures, curves)
  }

  /// The notes, each as one sentence.
  var sentences: [String] {
    notes.map {
      $0.description.prefix(1).uppercased() + $0.description.dropFirst() + "."
    }
  }
}

extension DesignedCase {
  /// Makes a case from figures that were already computed.
  init(_ design: Design, _ kept: CaseFigures) {
    self.design = design.adding(kept.notes)
    (figures, curves) = (kept.figures, kept.curves)
    (robustness, plain, listener) = (kept.robustness, kept.plain, kept.listener)
  }

  /// The figures in the form in which they are stored.
  func kept(noiseFloor: Double, of original: Design) -> CaseFigures {
    CaseFigures(
      notes: Array(design.notes.dropFirst(original.notes.count)), figures: figures, curves: curves,
      robustness: robustness, plain: plain, listener: listener, noiseFloor: noiseFloor)
  }

  /// Computes all figures from the filters of a case.
  ///
  /// - Parameters:
  /// - withGain: true to compute how much calibrating the board would gain, for a note.
  ///   - progress: called with the part that is done, 0 to 1.
  init(
    _ design: Design, designer: FilterDesigner, withMismatch: Bool, withGain: Bool,
    progress: (Double) -> Void
  ) {
    self.design = designer.annotated(design)
    progress(0)
    let study = DesignStudy(designer, design)
    (figures, curves) = (study.figures, study.curves)
    plain = study.plainComparison(figures)
    // The random boards take as long as everything else together, or longer.
    let rest = withMismatch ? 0.3 : 1
    progress(rest)
    if withGain, let gain = study.calibrationGain() {
      self.design = self.design.adding([.calibrating(gain)])
    }
    robustness = withMismatch ? study.robustness { progress(rest + (1 - rest) * $0) } : nil
  }
}
