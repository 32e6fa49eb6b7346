import Essentials

/// A seeded generator of random numbers, the same on every machine.
///
/// Every use draws from its own stream, so that another source or microphone does not change the others.
///
/// Don't use ``SeededGenerator``, which serves everything else: its seeds are positions in one sequence of 2^64
/// numbers, where two long streams could overlap, and noise shared by microphones would look like a source. Here,
/// streams begin anywhere in 2^256 numbers. Every simulation and its stored documents depend on them.
///
/// - Source: D. Blackman and S. Vigna, xoshiro256** 1.0; SplitMix64 fills its state.
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64

  /// The purpose of a stream.
  enum Purpose: UInt64 {
    /// Gain, phase and position of a microphone.
    case errors = 1
    /// The self-noise of a microphone.
    case selfNoise
    /// A noise source.
    case source
    /// The noise of the accelerometer.
    case sensor
    /// The write time of a card.
    case storage
    /// The lateness of the capture thread.
    case wakeUp
    /// The noise of wind at a microphone.
    case wind
    /// The gusts of a wind.
    case gusts
  }

  /// The stream for a purpose and an index, such as a microphone.
  init(seed: UInt64, purpose: Purpose, index: Int) {
    var generator = SeededGenerator(seed: seed)
    generator = SeededGenerator(seed: generator.next() &+ purpose.rawValue)
    generator = SeededGenerator(seed: generator.next() &+ UInt64(truncatingIfNeeded: index))
    (a, b, c, d) = (generator.next(), generator.next(), generator.next(), generator.next())
  }

  mutating func next() -> UInt64 {
    let multiplied = b &* 5
    let result = ((multiplied << 7) | (multiplied >> 57)) &* 9
    let shifted = b << 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 45) | (d >> 19)
    return result
  }

  /// A normally distributed number with mean 0 and variance 1, at most 6 in magnitude.
  ///
  /// The sum of twelve numbers uniformly distributed over an interval of length 1 has variance 1; with integers it is
  /// exact, while the usual methods depend on the machine's logarithm.
  mutating func gaussian() -> Double {
    var sum = 0
    for _ in 0..<3 {
      let bits = next()
      sum += Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF)
      sum += Int(bits >> 32 & 0xFFFF) + Int(bits >> 48)
    }
    // Each of the twelve is 0 to 65535: subtract the mean.
    return Double(sum - 6 * 65535) * 0x1p-16
  }
}
