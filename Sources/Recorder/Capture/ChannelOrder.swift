/// A fingerprint of half a second of every channel of a capture device: enough to know the channels again.
///
/// Every converter has an offset of its own, and every kind of line has low bits that it never sets; neither depends on
/// the sound. A channel without a connection is exactly zero.
package struct ChannelFingerprint: Sendable, Equatable {
  /// One channel.
  package struct Channel: Sendable, Equatable {
    /// The mean of the samples, full scale 2^31.
    package var mean: Double
    /// The standard error of the mean, from the means of blocks, so that low sounds are in it.
    package var error: Double
    /// The lowest bit that is ever one, 0 to 31; 32 for a channel that is exactly zero.
    package var lowestBit: Int

    /// True when every sample is zero.
    package var isZero: Bool { lowestBit == 32 }
  }

  private let count: Int
  private let blockFrames: Int
  private var bits: [UInt32]
  private var sums: [Double]
  private var filled = 0
  private var blocks = 0
  /// Sums of the means of blocks and of their squares.
  private var means: [Double]
  private var squares: [Double]

  /// A fingerprint of nothing yet.
  ///
  /// - Parameter blockFrames: frames of a block.
  package init(channels: Int, blockFrames: Int) {
    count = channels
    self.blockFrames = blockFrames
    bits = [UInt32](repeating: 0, count: channels)
    sums = [Double](repeating: 0, count: channels)
    means = sums
    squares = sums
  }

  /// Adds interleaved frames of 32-bit samples.
  package mutating func add(_ samples: UnsafeBufferPointer<Int32>) {
    for start in stride(from: 0, to: samples.count, by: count) {
      for channel in 0..<count {
        let sample = samples[start + channel]
        bits[channel] |= UInt32(bitPattern: sample)
        sums[channel] += Double(sample)
      }
      filled += 1
      if filled == blockFrames { endBlock() }
    }
  }

  private mutating func endBlock() {
    for channel in 0..<count {
      let mean = sums[channel] / Double(filled)
      means[channel] += mean
      squares[channel] += mean * mean
      sums[channel] = 0
    }
    blocks += 1
    filled = 0
  }

  /// The same with every channel so many places further up, round the frame.
  func rotated(by places: Int) -> ChannelFingerprint {
    var rotated = self
    for channel in 0..<count {
      let place = (channel + places) % count
      rotated.bits[place] = bits[channel]
      rotated.means[place] = means[channel]
      rotated.squares[place] = squares[channel]
    }
    return rotated
  }

  /// The channels, as far as whole blocks of them were added.
  package var channels: [Channel] {
    let blocks = Double(max(1, blocks))
    return (0..<count).map { channel in
      let mean = means[channel] / blocks
      let variance = max(0, squares[channel] / blocks - mean * mean)
      return Channel(
        mean: mean, error: (variance / max(1, blocks - 1)).squareRoot(),
        lowestBit: bits[channel].trailingZeroBitCount)
    }
  }
}

/// The order in which the channels of a capture device come.
package enum ChannelOrder: Sendable, Equatable {
  /// They come in the right order.
  case kept
  /// Every channel came so many places further up, round the frame.
  case rotated(by: Int)
  /// It cannot be told from these frames.
  case unknown

  /// Offsets that differ by less than this many times their uncertainty are the same.
  private static let same = 3.0
  /// Offsets that differ by more than this many times their uncertainty are not the same.
  private static let different = 8.0
  /// An offset may wander by this part of itself, with warmth, before it counts as another.
  private static let drift = 0.05

  /// Channels without a microphone from which on a rotation can be told without a fingerprint: one that is zero may as
  /// well be a dead microphone.
  static let fewestSpare = 2

  /// Finds the order from the frames of now.
  ///
  /// First by the channels that must be zero and those that are, then by a fingerprint of the same device. A rotation
  /// is told only when one fits, no other does, and the right order does not.
  ///
  /// A dead microphone is zero too, and a channel without a microphone need not be: it may carry playback. So without a
  /// fingerprint one spare channel tells nothing, and of two or more every one must be zero, in places that fit one
  /// rotation, and nothing else may be. Two microphones side by side that died while both spare channels of a device
  /// sound look the same; only a fingerprint from before tells them apart.
  ///
  /// - Parameters:
  ///   - used: channels that have a microphone.
  ///   - reference: the channels when their order was right; `nil` when that is not known.
  package static func find(
    _ now: ChannelFingerprint, used: Set<Int>, reference: ChannelFingerprint?
  ) -> ChannelOrder {
    let channels = now.channels
    let before = reference.map(\.channels)
    guard before.map({ $0.count == channels.count }) ?? true, channels.count > 1 else {
      return .unknown
    }
    let silent = Set(channels.indices.filter { channels[$0].isZero })
    // A device that is dead as a whole says nothing.
    guard silent.count < channels.count else { return .unknown }
    let spare = Set(channels.indices).subtracting(used)
    let mustBeSilent =
      before.map { before in Set(before.indices.filter { before[$0].isZero }) } ?? spare
    let bySilence = order(of: channels.count) { shift in
      guard Set(mustBeSilent.map { ($0 + shift) % channels.count }) == silent else { return .not }
      // A rotation moves the other channels as well.
      guard shift > 0, let before else { return .fits }
      return fit(before, channels, shift) == .not ? .not : .fits
    }
    if !mustBeSilent.isEmpty, bySilence != .unknown {
      let canTell = before != nil || spare.count >= fewestSpare || bySilence == .kept
      return canTell ? bySilence : .unknown
    }
    guard let before else { return .unknown }
    return order(of: channels.count) { shift in
      fit(before, channels, shift)
    }
  }

  /// True when a look can tell a rotation: it cannot for channels that are all alike, or with few to spare and no
  /// reference.
  static func canTell(channels: Int, used: Set<Int>, reference: ChannelFingerprint?) -> Bool {
    guard let reference else { return channels - used.count >= fewestSpare }
    return (1..<channels).contains { places in
      find(reference.rotated(by: places), used: used, reference: reference)
        == .rotated(by: places)
    }
  }

  private enum Fit {
    case fits, perhaps, not
  }

  /// The one shift that fits; unknown when there is none, or when another one is possible too.
  private static func order(of count: Int, _ fit: (Int) -> Fit) -> ChannelOrder {
    let fits = (0..<count).map(fit)
    guard fits.filter({ $0 != .not }).count == 1, let shift = fits.firstIndex(of: .fits) else {
      return .unknown
    }
    return shift == 0 ? .kept : .rotated(by: shift)
  }

  /// The fit of the channels that were here before with those that are so many places further up now.
  private static func fit(
    _ before: [ChannelFingerprint.Channel], _ now: [ChannelFingerprint.Channel], _ shift: Int
  ) -> Fit {
    var worst = 0.0
    for (index, old) in before.enumerated() {
      let new = now[(index + shift) % now.count]
      guard old.lowestBit == new.lowestBit else { return .not }
      let wander = drift * max(abs(old.mean), abs(new.mean))
      // Samples are whole numbers: differences below one tell nothing.
      let sure = (old.error * old.error + new.error * new.error + wander * wander + 1).squareRoot()
      worst = max(worst, abs(old.mean - new.mean) / sure)
    }
    if worst < same { return .fits }
    return worst > different ? .not : .perhaps
  }
}
