import Acoustics
import Boards
import Glibc

/// The errors of the filters of a stereo case as one number with its gradient.
///
/// For every direction: the error of the level difference between the ears, of their mean level, and how both change
/// from one narrow band to the next; interaural coherence in the bands of the ear; delay, colour and sides around the
/// listener; noise above the floor; errors that differences between the microphones make; and front to back where it
/// falls below its earlier value.
///
/// - Source: Berebi, Ben-Hur, Alon, Rafaely, "iMagLS: interaural level difference with magnitude least-squares loss",
///   arXiv 2408.03611, for a cost on interaural levels; all other parts are Pinna's own.
final class RefinementCost {
  /// The number of filters: two ears times the microphones.
  let rows: Int
  private let microphones: Int
  private let taps: Int
  private let chunks: Int
  /// The number of frequencies of the cost in every direction.
  private let bins: Int
  /// The weights of its parts; those of directions and bands are fixed by the first.
  var weights: RefinementWeights
  private let transform: RealFourierTransform
  private let causal: CausalFilter
  private let fades: [Double]

  /// The responses of the microphones, `[chunk][bin][microphone]`.
  private let steering: [ComplexLanes]
  private let target: RefinementTarget
  private let shares: [SIMD4<Double>]
  private let targetLevels: SectorLevels
  private let earBands: EarBandCost
  private var narrowBands: NarrowBandCost
  private let horizon: HorizonCost
  private var frontBack: FrontBackCost
  private var delay: DelayCost
  private let lead: LeadCost
  private let mismatch: MismatchCost

  // Memory for one evaluation, reused for all.
  private var pressures: [ComplexLanes]
  private var powers: [BandValues]
  private var slopes: [BandValues]

  /// The ratio of the cost's transform to the taps: enough to see all that filters of this length can do.
  private static let oversampling = 2
  /// The lowest frequency of the narrow bands in hertz, and the highest of all.
  private static let lowest = 150.0
  private static let highest = 17500.0
  private static let highestShare = 0.45

  /// The cost for an array and a target.
  ///
  /// - Parameter step: hertz between the target's frequencies.
  init(
    _ array: ArrayModel, variance: MicrophoneVariance, target: Target, causal: CausalFilter,
    step: Double, floor: Double, rate: Int, weights: RefinementWeights
  ) {
    let transform = RealFourierTransform(length: Self.oversampling * causal.taps)
    let stride = (target.bins - 1) / (transform.bins - 1)
    let coarse = step * Double(stride)
    let directions = RefinementDirections(weights)
    let highest = min(Self.highest, Self.highestShare * Double(rate))
    let bands = RefinementBands(
      rate: rate, fftLength: transform.length, phaseLimit: weights.coherenceLimit)
    let narrow = SmoothBands(range: Self.lowest...highest, step: coarse)
    self.transform = transform
    self.causal = causal
    self.weights = weights
    fades = causal.fades
    microphones = array.geometry.placed.count
    rows = 2 * microphones
    taps = causal.taps
    chunks = directions.chunks
    bins = bands.bins
    shares = directions.shares
    steering = Self.steering(array, directions: directions, bins: bands.bins, step: coarse)
    let wanted = RefinementTarget(
      target, directions: directions, stride: stride, bins: bands.bins, floor: floor)
    self.target = wanted
    earBands = EarBandCost(wanted, directions: directions, bands: bands)
    narrowBands = NarrowBandCost(wanted, directions: directions, bands: narrow)
    horizon = HorizonCost(
      wanted, directions: directions, bands: narrow, step: coarse, rate: rate)
    frontBack = FrontBackCost(
      directions: directions, bins: bands.bins, step: coarse, rate: rate)
    let signals = HorizonSignals(target, step: step)
    targetLevels = SectorLevels(signals)
    delay = DelayCost(
      delays: InterauralCues.delays(signals), directions: directions, bins: bands.bins,
      step: coarse, centre: weights.centre)
    lead = LeadCost(directions: directions, bins: bands.bins, step: coarse)
    mismatch = MismatchCost(
      variance, directions: directions, bins: bands.bins, step: coarse,
      range: Self.lowest...highest)
    pressures = Array(repeating: .zero, count: directions.chunks * bands.bins * 2)
    powers = Array(repeating: .zero, count: directions.chunks * bands.bins)
    slopes = powers
  }

  private static func steering(
    _ array: ArrayModel, directions: RefinementDirections, bins: Int, step: Double
  ) -> [ComplexLanes] {
    let count = array.geometry.placed.count
    var result = [ComplexLanes](repeating: .zero, count: directions.chunks * bins * count)
    var steering = array.standardSteering(step: step)
    for bin in 0..<bins {
      if bin > 0 { steering.advance() }
      for n in 0..<count {
        for (q, index) in directions.indices.enumerated() {
          result[((q / 4) * bins + bin) * count + n][q % 4] =
            steering.lanes[n * steering.chunks + index / 4][index % 4]
        }
      }
    }
    return result
  }

  /// Sets the front to back that is asked for, from that of these filters.
  func keepFrontToBack(of point: [Double]) {
    receive(spectra(point))
    frontBack.keep(powers, target: targetLevels, weights: weights)
  }

  /// The factor that makes filters as loud as the target, over all frequencies and directions.
  func levelFactor(_ point: [Double]) -> Double {
    receive(spectra(point))
    var sum = 0.0
    for bin in 1..<bins {
      var (reached, wanted) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for chunk in 0..<chunks {
        let (power, goal) = (powers[chunk * bins + bin], target.powers[chunk * bins + bin])
        reached += (power.left + power.right) * shares[chunk]
        wanted += (goal.left + goal.right) * shares[chunk]
      }
      sum += log(max(1e-30, wanted.sum()) / max(1e-30, reached.sum())) / Double(bin)
    }
    let terms = (1..<bins).reduce(0) { $0 + 1 / Double($1) }
    return exp(sum / terms / 2)
  }

  /// The cost of taps before their fades, `[ear][microphone][tap]`, and its gradient.
  func value(_ point: [Double], gradient: inout [Double]) -> Double {
    let spectra = spectra(point)
    receive(spectra)
    for index in slopes.indices { slopes[index] = .zero }
    var cost = earBands.add(powers, bins: bins, weights: weights, to: &slopes)
    cost += narrowBands.add(powers, bins: bins, weights: weights, to: &slopes)
    cost += horizon.add(powers, bins: bins, weights: weights, to: &slopes)
    cost += frontBack.add(powers, weights: weights, to: &slopes)
    cost += delay.add(powers, weights: weights, to: &slopes)
    cost += lead.add(powers, weights: weights, to: &slopes)
    let uncertain = mismatch.add(
      powers, spectra: spectra, length: transform.bins, weight: weights.mismatch, to: &slopes)
    cost += uncertain.cost
    var along = returnSlopes()
    mismatch.spread(uncertain.along, spectra: spectra, length: transform.bins, to: &along)
    cost += addNoise(spectra, slopes: &along)
    for row in 0..<rows {
      var spectrum = Array(along[(row * transform.bins)..<((row + 1) * transform.bins)])
      // The real transform's inverse divides by the length, and counts each frequency twice but the last.
      spectrum[transform.bins - 1] = spectrum[transform.bins - 1] * 2
      let signal = transform.inverse(spectrum)
      let scale = Double(transform.length) / 2
      for tap in 0..<taps {
        gradient[row * taps + tap] =
          signal[(tap - causal.delay + signal.count) % signal.count] * scale * fades[tap]
      }
    }
    return cost
  }

  /// The spectra of the rows, `[row][bin]`, with the delay taken out.
  private func spectra(_ point: [Double]) -> [Complex] {
    (0..<rows).flatMap { row in
      let faded = zip(fades, point[(row * taps)..<((row + 1) * taps)]).map { $0 * $1 }
      return causal.spectrum(of: faded, transform: transform)
    }
  }

  /// Computes the pressures at both ears from every direction, and their powers.
  private func receive(_ spectra: [Complex]) {
    let length = transform.bins
    for chunk in 0..<chunks {
      for bin in 0..<bins {
        let place = chunk * bins + bin
        var (left, right) = (ComplexLanes.zero, ComplexLanes.zero)
        for n in 0..<microphones {
          let response = steering[place * microphones + n]
          left.add(response, times: spectra[n * length + bin])
          right.add(response, times: spectra[(microphones + n) * length + bin])
        }
        pressures[2 * place] = left
        pressures[2 * place + 1] = right
        powers[place] = BandValues(left: left, right: right)
      }
    }
  }

  private static let decibels = 10 / 2.302585092994046  // 10 / ln 10

  /// The cost of noise above the limit; adds to the gradient of the spectra.
  private func addNoise(_ spectra: [Complex], slopes: inout [Complex]) -> Double {
    let length = transform.bins
    var cost = 0.0
    for ear in 0..<2 {
      for bin in 1..<length {
        var power = 1e-30
        for n in 0..<microphones { power += spectra[(ear * microphones + n) * length + bin].power }
        let excess = Self.decibels * log(power) - target.noiseLimit[ear * length + bin]
        guard excess > 0 else { continue }
        let scale = weights.noise / Double(2 * length)
        cost += scale * excess * excess
        let slope = scale * 2 * excess * Self.decibels / power * 2
        for n in 0..<microphones {
          let index = (ear * microphones + n) * length + bin
          slopes[index] += spectra[index] * slope
        }
      }
    }
    return cost
  }

  /// The gradient along the spectra, `[row][bin]`.
  private func returnSlopes() -> [Complex] {
    let length = transform.bins
    var result = [Complex](repeating: .zero, count: rows * length)
    var sums = [ComplexLanes](repeating: .zero, count: bins * rows)
    for chunk in 0..<chunks {
      for bin in 0..<bins {
        let place = chunk * bins + bin
        let (left, right) = slopes[place].slopes(
          left: pressures[2 * place], right: pressures[2 * place + 1])
        for n in 0..<microphones {
          let response = steering[place * microphones + n]
          sums[bin * rows + n].addConjugate(response, times: left)
          sums[bin * rows + microphones + n].addConjugate(response, times: right)
        }
      }
    }
    for bin in 1..<bins {
      for row in 0..<rows { result[row * length + bin] = sums[bin * rows + row].sum }
    }
    return result
  }
}
