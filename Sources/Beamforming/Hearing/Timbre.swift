import Acoustics

/// Finds one real gain per frequency for all outputs that makes sound from all around as loud as in the target.
///
/// Here "all around" weights the horizon more than directions above and below it, as in rooms and streets, and front
/// and back equally.
///
/// The gain changes neither the level and time differences between the outputs nor the white noise gain.
struct Timbre {
  private let normal: [Complex]
  private let weights: [SIMD4<Double>]
  private var wanted = 0.0
  private var reached = 0.0

  /// The largest gain: 6 dB.
  private static let limit = 1.9952623149688795

  /// Starts with one frequency, for an array's steering and the weights of the directions.
  init(_ steering: Steering, weights: [SIMD4<Double>]) {
    normal = Projection.normal(
      steering.lanes, microphones: steering.microphones, weights: weights)
    self.weights = weights
  }

  /// Adds one output: its target, and the weights of its filter.
  mutating func add(filter: [Complex], target: [ComplexLanes]) {
    var sum = SIMD4<Double>.zero
    for chunk in 0..<weights.count { sum += target[chunk].power * weights[chunk] }
    wanted += sum.sum()
    reached += Projection.power(normal, filter: filter)
  }

  /// The gain, which changes the level by at most 6 dB up or down.
  var gain: Double {
    guard reached > 0 else { return 1 }
    return max(1 / Self.limit, min(Self.limit, (wanted / reached).squareRoot()))
  }
}
