import Glibc

/// Random numbers that are the same in every run, so that a recording always gives the same calibration.
///
/// - Source: S. Vigna, SplitMix64; normal numbers by G. Box and M. Muller, 1958.
struct FixedRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Evenly spread over 0 to 1, never 0.
  mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) * 0x1p-53 }

  /// Normally distributed with mean 0 and variance 1.
  mutating func gaussian() -> Double {
    (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
  }

  /// Normally distributed in each of three dimensions.
  mutating func vector() -> SIMD3<Double> { SIMD3(gaussian(), gaussian(), gaussian()) }
}
