import Acoustics
import Glibc

/// The closed-form design, which computes the weights of every microphone at every frequency.
///
/// Below the transition, the responses match the target in level and phase; above it, only in level. There the phase is
/// free, and the iteration at each frequency starts from the final phase of the frequency below.
///
/// - Source: Schoerkhuber, Zaunschirm, Hoeldrich, "Binaural rendering of Ambisonic signals via magnitude least
///   squares", DAGA 2018; Madmoni et al., "Design and analysis of binaural signal matching with arbitrary microphone
///   arrays", arXiv 2408.03581; Setsompop et al., Magn. Reson. Med. 59 (2008), for the exchange of phases.
struct MagnitudeLeastSquares {
  /// The lowest permitted mean white noise gain, in decibels.
  var floor: Double
  /// The frequency in hertz at the centre of the quarter octave over which the phase becomes free.
  var transition: Double

  /// The number of rounds of phase exchange per frequency.
  private static let rounds = 10
  /// The width of the transition in octaves.
  private static let fade = 0.25

  /// Returns the weights `[output][microphone][bin]`, scaled so that sound from all around is as loud as in the target
  /// at every frequency.
  func weights(
    _ array: ArrayModel, target: Target, directions: DirectionWeights,
    step: Double
  ) -> [Complex] {
    var steering = array.standardSteering(step: step)
    let (bins, microphones, outputs) = (target.bins, steering.microphones, target.outputs)
    var result = [Complex](repeating: .zero, count: outputs * microphones * bins)
    var buffers = Buffers(chunks: target.chunks)
    var previous = [[Complex]](repeating: [], count: outputs)
    for bin in 1..<bins {
      steering.advance()
      let frequency = Double(bin) * step
      let normal = Projection.normal(
        steering.lanes, microphones: microphones, weights: directions.design)
      let solver = NoiseFloor(normal: normal, order: microphones)
      var timbre = Timbre(steering, weights: directions.horizon)
      for output in 0..<outputs {
        target.read(output: output, bin: bin, into: &buffers.target)
        let filter = solve(
          solver, steering: steering, weights: directions.design, previous: previous[output],
          share: magnitudeShare(frequency), buffers: &buffers)
        timbre.add(filter: filter, target: buffers.target)
        previous[output] = filter
      }
      for output in 0..<outputs {
        for n in 0..<microphones {
          result[(output * microphones + n) * bins + bin] = previous[output][n] * timbre.gain
        }
      }
    }
    for row in 0..<(outputs * microphones) { result[row * bins].re = result[row * bins + 1].re }
    return result
  }

  /// The extent to which the target's phase is free: 0 below the transition, 1 above it.
  private func magnitudeShare(_ frequency: Double) -> Double {
    max(0, min(1, 0.5 + log2(frequency / transition) / Self.fade))
  }

  /// Computes the weights of one output at one frequency.
  private func solve(
    _ solver: NoiseFloor, steering: Steering, weights: [SIMD4<Double>], previous: [Complex],
    share: Double, buffers: inout Buffers
  ) -> [Complex] {
    if share == 0 || previous.isEmpty {
      let side = Projection.rightSide(
        steering.lanes, microphones: steering.microphones, weights: weights, target: buffers.target)
      return solver.solve(side, floor: floor).weights
    }
    var filter = previous
    for _ in 0..<Self.rounds {
      Projection.response(steering.lanes, filter: filter, into: &buffers.response)
      Projection.adoptPhase(
        of: buffers.response, target: buffers.target, share: share, into: &buffers.mixed)
      let side = Projection.rightSide(
        steering.lanes, microphones: steering.microphones, weights: weights, target: buffers.mixed)
      filter = solver.solve(side, floor: floor).weights
    }
    return filter
  }

  /// Memory for one frequency, which is reused for all frequencies.
  private struct Buffers {
    var target: [ComplexLanes]
    var mixed: [ComplexLanes]
    var response: [ComplexLanes]

    init(chunks: Int) {
      target = Array(repeating: .zero, count: chunks)
      mixed = target
      response = target
    }
  }
}
