import Beamforming
import Boards
import Essentials
import Recorder
import Synchronization

/// The work of `pinna design`: making filters, and computing figures from them for several cases at once.
struct DesignWork: Sendable {
  typealias Wish = (which: Board.Case, pattern: PolarPattern)

  let filters: FilterStore
  let wishes: [Wish]
  let withMismatch: Bool
  /// True if the figures are for a page, which shows what a listener gets, no matter how takes are made.
  let isForPage: Bool
  let other: DesignOnBoard?

  /// The maximum number of microphones, over all cases that are computed at once.
  ///
  /// A thread for four microphones needs about 50 MB, and a computer with 1 GB needs memory for other things, too.
  private static let mostMicrophones = 24

  /// Does the work while a line shows the progress.
  ///
  /// Nothing is recorded in this process, so the figures of the cases are computed on several processors. The same
  /// input gives the same bits on any number of processors.
  ///
  /// - Parameter threads: the maximum number of threads; `nil` for as many as the processors and the memory allow.
  /// - Throws: the error of the first case that fails.
  func entries(_ console: Console, threads: Int? = nil) throws(CommandError) -> [DesignFigures] {
    var designs: [Design] = []
    for wish in wishes { designs.append(try design(wish, console)) }
    let firstStereo = designs.firstIndex { $0.pattern == .stereo }
    let hardware = try other.map { other throws(CommandError) in
      try other.hardware(for: try designer())
    }
    let shared = SharedDesignWork(cases: designs.count, console: console)
    defer { shared.finish() }
    let most = max(1, Self.mostMicrophones / filters.board.microphones.count)
    let entries = Processors.map(
      designs.count, threads: threads ?? min(Processors.count, most)
    ) { [designs] number in
      Result { () throws(CommandError) in
        defer { shared.update(number, 1) }
        return try entry(
          designs[number], wishes[number], withGain: number == firstStereo, on: hardware, shared
        ) { shared.update(number, $0) }
      }
    }
    var all: [DesignFigures] = []
    for entry in entries { all.append(try entry.get()) }
    return all
  }

  private func entry(
    _ design: Design, _ wish: Wish, withGain: Bool, on hardware: FilterDesigner?,
    _ shared: SharedDesignWork, progress: (Double) -> Void
  ) throws(CommandError) -> DesignFigures {
    let figures = try figures(design, wish, withGain: withGain, shared, progress: progress)
    var designed = DesignedCase(design, figures)
    designed.rendersByDirection = filters.rendering == .directional
    var on: DesignOnBoard.Values?
    if let hardware {
      let figures = try designer().figures(design, on: hardware)
      on = DesignOnBoard.Values(board: hardware.board.id, figures: figures)
    }
    return DesignFigures(designed, board: filters.board, noiseFloor: figures.noiseFloor, on: on)
  }

  /// The figures of a case: the stored ones, or else computed now, with everything that a take of the case needs.
  private func figures(
    _ design: Design, _ wish: Wish, withGain: Bool, _ shared: SharedDesignWork,
    progress: (Double) -> Void
  ) throws(CommandError) -> CaseFigures {
    let withListener = isForPage || filters.rendering == .directional
    let kind = "figures, mismatch \(withMismatch), gain \(withGain), listener \(withListener)"
    let kept = filters.keptFigures(design, kind: kind)
    if let figures = kept.flatMap({ JSONOutput.value(CaseFigures.self, of: $0) }) { return figures }
    let designer = try designer()
    var designed = DesignedCase(
      design, designer: designer, withMismatch: withMismatch, withGain: withGain,
      progress: progress)
    let equipped = try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      try filters.design(wish.which, pattern: wish.pattern)
    }
    if withListener { designed.listener = try listener(equipped, designer, shared) }
    let figures = designed.kept(noiseFloor: designer.noiseFloor, of: design)
    // If the figures contain a number that JSON cannot hold, they are not stored, and are computed again next time.
    if let text = try? JSONOutput.line(figures) {
      filters.keep(figures: Array(text.utf8), of: design, kind: kind)
    }
    return figures
  }

  /// Makes the filters of a case, without the tables that a take needs, while a line shows the progress of the body.
  private func design(_ wish: Wish, _ console: Console) throws(CommandError) -> Design {
    var progress = Progress.ofBody(filters.board, console: console)
    defer { progress.finish() }
    return try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      try filters.linear(wish.which, pattern: wish.pattern) { progress.update($0) }
    }
  }

  /// The sound that a listener gets; `nil` if the design has no left and right.
  private func listener(
    _ design: Design, _ designer: FilterDesigner, _ shared: SharedDesignWork
  ) throws(CommandError) -> ListenerCurves? {
    var directional: Design? = design
    if design.directional == nil {
      directional = try translate(try filters.byDirection(design), to: CommandError.filters)
    }
    return ListenerCurves(
      design, directional: directional, designer: designer, localiser: shared.localiser(designer))
  }

  private func designer() throws(CommandError) -> FilterDesigner {
    try translate(try filters.designer(), to: CommandError.filters)
  }
}

/// The parts of the work that all cases share: the head that listens, and the line of progress.
private final class SharedDesignWork: Sendable {
  private let localiser = Mutex<Localiser?>(nil)
  private let progress: Mutex<(line: Progress, parts: [Double])>

  init(cases: Int, console: Console) {
    progress = Mutex(
      (Progress("Computing figures", console: console), Array(repeating: 0, count: cases)))
  }

  /// The head that listens to takes, which is made only once.
  func localiser(_ designer: FilterDesigner) -> Localiser {
    localiser.withLock { made in
      let localiser =
        made
        ?? Localiser(
          head: designer.head, rate: designer.settings.rate, width: designer.settings.width)
      made = localiser
      return localiser
    }
  }

  /// Notes the part of a case that is done, 0 to 1, and shows the progress of all cases together.
  func update(_ number: Int, _ part: Double) {
    progress.withLock { progress in
      progress.parts[number] = part
      progress.line.update(progress.parts.reduce(0, +) / Double(progress.parts.count))
    }
  }

  /// Removes the line of progress.
  func finish() { progress.withLock { $0.line.finish() } }
}
