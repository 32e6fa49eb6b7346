import Glibc

/// A tap or a clap: some sound around the moment at which it begins.
public struct SuddenSound: Sendable {
  /// The sound, of all channels.
  public var sound: CapturedSound
  /// The frame of the sound at which it begins.
  public var onset: Int

  /// Whether a channel never changes.
  func isConstant(_ channel: Int) -> Bool {
    let samples = sound.samples(of: channel)
    return samples.allSatisfy { $0 == samples.first }
  }
}

/// Finds where a sound begins that is much louder than what was before.
///
/// Blocks of a millisecond are compared with the median of those before them. First differences are taken, because what a
/// hand does to the air when it comes near is slow and loud, and what a tap or a clap does is quick.
struct OnsetFinder {
  private let channels: [Int]
  private let stride: Int
  private let blockFrames: Int
  private let isFloat: Bool
  private var last: [Float]
  /// Of the block so far, channel by channel: a tap is loud on one of them only.
  private var energies: [Float]
  private var filled = 0
  private var history: [Float] = []

  /// Decibels above the median before, which no voice reaches within a millisecond.
  private static let rise: Float = 20
  /// dBFS below which nothing is a tap or a clap.
  private static let least: Float = -66
  /// Blocks of the past that are looked at.
  private static let memory = 300
  /// Blocks without which nothing is known of the past.
  private static let leastMemory = 100

  /// A finder for some channels of frames with `stride` words.
  init(channels: [Int], stride: Int, rate: Int, isFloat: Bool) {
    self.channels = channels
    self.stride = stride
    self.isFloat = isFloat
    blockFrames = max(1, rate / 1000)
    last = [Float](repeating: 0, count: channels.count)
    energies = last
  }

  /// Looks at more frames.
  ///
  /// - Returns: the first frame of the block in which a sound begins, counted from the first frame of these; `nil` when
  ///   none does. What comes after it was not looked at.
  mutating func onset(in words: UnsafePointer<Int32>, frames: Int) -> Int? {
    for frame in 0..<frames {
      for (place, channel) in channels.enumerated() {
        let value = sample(words[frame * stride + channel])
        let difference = value - last[place]
        last[place] = value
        energies[place] += difference * difference
      }
      filled += 1
      if filled == blockFrames, isOnset() { return max(0, frame + 1 - blockFrames) }
    }
    return nil
  }

  /// Forgets what was before.
  mutating func reset() {
    history = []
    empty()
  }

  /// Begins another block.
  private mutating func empty() {
    for place in energies.indices { energies[place] = 0 }
    filled = 0
  }

  /// Takes a whole block.
  private mutating func isOnset() -> Bool {
    let loudest = (energies.max() ?? 0) / Float(blockFrames)
    empty()
    defer {
      history.append(loudest)
      if history.count > Self.memory { history.removeFirst() }
    }
    // The level alone is asked first, because most blocks are quiet.
    guard history.count >= Self.leastMemory, loudest > pow(10, Self.least / 10)
    else { return false }
    let median = history.sorted()[history.count / 2]
    return loudest > median * pow(10, Self.rise / 10)
  }

  private func sample(_ word: Int32) -> Float {
    guard isFloat else { return Float(word) * 0x1p-31 }
    let value = Float(bitPattern: UInt32(bitPattern: word))
    return value.isFinite ? value : 0
  }
}
