/// A fingerprint of every channel of a capture device, taken from half a second of samples: enough to recognise each
/// channel.
///
/// Every converter has its own offset, and every kind of line leaves certain low bits always zero; neither depends on
/// the sound. A channel with nothing connected to it is exactly zero.
package struct ChannelFingerprint: Sendable, Equatable {
  /// The fingerprint of one channel.
  package struct Channel: Sendable, Equatable {
    /// The mean of the samples, where full scale is 2^31.
    package var mean: Double
    /// The standard error of the mean, computed from the means of blocks so that it includes the effect of
    /// low-frequency sound.
    package var error: Double
    /// The lowest bit, 0 to 31, that is one in any sample; 32 for a channel that is exactly zero.
    package var lowestBit: Int

    /// True if every sample is zero.
    package var isZero: Bool { lowestBit == 32 }
  }

  private let count: Int
  private let blockFrames: Int
  private var bits: [UInt32]
  private var sums: [Double]
  private var filled = 0
  private var blocks = 0
  /// The sums of the block means, one for each channel; ``squares`` has the sums of the squared block means.
  private var means: [Double]
  private var squares: [Double]

  /// An empty fingerprint.
  ///
  /// - Parameter blockFrames: the number of frames in a block.
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

  /// Returns the fingerprint with every channel rotated by this many places.
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

  /// The fingerprints of the channels, computed from the complete blocks added so far.
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

/// The order of the channels of a capture device.
package enum ChannelOrder: Sendable, Equatable {
  /// The channels are in the right order.
  case kept
  /// Every channel is rotated by this many places.
  case rotated(by: Int)
  /// The frames do not show the order.
  case unknown

  /// Offsets that differ by less than this many standard errors count as equal.
  private static let same = 3.0
  /// Offsets that differ by more than this many standard errors count as different.
  private static let different = 8.0
  /// The fraction of its value by which an offset may drift with temperature.
  private static let drift = 0.05

  /// The fewest channels without a microphone that reveal a rotation if there is no earlier fingerprint: a single zero
  /// channel may equally be a dead microphone.
  static let fewestSpare = 2

  /// Finds the order of the channels from the fingerprint of current frames.
  ///
  /// It first compares the channels that must be zero with those that are zero. If that shows nothing, it compares the
  /// current fingerprint with an earlier one of the same device. It reports a rotation only if exactly one rotation
  /// fits and the right order does not fit.
  ///
  /// The channel of a dead microphone is zero too, and a channel without a microphone need not be zero: it may carry
  /// playback. So without an earlier fingerprint one spare channel proves nothing. If there are two or more, as many
  /// channels must be zero, in places that fit exactly one rotation, and no other channel may be zero. Two adjacent
  /// dead microphones look the same as such a rotation if both spare channels of the device carry sound; only an
  /// earlier fingerprint tells the two apart.
  ///
  /// - Parameters:
  ///   - used: the channels that have a microphone.
  ///   - reference: a fingerprint taken while the order was right; `nil` if there is none.
  package static func find(
    _ now: ChannelFingerprint, used: Set<Int>, reference: ChannelFingerprint?
  ) -> ChannelOrder {
    let channels = now.channels
    let before = reference.map(\.channels)
    guard before.map({ $0.count == channels.count }) ?? true, channels.count > 1 else {
      return .unknown
    }
    let silent = Set(channels.indices.filter { channels[$0].isZero })
    // If every channel is zero, the frames show nothing.
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

  /// True if a check can find a rotation: it cannot if all channels are alike, or if there are too few spare channels
  /// and no reference.
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

  /// The order that follows from the only shift that fits; unknown if no shift fits, or if more than one is possible.
  private static func order(of count: Int, _ fit: (Int) -> Fit) -> ChannelOrder {
    let fits = (0..<count).map(fit)
    guard fits.filter({ $0 != .not }).count == 1, let shift = fits.firstIndex(of: .fits) else {
      return .unknown
    }
    return shift == 0 ? .kept : .rotated(by: shift)
  }

  /// Tells how well the earlier channels, rotated by this many places, fit the current ones.
  private static func fit(
    _ before: [ChannelFingerprint.Channel], _ now: [ChannelFingerprint.Channel], _ shift: Int
  ) -> Fit {
    var worst = 0.0
    for (index, old) in before.enumerated() {
      let new = now[(index + shift) % now.count]
      guard old.lowestBit == new.lowestBit else { return .not }
      let wander = drift * max(abs(old.mean), abs(new.mean))
      // Samples are integers, so differences below one prove nothing.
      let sure = (old.error * old.error + new.error * new.error + wander * wander + 1).squareRoot()
      worst = max(worst, abs(old.mean - new.mean) / sure)
    }
    if worst < same { return .fits }
    return worst > different ? .not : .perhaps
  }
}
