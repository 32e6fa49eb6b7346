import Acoustics
import Boards
import Glibc

/// Computes the weights of W, Y and X at every frequency, as a least-squares fit to the spherical harmonics.
///
/// W may be as noisy as one microphone; Y and X may be noisier, up to a limit. Where the limit applies, at low
/// frequencies, Y and X keep their shape and lose level. Above the frequency at which a ring of microphones no longer
/// senses the pressure at its centre, the phase of W becomes free, and the phases of Y and X follow the phase of W. The
/// power of each channel around the horizon still equals the power of its harmonic: directions are wrong there, but the
/// timbre is right.
struct AmbisonicLeastSquares {
  /// The permitted noise of Y and X relative to the noise of one microphone, in decibels.
  var noise: Double

  /// The frequency in hertz above which the phase of W is free.
  private static let transition = 1500.0
  /// The number of rounds of phase exchange per frequency.
  private static let rounds = 10
  /// The width in octaves of the transition above which channels get the levels of the harmonics.
  private static let fade = 0.25
  /// The largest gain of a channel: 6 dB.
  private static let highestGain = 1.9952623149688795
  /// A small power that prevents a division by zero where a response is zero.
  private static let tiny = 1e-60

  /// The ideal values of W, Y and X for plane waves from the given directions.
  static func harmonics(_ directions: [Vector3]) -> [[SIMD4<Double>]] {
    [
      DirectionGrid.lanes(directions.map { _ in 1 }), DirectionGrid.lanes(directions.map(\.y)),
      DirectionGrid.lanes(directions.map(\.x)),
    ]
  }

  /// Returns responses of magnitude 1 that have the phases of the given responses.
  static func phases(_ response: [ComplexLanes]) -> [ComplexLanes] {
    response.map { value in
      let power: SIMD4<Double> = value.power + SIMD4(repeating: tiny)
      return value * (SIMD4<Double>(repeating: 1) / power.squareRoot())
    }
  }

  /// Returns the weights `[W, Y, X][microphone][bin]`.
  func weights(
    _ array: ArrayModel, bins: Int, step: Double, directions: DirectionWeights
  ) -> [Complex] {
    var steering = array.standardSteering(step: step)
    let count = steering.microphones
    let harmonics = Self.harmonics(DirectionGrid.standard.directions)
    var result = [Complex](repeating: .zero, count: harmonics.count * count * bins)
    var pressure: [Complex] = []
    for bin in 1..<bins {
      steering.advance()
      let frequency = Double(bin) * step
      let solver = NoiseFloor(
        normal: Projection.normal(steering.lanes, microphones: count, weights: directions.around),
        order: count)
      let level = Level(steering, weights: directions.horizon, share: Self.share(frequency))
      var phase = harmonics[0].map { ComplexLanes($0, .zero) }
      if frequency > Self.transition {
        for _ in 0..<Self.rounds {
          phase = Self.phases(Self.response(steering, pressure))
          pressure = solve(solver, steering, directions, phase, noise: 0)
        }
        phase = Self.phases(Self.response(steering, pressure))
      } else {
        pressure = solve(solver, steering, directions, phase, noise: 0)
      }
      for (output, factors) in harmonics.enumerated() {
        let wanted = zip(phase, factors).map { $0 * $1 }
        let filter =
          output == 0 ? pressure : solve(solver, steering, directions, wanted, noise: noise)
        let gain = level.gain(filter, wanted: factors)
        for n in 0..<count { result[(output * count + n) * bins + bin] = filter[n] * gain }
      }
    }
    for row in 0..<(harmonics.count * count) { result[row * bins].re = result[row * bins + 1].re }
    return result
  }

  private func solve(
    _ solver: NoiseFloor, _ steering: Steering, _ directions: DirectionWeights,
    _ wanted: [ComplexLanes], noise: Double
  ) -> [Complex] {
    let side = Projection.rightSide(
      steering.lanes, microphones: steering.microphones, weights: directions.around,
      target: wanted)
    return solver.solve(side, noise: noise).weights
  }

  private static func response(_ steering: Steering, _ filter: [Complex]) -> [ComplexLanes] {
    var response = [ComplexLanes](repeating: .zero, count: steering.chunks)
    Projection.response(steering.lanes, filter: filter, into: &response)
    return response
  }

  /// The share of the level correction that applies: 0 below the transition, 1 above it.
  private static func share(_ frequency: Double) -> Double {
    max(0, min(1, log2(frequency / transition) / fade))
  }

  /// Measures the levels of channels around the horizon at one frequency.
  private struct Level {
    let normal: [Complex]
    let weights: [SIMD4<Double>]
    let share: Double

    init(_ steering: Steering, weights: [SIMD4<Double>], share: Double) {
      normal = Projection.normal(
        steering.lanes, microphones: steering.microphones, weights: weights)
      self.weights = weights
      self.share = share
    }

    /// The gain that gives a channel the same power as its harmonic.
    func gain(_ filter: [Complex], wanted factors: [SIMD4<Double>]) -> Double {
      var wanted = SIMD4<Double>.zero
      for (factor, weight) in zip(factors, weights) { wanted += factor * factor * weight }
      let reached = Projection.power(normal, filter: filter)
      guard share > 0, reached > 0 else { return 1 }
      return pow(min(highestGain, (wanted.sum() / reached).squareRoot()), share)
    }
  }
}
