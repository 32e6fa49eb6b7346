/// A random number generator: the same seed gives the same numbers on every computer.
///
/// - Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable, Equatable {
  /// The state that determines the next number.
  public private(set) var state: UInt64

  /// Creates a generator; every seed gives a different sequence.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// The next number, uniformly distributed from 0 up to but not including 1.
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A hash of a number; every bit of the hash depends on every bit of the number.
  public static func mixed(_ number: UInt64) -> UInt64 {
    var z = number
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
