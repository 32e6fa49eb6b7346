import Boards
import Glibc

/// Statistics about the samples of one channel: level, offset, and which bits change.
package struct ChannelStatistics: Sendable, Equatable {
  /// The root mean square without the offset, in decibels; negative infinity for silence.
  ///
  /// A full-scale sine wave has 0 dB.
  package let level: Double
  /// The largest magnitude of any sample, as a fraction of full scale.
  package let peak: Double
  /// The mean of all samples, as a fraction of full scale.
  package let offset: Double
  /// The standard error of ``offset``, which tells a real offset from the mean of the sound itself.
  package let offsetError: Double
  /// The number of frames at full scale.
  package let clipped: Int
  /// The number of frames equal to the previous frame, as with a stuck line or a missing converter.
  package let repeated: Int
  /// The number of frames.
  package let frames: Int
  /// The number of bits from the sign down to the lowest bit that ever changes; 0 if no bit
  /// changes.
  package let movingBits: Int
  /// The stuck bits, counted from 1 for the sign: they never change, although lower bits do, and although the sound
  /// changes its sign or is loud enough to change them.
  package let stuckBits: [Int]

  /// True if all frames are equal.
  package var isConstant: Bool { repeated >= frames - 1 }

  /// Computes the statistics of one channel of a recording.
  ///
  /// - Precondition: there is at least one frame.
  package init(_ sound: CapturedSound, channel: Int) {
    let stored = sound.stored(of: channel)
    let samples = sound.samples(of: channel)
    precondition(!stored.isEmpty, "a channel has frames")
    let mean = samples.reduce(0, +) / Double(samples.count)
    let power = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(samples.count)
    level = 10 * log10(2 * power)
    peak = samples.reduce(0) { max($0, abs($1)) }
    offset = mean
    offsetError = Self.error(ofMeanOf: samples)
    frames = stored.count
    repeated = zip(stored, stored.dropFirst()).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
    let clipLevel = sound.clipLevel
    clipped = samples.reduce(0) { $0 + (abs($1) >= clipLevel ? 1 : 0) }
    if sound.format == .float {
      (movingBits, stuckBits) = (power > 0 ? 24 : 0, [])
    } else {
      let moves = Self.moves(stored)
      movingBits = moves == 0 ? 0 : 32 - moves.trailingZeroBitCount
      stuckBits = Self.stuck(stored, moves: moves, deviation: power.squareRoot())
    }
  }

  /// The standard error of a mean, computed from the means of blocks.
  private static func error(ofMeanOf samples: [Double]) -> Double {
    let length = samples.count / blocks
    guard length > 0 else { return 0 }
    let means = (0..<blocks).map { block in
      samples[(block * length)..<((block + 1) * length)].reduce(0, +) / Double(length)
    }
    let middle = means.reduce(0, +) / Double(blocks)
    let power = means.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(blocks - 1)
    return (power / Double(blocks)).squareRoot()
  }

  /// The number of blocks, with one mean each, into which a recording is divided.
  private static let blocks = 16

  /// The bits that differ from the first sample in any other sample.
  private static func moves(_ samples: [Int32]) -> UInt32 {
    samples.reduce(0) { $0 | UInt32(bitPattern: $1 ^ samples[0]) }
  }

  /// The stuck bits.
  ///
  /// A bit with a weight well below the spread of the samples is set in about half of them, so a bit that never
  /// changes is stuck. In small samples, the higher bits equal the sign, so they change whenever the sign does.
  private static func stuck(_ samples: [Int32], moves: UInt32, deviation: Double) -> [Int] {
    guard moves != 0, samples.count >= enoughFrames else { return [] }
    let (lowest, signMoves) = (moves.trailingZeroBitCount, moves >> 31 == 1)
    return (lowest..<31).reversed().filter { bit in
      let isSmall = Double(UInt32(1) << bit) * 0x1p-31 < deviation / marginOfSpread
      return moves >> bit & 1 == 0 && (signMoves || isSmall)
    }.map { 32 - $0 }
  }

  /// The minimum number of frames for a statement about bits.
  private static let enoughFrames = 1000
  /// A bit is expected to change if its weight is below the standard deviation of the samples divided by this
  /// number.
  private static let marginOfSpread = 4.0
}
