import Glibc

/// A sudden sound, such as a tap or a clap, together with the sound before and after its onset.
package struct SuddenSound: Sendable {
  /// The sound on all channels.
  package var sound: CapturedSound
  /// The frame of the onset.
  package var onset: Int

  /// True if the samples of a channel never change.
  func isConstant(_ channel: Int) -> Bool {
    let samples = sound.samples(of: channel)
    return samples.allSatisfy { $0 == samples.first }
  }
}

/// Finds sounds that are suddenly much louder than the sound before.
///
/// Each block of a millisecond is compared with the median of the blocks before it. The comparison uses the differences
/// between successive samples, because an approaching hand causes large but slow changes of pressure, whereas a tap or
/// a clap causes fast ones.
struct OnsetFinder {
  private let channels: [Int]
  private let stride: Int
  private let blockFrames: Int
  private let isFloat: Bool
  private var last: [Float]
  /// The energies of the present block so far, channel by channel, because a tap is loud on only one
  /// channel.
  private var energies: [Float]
  private var filled = 0
  private var history: [Float] = []

  /// The level difference, in decibels, by which an onset must exceed the median of earlier blocks; no voice
  /// rises that much within a millisecond.
  private static let rise: Float = 20
  /// The minimum level of a tap or a clap in dBFS.
  private static let least: Float = -66
  /// The maximum number of earlier blocks to compare a block with.
  private static let memory = 300
  /// The minimum number of earlier blocks for a comparison.
  private static let leastMemory = 100

  /// Creates a finder for the given channels of frames that have `stride` samples each.
  init(channels: [Int], stride: Int, rate: Int, isFloat: Bool) {
    self.channels = channels
    self.stride = stride
    self.isFloat = isFloat
    blockFrames = max(1, rate / 1000)
    last = [Float](repeating: 0, count: channels.count)
    energies = last
  }

  /// Searches more frames for an onset.
  ///
  /// - Returns: the first frame of the block in which a sound begins, counted from the first of these frames; `nil` if
  ///   no sound begins. Frames after that block are not searched.
  mutating func onset(in samples: UnsafePointer<Int32>, frames: Int) -> Int? {
    for frame in 0..<frames {
      for (place, channel) in channels.enumerated() {
        let value = value(samples[frame * stride + channel])
        let difference = value - last[place]
        last[place] = value
        energies[place] += difference * difference
      }
      filled += 1
      if filled == blockFrames, isOnset() { return max(0, frame + 1 - blockFrames) }
    }
    return nil
  }

  /// Forgets all earlier blocks.
  mutating func reset() {
    history = []
    empty()
  }

  /// Begins a new block.
  private mutating func empty() {
    for place in energies.indices { energies[place] = 0 }
    filled = 0
  }

  /// Ends the block; returns true if the block is an onset.
  private mutating func isOnset() -> Bool {
    let loudest = (energies.max() ?? 0) / Float(blockFrames)
    empty()
    defer {
      history.append(loudest)
      if history.count > Self.memory { history.removeFirst() }
    }
    // The level is compared first, because that rules out most blocks.
    guard history.count >= Self.leastMemory, loudest > pow(10, Self.least / 10)
    else { return false }
    let median = history.sorted()[history.count / 2]
    return loudest > median * pow(10, Self.rise / 10)
  }

  private func value(_ sample: Int32) -> Float {
    guard isFloat else { return Float(sample) * 0x1p-31 }
    let value = Float(bitPattern: UInt32(bitPattern: sample))
    return value.isFinite ? value : 0
  }
}
