import Acoustics

/// One real gain per frequency for all outputs, which makes a diffuse field as loud as the target says.
///
/// It changes neither level nor time differences between the outputs, nor the white noise gain.
struct Timbre {
  private var wanted = 0.0
  private var reached = 0.0

  /// 6 dB.
  private static let limit = 1.9952623149688795

  /// Counts one output: its target and the mean power over all directions that its filter reaches.
  mutating func add(target: [ComplexLanes], weights: [SIMD4<Double>], reached power: Double) {
    var sum = SIMD4<Double>.zero
    for chunk in 0..<weights.count { sum += target[chunk].power * weights[chunk] }
    wanted += sum.sum()
    reached += power
  }

  /// The gain, limited to 6 dB up or down.
  var gain: Double {
    guard reached > 0 else { return 1 }
    return max(1 / Self.limit, min(Self.limit, (wanted / reached).squareRoot()))
  }
}
