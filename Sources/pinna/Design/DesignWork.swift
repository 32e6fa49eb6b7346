import Beamforming
import Boards
import Essentials
import Recorder

/// The work of `pinna design`: filters, then the figures from them, case by case.
struct DesignWork {
  let filters: FilterStore
  let wishes: [(which: Board.Case, pattern: PolarPattern)]
  let withMismatch: Bool
  /// True for a page, which shows what a listener gets however takes are made.
  let isForPage: Bool
  let other: DesignOnBoard?

  /// Does the work with a line of progress.
  func entries(_ console: Console) throws(CommandError) -> [DesignFigures] {
    var progress = Progress("Computing figures", console: console)
    defer { progress.finish() }
    var hardware: FilterDesigner?
    var localiser: Localiser?
    var entries: [DesignFigures] = []
    for wish in wishes {
      let design = try design(wish, console)
      let isFirstStereo =
        design.pattern == .stereo && !entries.contains { $0.design.pattern == .stereo }
      let figures = try figures(design, withGain: isFirstStereo, &localiser) {
        progress.update((Double(entries.count) + $0) / Double(wishes.count))
      }
      var designed = DesignedCase(design, figures)
      designed.rendersByDirection = filters.rendering == .directional
      if hardware == nil, let other { hardware = try other.hardware(for: try designer()) }
      var on: DesignOnBoard.Values?
      if let hardware {
        let figures = try designer().figures(design, on: hardware)
        on = DesignOnBoard.Values(board: hardware.board.id, figures: figures)
      }
      entries.append(
        DesignFigures(designed, board: filters.board, noiseFloor: figures.noiseFloor, on: on))
    }
    return entries
  }

  /// The figures of a case: those that were kept, or computed now.
  private func figures(
    _ design: Design, withGain: Bool, _ localiser: inout Localiser?, progress: (Double) -> Void
  ) throws(CommandError) -> CaseFigures {
    let withListener = isForPage || filters.rendering == .directional
    let kind = "figures, mismatch \(withMismatch), gain \(withGain), listener \(withListener)"
    let kept = filters.keptFigures(design, kind: kind)
    if let figures = kept.flatMap({ JSONOutput.value(CaseFigures.self, of: $0) }) { return figures }
    let designer = try designer()
    var designed = DesignedCase(
      design, designer: designer, withMismatch: withMismatch, withGain: withGain,
      progress: progress)
    if withListener { designed.listener = try listener(design, designer, &localiser) }
    let figures = designed.kept(noiseFloor: designer.noiseFloor, of: design)
    // Those with a number that JSON cannot hold are computed again.
    if let text = try? JSONOutput.line(figures) {
      filters.keep(figures: Array(text.utf8), of: design, kind: kind)
    }
    return figures
  }

  /// The filters of a case, with a line of progress while the body is computed.
  private func design(
    _ wish: (which: Board.Case, pattern: PolarPattern), _ console: Console
  ) throws(CommandError) -> Design {
    var progress = Progress.ofBody(filters.board, console: console)
    defer { progress.finish() }
    return try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      try filters.design(wish.which, pattern: wish.pattern) { progress.update($0) }
    }
  }

  /// The sound that a listener gets; `nil` where a design has no left and right.
  private func listener(
    _ design: Design, _ designer: FilterDesigner, _ localiser: inout Localiser?
  ) throws(CommandError) -> ListenerCurves? {
    var directional: Design? = design
    if design.directional == nil {
      directional = try translate(try filters.byDirection(design), to: CommandError.filters)
    }
    let ears =
      localiser
      ?? Localiser(
        head: designer.head, rate: designer.settings.rate, width: designer.settings.width)
    localiser = ears
    return ListenerCurves(
      design, directional: directional, designer: designer, localiser: ears)
  }

  private func designer() throws(CommandError) -> FilterDesigner {
    try translate(try filters.designer(), to: CommandError.filters)
  }
}
