extension FilterDesigner {
  /// The number of rounds in which directions on the wrong side get more weight.
  private static let sideRounds = 16

  /// Designs the filters of a plan for stereo so that sounds from all around stay on their own sides, as far as weights
  /// can achieve this.
  ///
  /// Least squares minimises errors, but even a small error may move a sound across to the other side. Where pink noise
  /// is louder or earlier on the wrong side, the directions around it get more weight, round after round.
  ///
  /// - Source: C. Lawson and R. Hanson, Solving Least Squares Problems, 1974, chapter 25, for weights that are adapted
  ///   to the errors.
  func keepingSides(_ plan: DesignPlan, _ made: (DirectionWeights) -> FilterBank) -> FilterBank {
    var (weights, best) = (weights, made(weights))
    guard plan.pattern == .stereo, !plan.geometry.isMirroredLeftToRight else { return best }
    var wrong = wrongAzimuths(best, plan)
    var fewest = wrong.count
    for _ in 0..<Self.sideRounds where !wrong.isEmpty {
      weights = weights.raised(around: wrong)
      let bank = made(weights)
      wrong = wrongAzimuths(bank, plan)
      if wrong.count < fewest { (best, fewest) = (bank, wrong.count) }
    }
    return best
  }

  private func wrongAzimuths(_ bank: FilterBank, _ plan: DesignPlan) -> [Double] {
    let filters = AppliedFilters(bank, board: board, fftLength: fftLength)
    let (array, step) = (array(plan), ears.frequencyStep)
    return HorizonSides(
      own: HorizonSignals(filters, steering: array.horizonSteering(step: step), step: step),
      between: HorizonSignals(filters, steering: array.betweenSteering(step: step), step: step)
    ).wrongAzimuths
  }
}
