/// The choice between filters of one case: the closed form and what refinements made of it.
///
/// Judged where no refinement looks (``IndependentFigures``, ``Colour``), in the order of what is heard first: sides,
/// then the rules on colour, smoothness, level differences (also when microphones differ), the middle, and front to
/// back, then a sum of the errors of level (twice) and time against those of the closed form, and of the middle.
struct RefinementChoice {
  /// The figures that filters reach.
  struct Reached {
    /// Those that `design` shows.
    var figures: Figures
    /// The error of level differences in the directions of the design, decibels.
    var levelError = 0.0
    /// The same when microphones differ.
    var mismatchedError = 0.0
  }

  /// The figures of the closed form.
  let closed: Reached

  /// The decibels by which errors of level differences must be smaller than in closed form.
  private static let leastGain = 0.03
  /// Limits of a rule: decibels and microseconds.
  private static let mostComb = 1.0
  private static let mostCentre = 10.0
  private static let frontToBackLoss = 0.3
  private static let softest = Colour.softestAllowed + 0.6
  /// The error of the middle in microseconds that counts as much as all of the closed form's error of time.
  private static let centreUnit = 50.0

  /// The index of the best of these filters.
  ///
  /// - Precondition: there is at least one.
  func best(of all: [Reached]) -> Int {
    let ranks = all.map(rank)
    return ranks.indices.min { ranks[$0].lexicographicallyPrecedes(ranks[$1]) } ?? 0
  }

  /// True when all sides are right and no rule is broken.
  func isSound(_ reached: Reached) -> Bool { rank(reached).prefix(2).allSatisfy { $0 == 0 } }

  /// The counts against filters, the most important first.
  private func rank(_ reached: Reached) -> [Double] {
    let (figures, closed) = (reached.figures, closed.figures)
    guard let after = figures.independent, let before = closed.independent else { return [] }
    let centre = abs(figures.centre ?? 0)
    let broken = [
      abs(figures.colour.worst?.decibels ?? 0) > Colour.evenWithin,
      (figures.colour.softest?.decibels ?? 0) < Self.softest,
      after.comb > max(Self.mostComb, before.comb),
      after.ildError > before.ildError - Self.leastGain,
      reached.levelError > self.closed.levelError - Self.leastGain,
      reached.mismatchedError > self.closed.mismatchedError,
      centre > max(Self.mostCentre, abs(closed.centre ?? 0)),
      figures.broadbandFrontToBack < closed.broadbandFrontToBack - Self.frontToBackLoss,
    ]
    return [
      Double(after.wrongSides ?? 0), Double(broken.filter { $0 }.count),
      2 * after.ildError / max(before.ildError, 1e-9)
        + after.itdErrorMean / max(before.itdErrorMean, 1e-9) + centre / Self.centreUnit,
    ]
  }
}
