import Acoustics
import Boards

extension FilterDesigner {
  /// Improves the filters of a stereo design, tap by tap.
  ///
  /// Starts from the closed form and lowers a cost on audible errors: level differences, interaural coherence and
  /// spectrum in the bands of the ear for directions all around, timbre, noise, and front to back where it would get
  /// worse. Takes seconds. A design that cannot be refined (``Design/canBeRefined``) comes back unchanged.
  ///
  /// - Parameter progress: called with the share that is done, 0 to 1; `false` ends the work without a result.
  /// - Precondition: the design is of this designer's board and settings.
  /// - Thread: any; never a realtime thread.
  public func refine(_ design: Design, progress: (Double) -> Bool = { _ in true }) -> Design? {
    refine(design, weights: RefinementWeights(), progress: progress)
  }

  /// Improves the filters of a stereo design with other weights.
  package func refine(
    _ design: Design, weights: RefinementWeights, progress: (Double) -> Bool = { _ in true }
  ) -> Design? {
    guard design.canBeRefined, let layout = board.layout(design.which) else { return design }
    let plan = DesignPlan(
      basis, which: design.which, layout: layout, pattern: design.preferredPattern)
    let causal = CausalFilter(taps: settings.actualTaps, delay: settings.delay)
    let cost = RefinementCost(
      array(plan), target: target(plan.pattern, frontEmphasis: plan.frontEmphasis),
      causal: causal, step: ears.frequencyStep, floor: basis.noiseFloor, rate: settings.rate,
      weights: weights)
    let transform = RealFourierTransform(length: fftLength)
    var start = start(of: design, plan: plan, causal: causal, transform: transform)
    let factor = cost.levelFactor(start)
    for index in start.indices { start[index] *= factor }
    cost.keepFrontToBack(of: start)
    let search = QuasiNewton(iterations: weights.iterations)
    guard
      let found = search.minimise(
        from: start, value: { cost.value($0, gradient: &$1) },
        progress: { progress(Double($0) / Double(weights.iterations)) })
    else { return nil }
    let fades = causal.fades
    let rows = (0..<cost.rows).map { row in
      zip(fades, found.point[(row * causal.taps)..<((row + 1) * causal.taps)]).map { $0 * $1 }
    }
    return Design(
      filters: finished(rows, plan: plan, transform: transform), which: design.which,
      preferredPattern: design.preferredPattern, pattern: design.pattern,
      frontEmphasis: design.frontEmphasis, notes: design.notes, isRefined: true)
  }

  /// The taps of a design before their fades, without corrections, `[ear][microphone][tap]`.
  private func start(
    of design: Design, plan: DesignPlan, causal: CausalFilter, transform: RealFourierTransform
  ) -> [Double] {
    let fades = causal.fades
    return (0..<2).flatMap { output in
      plan.microphones.flatMap { microphone -> [Double] in
        var taps = design.filters.filter(output: output, microphone: microphone).map(Double.init)
        let correction = Correction(board.microphones[microphone])
        if !correction.isIdentity {
          let spectrum = causal.spectrum(of: taps, transform: transform)
          taps = causal.taps(
            of: spectrum.enumerated().map { bin, value in
              value * correction.inverse(Double(bin) * ears.frequencyStep)
            }, transform: transform)
        }
        return zip(taps, fades).map { $0 / $1 }
      }
    }
  }
}
