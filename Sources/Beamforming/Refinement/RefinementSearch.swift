/// The filters that refinements of one case have found, beside its closed form.
struct RefinementSearch {
  /// The study of the closed form.
  let closed: DesignStudy
  private let choice: RefinementChoice
  private let received: ReceivedHorizon
  private let loudness: Double
  private var candidates: [FilterBank]
  private var reached: [RefinementChoice.Reached]

  /// A search that knows the closed form only.
  init(_ closed: DesignStudy) {
    self.closed = closed
    received = closed.measure.received
    loudness = closed.measure.signals.pinkPower
    let start = Self.reached(closed, received)
    choice = RefinementChoice(closed: start)
    candidates = [closed.design.filters]
    reached = [start]
  }

  /// Adds filters, as loud for sounds around the listener as the closed form.
  mutating func add(_ study: DesignStudy) {
    let factor = (loudness / study.measure.signals.pinkPower).squareRoot()
    candidates.append(study.design.filters.scaled(by: factor))
    reached.append(Self.reached(study, received))
  }

  private static func reached(
    _ study: DesignStudy, _ received: ReceivedHorizon
  ) -> RefinementChoice.Reached {
    RefinementChoice.Reached(
      figures: study.figures, levelError: study.measure.levelError,
      mismatchedError: study.measure.mismatchedLevelError(received))
  }

  /// The filters that are best where no refinement looked.
  var best: FilterBank { candidates[choice.best(of: reached)] }

  /// True when refined filters break no rule.
  var isSound: Bool { reached.dropFirst().contains(where: choice.isSound) }
}
