import Essentials

/// Generates unique identities for takes.
struct TakeIdentities: Sendable {
  private var generator: SeededGenerator?

  /// Creates a generator that uses the system's random numbers or, with a seed, gives reproducible identities.
  init(seed: UInt64?) { generator = seed.map(SeededGenerator.init) }

  /// Returns the next identity, which has 32 hexadecimal digits.
  mutating func next() -> String {
    number().hexadecimal(digits: 16) + number().hexadecimal(digits: 16)
  }

  private mutating func number() -> UInt64 { generator?.next() ?? .random(in: .min ... .max) }
}
