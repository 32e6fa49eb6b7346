import Essentials
import Glibc

/// Generates normally distributed numbers from a seed: the same seed gives the same numbers on every machine.
///
/// - Source: Box and Muller, Ann. Math. Stat. 29 (1958).
struct NormalNumbers {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Returns the next number; the numbers have mean 0 and standard deviation 1.
  mutating func next() -> Double {
    let radius = (-2 * log(1 - generator.uniform())).squareRoot()
    return radius * cos(2 * .pi * generator.uniform())
  }
}
