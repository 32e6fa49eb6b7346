import Beamforming
import Boards
import Drawings
import Recorder

/// What `pinna design` tells about one case beside its figures: curves, findings, and what mismatch does.
struct DesignPageFacts {
  /// The designs of one case: the one in use, and its closed form where that is another one.
  typealias Designs = (closed: Design?, design: Design)

  let noiseFloor: Double
  let designs: Designs
  let figures: Figures
  let curves: DesignCurves
  /// The same of the closed form.
  let closed: (figures: Figures, curves: DesignCurves)?
  let robustness: Robustness?

  /// Computes them from the filters of a case.
  ///
  /// - Parameter progress: called with the part that is done, 0 to 1.
  init(
    _ designs: Designs, designer: FilterDesigner, withMismatch: Bool,
    progress: (Double) -> Void
  ) {
    self.designs = designs
    noiseFloor = designer.noiseFloor
    progress(0)
    let study = DesignStudy(designer, designs.design)
    (figures, curves) = (study.figures, study.curves)
    // Drawing boards takes as long as all the rest, or longer.
    let rest = withMismatch ? 0.3 : 1
    progress(rest / 2)
    closed = designs.closed.map { design in
      let study = DesignStudy(designer, design, beside: study)
      return (study.figures, study.curves)
    }
    progress(rest)
    robustness =
      withMismatch ? study.robustness { progress(rest + (1 - rest) * $0) } : nil
  }

  /// What the filters do not reach, in words.
  var findings: [String] { DesignNote.findings(figures, curves).map(\.description) }

  /// The case as the page shows it.
  var entry: DesignPage.Entry {
    DesignPage.Entry(
      design: designs.design, figures: figures, curves: curves, robustness: robustness,
      closed: closed)
  }

  /// Writes the page of some cases of one board.
  static func writePage(
    _ facts: [DesignPageFacts], board: Board, ears: String, to path: String, _ console: Console
  ) throws {
    let html = DesignPage(board: board, entries: facts.map(\.entry), ears: ears).html()
    try OutputFile.write(html, to: path)
    console.note("wrote \(path)")
  }
}

extension Ears {
  /// Whose ears they are, as part of a sentence.
  var words: String {
    switch self {
    case .kemar: "the KEMAR head"
    case .sphere: "a spherical head"
    case .file(let path): "the head of \(path.split(separator: "/").last.map(String.init) ?? path)"
    }
  }
}
