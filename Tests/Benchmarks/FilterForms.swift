import Acoustics
import Beamforming
import Boards
import ReferenceArrays

/// The stereo filters of a row with one front emphasis, in closed form and refined: what they reach and what they cost.
struct FilterForms {
  /// One form of the filters.
  struct Form {
    /// The figures that they reach.
    let figures: Figures
    /// CPU seconds that it took to make them, without what the cases of a board share.
    let seconds: Double
  }

  /// The closed form.
  let closed: Form
  /// The refined form.
  let refined: Form
  /// True when the geometry can have a front emphasis at all.
  let isEmphatic: Bool

  /// Designs and measures both forms.
  ///
  /// - Throws: `DesignError` when the board or the head cannot be used.
  init(
    _ row: FigureRow, head: Head, body: BodyResponses?, emphasis: Double
  ) throws(DesignError) {
    let designer = try FilterDesigner(
      board: row.board, head: head, settings: DesignSettings(frontEmphasis: emphasis), body: body)
    var start = cpuSeconds()
    let design = try designer.design(row.which, pattern: .stereo)
    closed = Form(figures: designer.figures(design), seconds: cpuSeconds() - start)
    isEmphatic = design.frontEmphasis > 0
    start = cpuSeconds()
    // Nothing cancels it, so there is a result.
    let better = designer.refine(design) ?? design
    refined = Form(figures: designer.figures(better), seconds: cpuSeconds() - start)
  }
}
