import Glibc

/// Normally distributed numbers from a seed: the same seed gives the same numbers everywhere.
///
/// - Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (SplitMix64); Box and
///   Muller, Ann. Math. Stat. 29 (1958).
struct NormalNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number: mean 0, standard deviation 1.
  mutating func next() -> Double {
    let radius = (-2 * log(1 - uniform())).squareRoot()
    return radius * cos(2 * .pi * uniform())
  }

  /// From 0 up to but not including 1.
  private mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}
