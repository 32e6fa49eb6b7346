/// The choice between filters of one case: the closed form and what refinements made of it.
///
/// Judged where no refinement looks (``IndependentFigures``, ``Colour``), in the order of what is heard first: sides,
/// then the rules on colour, smoothness, level differences, the middle, and front to back, then a sum of the errors of
/// level (twice) and time against those of the closed form, and of the middle.
struct RefinementChoice {
  /// The figures of the closed form.
  let closed: Figures

  /// Limits of a rule: decibels and microseconds.
  private static let mostComb = 1.0
  private static let mostCentre = 10.0
  private static let frontToBackLoss = 0.3
  /// The error of the middle in microseconds that counts as much as all of the closed form's error of time.
  private static let centreUnit = 50.0

  /// The index of the best of these figures.
  ///
  /// - Precondition: there is at least one.
  func best(of all: [Figures]) -> Int {
    let ranks = all.map(rank)
    return ranks.indices.min { ranks[$0].lexicographicallyPrecedes(ranks[$1]) } ?? 0
  }

  /// What counts against filters, the most important first.
  private func rank(_ figures: Figures) -> [Double] {
    guard let reached = figures.independent, let before = closed.independent else { return [] }
    let centre = abs(figures.centre ?? 0)
    let broken = [
      abs(figures.colour.worst?.decibels ?? 0) > Colour.evenWithin,
      (figures.colour.softest?.decibels ?? 0) < Colour.softestAllowed,
      reached.comb > max(Self.mostComb, before.comb),
      reached.ildError > before.ildError,
      centre > max(Self.mostCentre, abs(closed.centre ?? 0)),
      figures.broadbandFrontToBack < closed.broadbandFrontToBack - Self.frontToBackLoss,
    ]
    return [
      Double(reached.wrongSides), Double(broken.filter { $0 }.count),
      2 * reached.ildError / max(before.ildError, 1e-9)
        + reached.itdErrorMean / max(before.itdErrorMean, 1e-9) + centre / Self.centreUnit,
    ]
  }
}
