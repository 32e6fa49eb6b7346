import Essentials

/// Unique names for takes.
struct TakeIdentities: Sendable {
  private var generator: SeededGenerator?

  /// Names from the system's random numbers, or reproducible ones from a seed.
  init(seed: UInt64?) { generator = seed.map(SeededGenerator.init) }

  /// The next name: 32 hexadecimal digits.
  mutating func next() -> String {
    number().hexadecimal(digits: 16) + number().hexadecimal(digits: 16)
  }

  private mutating func number() -> UInt64 { generator?.next() ?? .random(in: .min ... .max) }
}
