import Essentials

/// A seeded generator of random numbers, which are the same on every machine.
///
/// Every purpose has a stream of its own, so adding a source or a microphone does not change the numbers for the
/// others.
///
/// Do not use ``SeededGenerator`` here, although it serves everything else. Its seeds are positions in a single
/// sequence of 2^64 numbers, so two long streams could overlap; noise that two microphones share would then look like
/// a source. Here, streams begin anywhere among 2^256 numbers. Every simulation and the documents made from it depend
/// on these numbers.
///
/// - Source: D. Blackman and S. Vigna, xoshiro256** 1.0, whose state SplitMix64 fills.
struct SeededRandom: RandomNumberGenerator, Sendable {
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64

  /// The purpose for which a stream is used.
  enum Purpose: UInt64 {
    /// The errors of a microphone's gain, phase and position.
    case errors = 1
    /// The self-noise of a microphone.
    case selfNoise
    /// The noise of a noise source.
    case source
    /// The noise of the accelerometer.
    case sensor
    /// The write times of a card.
    case storage
    /// The lateness of the capture thread.
    case wakeUp
    /// The noise of wind at a microphone.
    case wind
    /// The gusts of a wind.
    case gusts
  }

  /// The stream for a purpose and an index, such as the index of a microphone.
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

  /// A normally distributed number with mean 0 and variance 1, whose magnitude is at most 6.
  ///
  /// The sum of twelve numbers that are uniformly distributed over an interval of length 1 has variance 1. With
  /// integers the sum is exact, whereas the usual methods depend on the machine's logarithm.
  mutating func gaussian() -> Double {
    var sum = 0
    for _ in 0..<3 {
      let bits = next()
      sum += Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF)
      sum += Int(bits >> 32 & 0xFFFF) + Int(bits >> 48)
    }
    // Each of the twelve numbers is 0 to 65535, so their mean is subtracted.
    return Double(sum - 6 * 65535) * 0x1p-16
  }
}
