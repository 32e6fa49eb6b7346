import Acoustics
import Boards
import Glibc

/// The errors of the filters of a stereo case as one number with its gradient.
///
/// For every band of the ear and every direction: the error of the level difference between the ears, of their mean
/// level, and of the interaural coherence; over all directions the timbre; noise above the floor; and front to back
/// where it falls below its earlier value.
///
/// - Source: Berebi, Ben-Hur, Alon, Rafaely, "iMagLS: interaural level difference with magnitude least-squares loss",
///   arXiv 2408.03611, for a cost on interaural levels; that on coherence, delay, noise and front to back is Pinna's
///   own.
final class RefinementCost {
  /// The number of filters: two ears times the microphones.
  let rows: Int
  private let microphones: Int
  private let taps: Int
  private let chunks: Int
  /// The number of frequencies of the cost in every direction.
  private let bins: Int
  private let bandCount: Int
  private let weights: RefinementWeights
  private let transform: RealFourierTransform
  private let causal: CausalFilter
  private let fades: [Double]

  /// The responses of the microphones, `[chunk][bin][microphone]`.
  private let steering: [ComplexLanes]
  private let bands: RefinementBands
  /// The shares of the directions; they sum to 1.
  private let shares: [SIMD4<Double>]
  /// The shares of the directions for a diffuse field; they sum to 1.
  private let diffuseShares: [SIMD4<Double>]
  /// The target, `[chunk][band]`.
  private let target: [BandValues]
  /// The mean power of both ears' target per band, over the directions.
  private let targetPower: [Double]
  /// The most noise per frequency and ear, decibels.
  private let noiseLimit: [Double]
  private var frontBack: FrontBackCost
  private let targetLevels: SectorLevels
  private var delay: DelayCost

  // Memory for one evaluation, reused for all.
  private var pressures: [ComplexLanes]
  private var powers: [BandValues]
  private var reached: [BandValues]
  private var slopes: [BandValues]

  /// The cost for an array and a target.
  init(
    _ array: ArrayModel, target: Target, causal: CausalFilter, step: Double, floor: Double,
    rate: Int, weights: RefinementWeights
  ) {
    let transform = RealFourierTransform(length: CausalFilter.oversampling * causal.taps)
    let directions = RefinementDirections(weights)
    let bands = RefinementBands(
      rate: rate, fftLength: transform.length, phaseLimit: weights.coherenceLimit)
    let microphones = array.geometry.placed.count
    self.transform = transform
    self.causal = causal
    fades = causal.fades
    self.weights = weights
    self.microphones = microphones
    self.bands = bands
    rows = 2 * microphones
    taps = causal.taps
    chunks = directions.chunks
    bins = bands.bins
    bandCount = bands.count
    shares = directions.shares
    diffuseShares = directions.diffuseShares
    steering = Self.steering(array, directions: directions, bins: bands.bins, step: step)
    let wanted = RefinementTarget(target, directions: directions, bands: bands, floor: floor)
    self.target = wanted.values
    targetPower = wanted.power
    noiseLimit = wanted.noiseLimit
    frontBack = FrontBackCost(
      directions: directions, bins: bands.bins, step: step, rate: rate)
    let horizon = HorizonSignals(target, step: step)
    targetLevels = SectorLevels(horizon)
    delay = DelayCost(
      delays: InterauralCues.delays(horizon), directions: directions, bins: bands.bins, step: step)
    pressures = Array(repeating: .zero, count: directions.chunks * bands.bins * 2)
    powers = Array(repeating: .zero, count: bands.bins)
    reached = Array(repeating: .zero, count: directions.chunks * bands.count)
    slopes = reached
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
    frontBack.keep(pressures, target: targetLevels, weights: weights)
  }

  /// The factor that makes filters as loud as the target, over all bands and directions.
  func levelFactor(_ point: [Double]) -> Double {
    let spectra = spectra(point)
    receive(spectra)
    gather()
    var sum = 0.0
    for (band, power) in bandPowers().enumerated() { sum += log(targetPower[band] / power) }
    return exp(sum / Double(bandCount) / 2)
  }

  /// The cost of taps before their fades, `[ear][microphone][tap]`, and its gradient.
  func value(_ point: [Double], gradient: inout [Double]) -> Double {
    let spectra = spectra(point)
    receive(spectra)
    gather()
    var cost = compare()
    cost += addTimbre()
    cost += frontBack.value(pressures, weights: weights)
    cost += delay.value(pressures, weight: weights.delay)
    var slopes = returnSlopes()
    cost += addNoise(spectra, slopes: &slopes)
    for row in 0..<rows {
      var spectrum = Array(slopes[(row * transform.bins)..<((row + 1) * transform.bins)])
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

  // MARK: From taps to bands

  /// The spectra of the rows, `[row][bin]`, with the delay taken out.
  private func spectra(_ point: [Double]) -> [Complex] {
    (0..<rows).flatMap { row in
      let faded = zip(fades, point[(row * taps)..<((row + 1) * taps)]).map { $0 * $1 }
      return causal.spectrum(of: faded, transform: transform)
    }
  }

  /// Computes the pressures at both ears from every direction.
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
      }
    }
  }

  /// Sums powers and cross powers per band.
  private func gather() {
    for chunk in 0..<chunks {
      for bin in 0..<bins {
        let place = 2 * (chunk * bins + bin)
        powers[bin] = BandValues(left: pressures[place], right: pressures[place + 1])
      }
      for band in 0..<bandCount {
        var sum = BandValues.zero
        for bin in bands.range(band) { sum.add(powers[bin], times: bands.weight(band, bin)) }
        reached[chunk * bandCount + band] = sum
      }
    }
  }

  /// The mean power of both ears per band, over the directions.
  private func bandPowers() -> [Double] {
    (0..<bandCount).map { band in
      var sum = SIMD4<Double>.zero
      for chunk in 0..<chunks {
        let value = reached[chunk * bandCount + band]
        sum += (value.left + value.right) * diffuseShares[chunk]
      }
      return max(1e-30, sum.sum())
    }
  }

  // MARK: The parts of the cost

  /// The cost of levels and coherence in every direction; writes the gradient.
  private func compare() -> Double {
    var cost = SIMD4<Double>.zero
    for chunk in 0..<chunks {
      for band in 0..<bandCount {
        let index = chunk * bandCount + band
        let (value, slope) = reached[index].compared(
          to: target[index], level: weights.level * bands.levelWeight[band],
          spectrum: weights.spectrum, coherence: weights.coherence * bands.phaseWeight[band])
        let share = shares[chunk] / Double(bandCount)
        cost += value * share
        slopes[index] = slope * share
      }
    }
    return cost.sum()
  }

  private static let decibels = 10 / 2.302585092994046  // 10 / ln 10

  /// The cost of the level of all directions together; adds to the gradient.
  private func addTimbre() -> Double {
    var cost = 0.0
    for (band, power) in bandPowers().enumerated() {
      let error = Self.decibels * log(power / targetPower[band])
      cost += weights.timbre * error * error / Double(bandCount)
      let slope = weights.timbre * 2 * error * Self.decibels / power / Double(bandCount)
      for chunk in 0..<chunks {
        slopes[chunk * bandCount + band].left += diffuseShares[chunk] * slope
        slopes[chunk * bandCount + band].right += diffuseShares[chunk] * slope
      }
    }
    return cost
  }

  /// The cost of noise above the limit; adds to the gradient of the spectra.
  private func addNoise(_ spectra: [Complex], slopes: inout [Complex]) -> Double {
    let length = transform.bins
    var cost = 0.0
    for ear in 0..<2 {
      for bin in 1..<length {
        var power = 1e-30
        for n in 0..<microphones { power += spectra[(ear * microphones + n) * length + bin].power }
        let excess = Self.decibels * log(power) - noiseLimit[ear * length + bin]
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

  // MARK: And back

  /// The gradient along the spectra, `[row][bin]`.
  private func returnSlopes() -> [Complex] {
    let length = transform.bins
    var result = [Complex](repeating: .zero, count: rows * length)
    var sums = [ComplexLanes](repeating: .zero, count: bins * rows)
    for chunk in 0..<chunks {
      for bin in 0..<bins {
        let place = chunk * bins + bin
        var slope = BandValues.zero
        for band in bands.bandRange(bin) {
          slope.add(slopes[chunk * bandCount + band], times: bands.weight(band, bin))
        }
        frontBack.addSlope(to: &slope, chunk: chunk, bin: bin)
        if weights.delay > 0 { delay.addSlope(to: &slope, chunk: chunk, bin: bin) }
        let (left, right) = slope.slopes(
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
