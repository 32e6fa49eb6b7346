/// Names for takes that no other take has.
struct TakeIdentities: Sendable {
  private var state: UInt64?

  /// Names from the system's random numbers, or always the same ones from a seed.
  init(seed: UInt64?) { state = seed }

  /// The next name: 32 hexadecimal digits.
  mutating func next() -> String { digits(number()) + digits(number()) }

  /// - Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (SplitMix64).
  private mutating func number() -> UInt64 {
    guard let seed = state else { return UInt64.random(in: .min ... .max) }
    let next = seed &+ 0x9E37_79B9_7F4A_7C15
    state = next
    var mixed = next
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private func digits(_ number: UInt64) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
