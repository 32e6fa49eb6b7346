import Essentials
import Glibc

/// Generates the same random numbers in every run, so that a recording always gives the same calibration.
///
/// - Source: G. Box and M. Muller, Ann. Math. Stat. 29 (1958).
struct FixedRandom {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  /// A number that is uniformly distributed between 0 and 1, and never 0.
  mutating func uniform() -> Double { generator.uniform() + 0x1p-54 }

  /// A number that is normally distributed with mean 0 and variance 1.
  mutating func gaussian() -> Double {
    (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
  }

  /// A vector of three normally distributed numbers.
  mutating func vector() -> SIMD3<Double> { SIMD3(gaussian(), gaussian(), gaussian()) }
}
