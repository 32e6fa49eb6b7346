import Beamforming
import Boards
import Essentials
import Recorder

/// The work of `pinna design`: filters, then the figures from them, case by case.
struct DesignWork {
  let filters: FilterStore
  let wishes: [(which: Board.Case, pattern: PolarPattern)]
  let withMismatch: Bool
  /// True to listen to the designs, for a page.
  let withListener: Bool
  let other: DesignOnBoard?

  /// The share of the filters in the work on a case, when they have to be made.
  private static let filterShare = 0.8

  /// Does the work with a line of progress.
  func entries(_ console: Console) throws(CommandError) -> [DesignFacts] {
    var progress = FilterProgress(filters.board, console: console)
    defer { progress.finish() }
    var hardware: FilterDesigner?
    var localiser: Localiser?
    var entries: [DesignFacts] = []
    for wish in wishes {
      let (designs, wasMade) = try designs(wish, done: entries.count, &progress)
      let designer = try designer()
      if hardware == nil { hardware = try other?.hardware(for: designer) }
      let start = wasMade ? Self.filterShare : 0
      let isFirstStereo =
        designs.design.pattern == .stereo && !entries.contains { $0.design.pattern == .stereo }
      var designed = DesignedCase(
        designs, designer: designer, withMismatch: withMismatch, withGain: isFirstStereo
      ) {
        progress.update(figures: part(entries.count, start + (1 - start) * $0))
      }
      if withListener { designed.listener = try listener(designs.design, designer, &localiser) }
      let on = hardware.map {
        DesignOnBoard.Facts(board: $0.board.id, figures: designer.figures(designs.design, on: $0))
      }
      entries.append(
        DesignFacts(
          designed, board: filters.board, noiseFloor: designer.noiseFloor, on: on))
    }
    return entries
  }

  /// The finished part of all the work, with the finished part of one case.
  private func part(_ done: Int, _ part: Double) -> Double {
    (Double(done) + part) / Double(wishes.count)
  }

  private func designs(
    _ wish: (which: Board.Case, pattern: PolarPattern), done: Int, _ progress: inout FilterProgress
  ) throws(CommandError) -> (DesignedCase.Designs, wasMade: Bool) {
    var wasMade = false
    return try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      let design = try filters.design(wish.which, pattern: wish.pattern) { work, share in
        wasMade = true
        progress.update(work, work == .body ? share : part(done, Self.filterShare * share))
      }
      let closed =
        design.isRefined ? try filters.closedForm(wish.which, pattern: wish.pattern) : nil
      return ((closed: closed, design: design), wasMade)
    }
  }

  /// The sound that a listener gets; `nil` where a design has no left and right.
  private func listener(
    _ design: Design, _ designer: FilterDesigner, _ localiser: inout Localiser?
  ) throws(CommandError) -> ListenerCurves? {
    let directional = try translate(
      try filters.byDirection(design), to: CommandError.filters)
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
