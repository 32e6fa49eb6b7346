import Boards

extension DesignMeasure {
  /// The figures that mismatch affects, for one board.
  private struct Outcome {
    var ildError: Double?
    var itdErrorMean: Double?
    var centre: Double?
    var frontToBack: Double
  }

  /// Runs the Monte Carlo experiment: the responses are computed once, and then changed by the errors of each board
  /// drawn.
  ///
  /// - Parameter progress: called with the share of the boards that is finished, 0 to 1.
  func robustness(
    seed: UInt64, boards: Int, mismatch: Mismatch, progress: (Double) -> Void
  ) -> Robustness {
    let received = ReceivedHorizon(array, bins: filters.bins, step: step)
    var random = NormalNumbers(seed: seed)
    let unperturbed = outcome(signals, cues: cues)
    let outcomes = (0..<max(1, boards)).map { number in
      progress(Double(number) / Double(max(1, boards)))
      let errors = MicrophoneErrors(
        board, microphones: filters.microphones, layout: layout, mismatch: mismatch,
        random: &random)
      let signals = HorizonSignals(filters, received: received, errors: errors, step: step)
      return outcome(
        signals, cues: filters.outputs == 2 ? InterauralCues(signals, bands: bands) : nil)
    }
    func spread(_ figure: (Outcome) -> Double?) -> Robustness.Spread? {
      figure(unperturbed).map {
        Robustness.Spread(unperturbed: $0, values: outcomes.compactMap(figure))
      }
    }
    let used = filters.microphones.map { board.microphones[$0].tolerance * 1000 }
    return Robustness(
      mismatch: mismatch, positionError: used.reduce(0, +) / Double(max(1, used.count)),
      boardCount: outcomes.count, ildError: spread(\.ildError),
      itdErrorMean: spread(\.itdErrorMean),
      centre: spread(\.centre),
      broadbandFrontToBack: Robustness.Spread(
        unperturbed: unperturbed.frontToBack, values: outcomes.map(\.frontToBack)))
  }

  private func outcome(_ signals: HorizonSignals, cues: InterauralCues?) -> Outcome {
    var outcome = Outcome(frontToBack: SectorLevels(signals).broadbandFrontToBack())
    guard hasEars, let wanted = targetCues, let cues else { return outcome }
    outcome.ildError = cues.levelError(
      against: wanted, bands: bands, range: FilterDesigner.levelDifferenceRange)
    outcome.itdErrorMean =
      cues.timeErrors(against: wanted).reduce(0, +) / Double(cues.count) * 1e6
    outcome.centre = abs(cues.timeDifferences[0]) * 1e6
    return outcome
  }
}
