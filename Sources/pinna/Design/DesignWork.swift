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
      let designer = try designer()
      if hardware == nil { hardware = try other?.hardware(for: designer) }
      let isFirstStereo =
        design.pattern == .stereo && !entries.contains { $0.design.pattern == .stereo }
      var designed = DesignedCase(
        design, designer: designer, withMismatch: withMismatch, withGain: isFirstStereo
      ) {
        progress.update((Double(entries.count) + $0) / Double(wishes.count))
      }
      designed.rendersByDirection = filters.rendering == .directional
      if isForPage || designed.rendersByDirection {
        designed.listener = try listener(design, designer, &localiser)
      }
      let on = hardware.map {
        DesignOnBoard.Values(board: $0.board.id, figures: designer.figures(design, on: $0))
      }
      entries.append(
        DesignFigures(
          designed, board: filters.board, noiseFloor: designer.noiseFloor, on: on))
    }
    return entries
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
