import Acoustics
import Boards
import Glibc

/// The data from which all figures of one design are computed.
struct DesignMeasure {
  let filters: AppliedFilters
  let array: ArrayModel
  let signals: HorizonSignals
  /// The signals for directions midway between the directions of ``signals``.
  let between: HorizonSignals
  let targetSignals: HorizonSignals
  let board: Board
  let layout: Layout
  let target: Target
  let diffuseField: DiffuseField
  let bands: ErbBands
  let step: Double
  let weights: DirectionWeights
  /// True if the outputs are compared with the ears of a head; false for mid-side.
  let hasEars: Bool
  /// The cues of the target for directions on the horizon; `nil` for mono.
  let targetCues: InterauralCues?
  /// The cues that the filters give for directions on the horizon; `nil` for mono.
  let cues: InterauralCues?

  /// Measures a design made by this designer.
  ///
  /// - Parameter hardware: the designer of the board that supplies the microphones; `nil` for the board of `designer`.
  init(_ designer: FilterDesigner, _ design: Design, hardware: FilterDesigner? = nil) {
    let hardware = hardware ?? designer
    precondition(hardware.board.microphones.count == designer.board.microphones.count)
    step = designer.ears.frequencyStep
    filters = AppliedFilters(
      design.filters, board: hardware.board, fftLength: designer.fftLength)
    guard let layout = designer.board.layout(design.which) else {
      preconditionFailure("a design has a layout")
    }
    board = designer.board
    self.layout = layout
    weights = designer.weights
    hasEars = design.pattern == .stereo || design.pattern == .plain
    array = ArrayModel(
      hardware.board, microphones: filters.microphones, layout: layout,
      scatterer: hardware.scatterer)
    target =
      design.pattern == .midSide
      ? array.geometry.cardioids(designer.settings, bins: designer.ears.bins)
      : designer.target(design.pattern, frontEmphasis: design.frontEmphasis)
    targetSignals = HorizonSignals(target, step: step)
    diffuseField = DiffuseField(array, bins: filters.bins, step: step, weights: weights)
    bands = ErbBands(rate: designer.settings.rate, fftLength: designer.fftLength)
    targetCues = filters.outputs == 2 ? InterauralCues(targetSignals, bands: bands) : nil
    signals = HorizonSignals(filters, steering: array.horizonSteering(step: step), step: step)
    between = HorizonSignals(filters, steering: array.betweenSteering(step: step), step: step)
    cues = filters.outputs == 2 ? InterauralCues(signals, bands: bands) : nil
  }

  /// The colour of sounds around the listener.
  func colour(rate: Int) -> Colour {
    Colour(between: between, own: signals, target: targetSignals, rate: rate)
  }

  /// The figures in bands and directions that the design does not use; `nil` for mono and mid-side.
  func independent(rate: Int) -> IndependentFigures? {
    hasEars ? judge(rate: rate)?.figures : nil
  }

  /// The figures of mid-side; `nil` for the other patterns.
  ///
  /// - Parameter figures: the figures of the same filters, including left to right in each octave.
  func midSide(_ figures: Figures, rate: Int) -> MidSideFigures? {
    guard !hasEars, let judge = judge(rate: rate) else { return nil }
    return MidSideFigures(signals, figures: figures, wrongSides: judge.wrongLevels)
  }

  private func judge(rate: Int) -> IndependentJudge? {
    guard let targetCues else { return nil }
    return IndependentJudge(
      own: signals, between: between, target: targetSignals, targetCues: targetCues, rate: rate)
  }

  /// The self-noise in dB(A), relative to one microphone: the mean over the outputs.
  var selfNoise: Double {
    var sum = 0.0
    var reference = 0.0
    for bin in 1..<filters.bins {
      let weight = AWeighting.power(Double(bin) * step)
      for output in 0..<filters.outputs {
        sum += weight * filters.noisePower(output: output, bin: bin)
        reference += weight
      }
    }
    return 10 * log10(sum / reference + 1e-30)
  }

  /// The level in a diffuse field relative to the target's level in every auditory band, in decibels; the mean over the
  /// bands is removed.
  var timbreLevels: [Double] {
    let reached = (0..<filters.bins).map { bin in
      (0..<filters.outputs).reduce(0) {
        $0 + diffuseField.power(bin: bin, filter: filters.weights(output: $1, bin: bin))
      }
    }
    let wanted = (0..<filters.bins).map { targetPower(bin: $0) }
    let levels = bands.centres.indices.map { band in
      let row = bands.weights[(band * bands.bins)..<((band + 1) * bands.bins)]
      let power = zip(row, reached).reduce(1e-30) { $0 + $1.0 * $1.1 }
      let goal = zip(row, wanted).reduce(1e-30) { $0 + $1.0 * $1.1 }
      return 10 * log10(power / goal)
    }
    let mean = levels.reduce(0, +) / Double(max(1, levels.count))
    return levels.map { $0 - mean }
  }

  /// The deviation of the diffuse-field level from the target's over the ERB bands, in decibels: the standard
  /// deviation, and the largest deviation.
  var timbre: (deviation: Double, maximum: Double) {
    let deviations = timbreLevels
    let variance = deviations.reduce(0) { $0 + $1 * $1 } / Double(max(1, deviations.count))
    return (variance.squareRoot(), deviations.map(abs).max() ?? 0)
  }

  private func targetPower(bin: Int) -> Double {
    var buffer = [ComplexLanes](repeating: .zero, count: target.chunks)
    var sum = SIMD4<Double>.zero
    for output in 0..<target.outputs {
      target.read(output: output, bin: bin, into: &buffer)
      for chunk in 0..<target.chunks { sum += buffer[chunk].power * weights.diffuse[chunk] }
    }
    return sum.sum()
  }

  /// The power from forward relative to the mean power over all directions, in decibels.
  func directivityIndex(octave: Double) -> Double {
    let root = 2.0.squareRoot()
    var forward = 1e-30
    var mean = 1e-30
    for bin in 1..<filters.bins {
      let frequency = Double(bin) * step
      guard frequency >= octave / root, frequency < octave * root else { continue }
      forward += signals.forwardPower(bin: bin)
      mean += diffuseField.power(bin: bin, filter: filters.weights(output: 0, bin: bin))
    }
    return 10 * log10(forward / mean)
  }

  /// Adds the errors of level and time differences, relative to the target, to figures.
  func addInterauralErrors(to figures: inout Figures) {
    guard hasEars, let wanted = targetCues, let reached = cues else { return }
    figures.ildError = reached.levelError(
      against: wanted, bands: bands, range: FilterDesigner.levelDifferenceRange)
    let errors = reached.timeErrors(against: wanted).map { $0 * 1e6 }
    let front = errors.indices.filter { index in
      min(index, errors.count - index) * 360 <= 30 * errors.count
    }
    figures.itdErrorMean = errors.reduce(0, +) / Double(errors.count)
    figures.itdErrorMax = errors.max()
    figures.itdErrorFront = front.reduce(0) { $0 + errors[$1] } / Double(front.count)
    figures.centre = reached.timeDifferences[0] * 1e6
  }
}
