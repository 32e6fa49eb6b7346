import Acoustics
import Boards
import Glibc

/// The data that a ``FocusFilter`` needs about the microphones, the filters and the sector of one case.
package struct FocusTables: Sendable {
  /// The number of frames per window; windows begin half a window apart.
  package let window: Int
  /// The indices of the microphones in use, in the order of the board.
  package let microphones: [Int]
  /// False if the microphones hear the same from the front and from behind.
  package let isAround: Bool
  let rate: Int
  let bands: [Range<Int>]
  let scannedBands: Int
  /// The azimuth of each direction, in degrees to the right of forward.
  let azimuths: [Double]
  /// The factors that equalise the channels, `[bin][microphone]`.
  let corrections: [[Complex]]
  /// The whitening matrix T of ``WhitenedArray``, `[bin][signal * microphones + microphone]`.
  let whitening: [[Complex]]
  /// The unit vectors g of plane waves v after whitening, `[bin][direction][signal]`; and the norms of T v.
  let waves: [[[Complex]]]
  let norms: [[Double]]
  /// The share of diffuse power in each direction, `[band][direction]`, for the scanned bands.
  let floors: [[Double]]
  /// The power due to errors of the microphones, relative to the power of the wave, `[band][direction]`.
  let errors: [[Double]]
  /// The mean agreement |g^H g'|^2 between every two directions, `[band][direction][direction]`, for the scanned bands.
  let agreement: [[[Double]]]
  /// The extent to which each direction belongs to the sector, and the gain of each direction.
  let shares: [Double]
  let gains: [Double]
  let diffuseGain: Double
  /// The indices of the directions inside the sector, and of the directions outside it.
  let inside: [Int]
  let outside: [Int]
  /// The ear signals that the filters produce, and the desired ear signals, `[direction * bins + bin]`: left and right,
  /// each with a real and an imaginary part.
  let linear: [SIMD4<Float>]
  let wanted: [SIMD4<Float>]

  /// The number of bins, from 0 to half of the sample rate.
  package var bins: Int { window / 2 + 1 }
}

extension FilterDesigner {
  /// The tables of a sector, for a design that has directional tables.
  ///
  /// - Source: O. Thiergart, M. Taseska, E. Habets, An informed parametric spatial filter based on instantaneous
  ///   direction-of-arrival estimates, IEEE/ACM Trans. ASLP 22(12), 2014, for two waves and a diffuse power per bin.
  package func focus(_ focus: Focus, _ design: Design) -> FocusTables? {
    guard let directional = design.directional, let layout = board.layout(design.which) else {
      return nil
    }
    let plan = DesignPlan(basis, which: design.which, layout: layout, pattern: .stereo)
    return FocusMaker(self, plan: plan, directional: directional).tables(focus)
  }
}

/// Builds the tables of a sector.
private struct FocusMaker {
  private let designer: FilterDesigner
  private let plan: DesignPlan
  private let directional: DirectionalDesign
  private let grid: DirectionalPlan
  private let azimuths: [Double]
  /// The directions of the horizon, as indices into the standard grid.
  private let directions: [Int]

  /// The self-noise, relative to diffuse sound, that whitening assumes: more than for finding directions, because here
  /// the powers of two waves have to be separated.
  private static let whiteningNoise = 0.2
  /// The factor by which the assumed microphone errors exceed the errors in the board file.
  private static let errorFactor = 2.0
  /// Two directions that agree at least this much on average count as one.
  private static let alike = 0.9

  init(_ designer: FilterDesigner, plan: DesignPlan, directional: DirectionalDesign) {
    (self.designer, self.plan, self.directional) = (designer, plan, directional)
    grid = DirectionalPlan(rate: directional.rate)
    let (ring, isAround) = (directional.rings[0], directional.isAround)
    let step = ring.step(isAround: isAround)
    azimuths = (0..<ring.count).map { isAround ? -step * Double($0) : 90 - step * Double($0) }
    let horizon = DirectionGrid.standard.ring(elevation: 0)
    let quarter = isAround ? 0 : horizon.count / 4
    directions = (0..<ring.count).map {
      horizon.lowerBound + ($0 - quarter + horizon.count) % horizon.count
    }
  }

  func tables(_ focus: Focus) -> FocusTables {
    let (count, order) = (directions.count, plan.microphones.count)
    let array = designer.array(plan)
    let field = DiffuseField(array, bins: grid.bins, step: grid.step, weights: designer.weights)
    var steering = array.standardSteering(step: grid.step)
    var (whitening, corrections): ([[Complex]], [[Complex]]) = ([], [])
    var waves: [[[Complex]]] = []
    var norms: [[Double]] = []
    var (errors, floors) = (
      grid.bands.map { _ in [Double](repeating: 0, count: count) },
      (0..<grid.scannedBands).map { _ in [Double](repeating: 0, count: count) }
    )
    let sigma = variance
    for bin in 0..<grid.bins {
      if bin > 0 { steering.advance() }
      let plane = directions.map { direction in
        (0..<order).map { steering.lanes[$0 * steering.chunks + direction / 4][direction % 4] }
      }
      let view = WhitenedArray(
        field: field.crossPowers(bin: bin), steering: plane, noise: Self.whiteningNoise)
      whitening.append(view.whitening)
      waves.append(view.waves)
      norms.append(plane.map { norm($0, view.whitening) })
      corrections.append(
        plan.microphones.map {
          Correction(designer.board.microphones[$0]).value(Double(bin) * grid.step)
        })
      guard let band = grid.bands.firstIndex(where: { $0.contains(bin) }) else { continue }
      let trace = view.whitening.reduce(0) { $0 + $1.power }
      let share = 1 / Double(grid.bands[band].count)
      for n in 0..<count {
        errors[band][n] += share * sigma * trace / max(norms[bin][n] * norms[bin][n], 1e-30)
        if band < grid.scannedBands {
          floors[band][n] += share * view.diffuse[n] / view.allDiffuse
        }
      }
    }
    let most = Double(order - 1) / 2
    return sector(
      focus, (whitening, waves, norms), corrections, floors: floors,
      errors: errors.map { $0.map { min($0, most) } })
  }

  private func sector(
    _ focus: Focus, _ view: (whitening: [[Complex]], waves: [[[Complex]]], norms: [[Double]]),
    _ corrections: [[Complex]], floors: [[Double]], errors: [[Double]]
  ) -> FocusTables {
    let agreement = agreement(view.waves)
    var focus = focus
    // An array in an upright plane hears sound from behind as if it came from the front.
    if !directional.isAround, abs(focus.azimuth) > 90 {
      focus.azimuth = (focus.azimuth < 0 ? -180 : 180) - focus.azimuth
    }
    var shares = azimuths.map(focus.share)
    let own = shares
    for n in shares.indices {
      for (other, share) in own.enumerated() where share > shares[n] {
        let mean = agreement.reduce(0) { $0 + $1[n][other] } / Double(max(1, agreement.count))
        if mean > Self.alike { shares[n] = share }
      }
    }
    let gains = shares.map(focus.gain)
    let bins = grid.bins
    return FocusTables(
      window: grid.window, microphones: plan.microphones, isAround: directional.isAround,
      rate: directional.rate, bands: grid.bands, scannedBands: grid.scannedBands,
      azimuths: azimuths, corrections: corrections, whitening: view.whitening, waves: view.waves,
      norms: view.norms, floors: floors, errors: errors, agreement: agreement, shares: shares,
      gains: gains, diffuseGain: focus.diffuseGain,
      inside: shares.indices.filter { shares[$0] > 0.5 },
      outside: shares.indices.filter { shares[$0] <= 0.5 },
      linear: Array(directional.linear[..<(azimuths.count * bins)]),
      wanted: Array(directional.wanted[..<(azimuths.count * bins)]))
  }

  /// The mean agreement between every two directions in each scanned band.
  private func agreement(_ waves: [[[Complex]]]) -> [[[Double]]] {
    grid.bands.prefix(grid.scannedBands).map { band in
      azimuths.indices.map { one in
        azimuths.indices.map { other in
          band.reduce(0) { sum, bin in
            sum + FocusFilter.product(waves[bin][one], waves[bin][other]).power
          } / Double(band.count)
        }
      }
    }
  }

  /// The variance of a microphone's response relative to its neighbours' responses.
  private var variance: Double {
    let mismatch = designer.board.mismatch
    let gain = Self.errorFactor * mismatch.gainError * log(10) / 20
    let phase = Self.errorFactor * mismatch.phaseError * .pi / 180
    return gain * gain + phase * phase
  }

  private func norm(_ wave: [Complex], _ whitening: [Complex]) -> Double {
    let order = wave.count
    return (0..<order).reduce(0.0) { sum, row in
      var value = Complex.zero
      for n in 0..<order { value += whitening[row * order + n] * wave[n] }
      return sum + value.power
    }.squareRoot()
  }
}
