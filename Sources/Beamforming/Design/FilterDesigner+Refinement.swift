import Acoustics
import Boards

extension FilterDesigner {
  /// Improves the filters of a stereo design, tap by tap.
  ///
  /// Starts from the closed form and lowers a cost on audible errors: level differences in narrow bands and how they
  /// change from band to band, interaural coherence and delay, colour and sides around the listener, noise, and front
  /// to back where it would get worse. It is tried with several weights, once more with others if all break a rule, and
  /// the result is what is best in bands and directions that no cost has seen: that may be the closed form itself.
  /// Sounds around the listener stay as loud as they were. Takes seconds. A design that cannot be refined
  /// (``Design/canBeRefined``) comes back unchanged.
  ///
  /// - Parameter progress: called with the share that is done, 0 to 1; `false` ends the work without a result.
  /// - Precondition: the design is of this designer's board and settings.
  /// - Thread: any; never a realtime thread.
  public func refine(_ design: Design, progress: (Double) -> Bool = { _ in true }) -> Design? {
    refine(
      design, recipes: RefinementWeights.recipes, otherwise: RefinementWeights.robust,
      progress: progress)
  }

  /// Improves the filters of a stereo design with other weights.
  ///
  /// - Parameter otherwise: the weights that are tried when all of the others break a rule.
  package func refine(
    _ design: Design, recipes: [[RefinementWeights]], otherwise: [RefinementWeights] = [],
    progress: (Double) -> Bool = { _ in true }
  ) -> Design? {
    guard design.canBeRefined, let layout = board.layout(design.which) else { return design }
    let plan =
      design.preferredPattern == .ambix
      ? DesignPlan(withoutAmbisonics: basis, which: design.which, layout: layout)
      : DesignPlan(basis, which: design.which, layout: layout, pattern: design.preferredPattern)
    var search = RefinementSearch(DesignStudy(self, design))
    let total = Double(max(1, recipes.joined().reduce(0) { $0 + $1.iterations }))
    var done = 0
    func add(_ recipe: [RefinementWeights]) -> Bool {
      let found = refined(design, plan: plan, recipe: recipe) { step in
        progress(min(1, Double(done + step) / total))
      }
      guard let found else { return false }
      done += recipe.reduce(0) { $0 + $1.iterations }
      search.add(DesignStudy(self, design.refined(found), beside: search.closed))
      return true
    }
    guard recipes.allSatisfy(add) else { return nil }
    if !search.isSound, !otherwise.isEmpty, !add(otherwise) { return nil }
    return design.refined(search.best)
  }

  /// The filters that one sequence of weights leads to; `nil` when `progress`, called with the steps done, ends it.
  private func refined(
    _ design: Design, plan: DesignPlan, recipe: [RefinementWeights], progress: (Int) -> Bool
  ) -> FilterBank? {
    let causal = CausalFilter(taps: settings.actualTaps, delay: settings.delay)
    guard let first = recipe.first else { return design.filters }
    let cost = RefinementCost(
      array(plan), variance: MicrophoneVariance(board, microphones: plan.microphones),
      target: target(plan.pattern, frontEmphasis: plan.frontEmphasis),
      causal: causal, step: ears.frequencyStep, floor: basis.noiseFloor, rate: settings.rate,
      weights: first)
    let transform = RealFourierTransform(length: fftLength)
    var point = start(of: design, plan: plan, causal: causal, transform: transform)
    let factor = cost.levelFactor(point)
    for index in point.indices { point[index] *= factor }
    cost.keepFrontToBack(of: point)
    var done = 0
    for weights in recipe {
      cost.weights = weights
      let found = QuasiNewton(iterations: weights.iterations).minimise(
        from: point, value: { cost.value($0, gradient: &$1) }, progress: { progress(done + $0) })
      guard let found else { return nil }
      point = found.point
      done += weights.iterations
    }
    let fades = causal.fades
    let rows = (0..<cost.rows).map { row in
      zip(fades, point[(row * causal.taps)..<((row + 1) * causal.taps)]).map { $0 * $1 }
    }
    return finished(
      even(rows, plan: plan, causal: causal, transform: transform), plan: plan,
      transform: transform)
  }

  /// Filters with one gain per frequency, common to both ears, that makes sounds around the horizon as loud as in the
  /// target.
  private func even(
    _ rows: [[Double]], plan: DesignPlan, causal: CausalFilter, transform: RealFourierTransform
  ) -> [[Double]] {
    let target = target(plan.pattern, frontEmphasis: plan.frontEmphasis)
    var spectra = rows.map { causal.spectrum(of: $0, transform: transform) }
    var steering = array(plan).standardSteering(step: ears.frequencyStep)
    var buffer = [ComplexLanes](repeating: .zero, count: target.chunks)
    let count = plan.microphones.count
    for bin in 1..<transform.bins {
      steering.advance()
      var timbre = Timbre(steering, weights: weights.horizon)
      for output in 0..<target.outputs {
        target.read(output: output, bin: bin, into: &buffer)
        timbre.add(filter: (0..<count).map { spectra[output * count + $0][bin] }, target: buffer)
      }
      for row in spectra.indices { spectra[row][bin] = spectra[row][bin] * timbre.gain }
    }
    return spectra.map { causal.taps(of: $0, transform: transform) }
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

extension Design {
  /// The same design with its refined filters.
  func refined(_ filters: FilterBank) -> Design {
    Design(
      filters: filters, which: which, preferredPattern: preferredPattern, pattern: pattern,
      frontEmphasis: frontEmphasis, notes: notes, isRefined: true)
  }
}
