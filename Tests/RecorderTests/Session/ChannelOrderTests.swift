import Recorder
import TestSupport
import Testing

/// Channels that came in another order are found, and nothing is claimed that cannot be known.
@Suite("The order of channels") struct ChannelOrderTests {
  /// Half a second of noise with offsets; `nil` is a channel that is zero.
  private func fingerprint(
    _ offsets: [Double?], rotated shift: Int = 0, noise: Double = 1000, seed: UInt64 = 1
  ) -> ChannelFingerprint {
    var random = SeededGenerator(seed: seed)
    var made = ChannelFingerprint(channels: offsets.count, blockFrames: 300)
    var words: [Int32] = []
    for _ in 0..<4800 {
      var frame = [Int32](repeating: 0, count: offsets.count)
      for (channel, offset) in offsets.enumerated() {
        guard let offset else { continue }
        let sample = offset + Double.random(in: -noise...noise, using: &random)
        frame[(channel + shift) % offsets.count] = Int32(sample)
      }
      words += frame
    }
    words.withUnsafeBufferPointer { made.add($0) }
    return made
  }

  @Test("channels that must be zero tell a rotation of any size", arguments: 0..<8)
  func silence(shift: Int) {
    let offsets: [Double?] = [0, 0, 0, 0, 0, 0, nil, nil]
    let order = ChannelOrder.find(
      fingerprint(offsets, rotated: shift), used: Set(0..<6), reference: nil)
    #expect(order == (shift == 0 ? .kept : .rotated(by: shift)))
  }

  @Test("offsets that differ tell a rotation of any size", arguments: 0..<4)
  func offsets(shift: Int) {
    let offsets: [Double?] = [12000, -9000, 40000, 500]
    let order = ChannelOrder.find(
      fingerprint(offsets, rotated: shift, seed: 2), used: Set(0..<4),
      reference: fingerprint(offsets))
    #expect(order == (shift == 0 ? .kept : .rotated(by: shift)))
  }

  @Test("channels that are alike, too loud, or were never seen tell nothing")
  func unknown() {
    let alike: [Double?] = [0, 0, 0, 0]
    let reference = fingerprint(alike)
    #expect(
      ChannelOrder.find(
        fingerprint(alike, rotated: 1, seed: 2), used: [0, 1, 2, 3], reference: reference)
        == .unknown)
    let offsets: [Double?] = [120, -90, 400, 5]
    let loud = fingerprint(offsets, rotated: 1, noise: 1e8, seed: 3)
    #expect(
      ChannelOrder.find(loud, used: [0, 1, 2, 3], reference: fingerprint(offsets)) == .unknown)
    #expect(
      ChannelOrder.find(fingerprint([12000, -9000]), used: [0, 1], reference: nil) == .unknown)
  }

  @Test("a microphone that died, and a device that is dead, are no rotation")
  func dead() {
    let offsets: [Double?] = [12000, -9000, 40000, 500]
    var died = offsets
    died[2] = nil
    #expect(
      ChannelOrder.find(fingerprint(died), used: Set(0..<4), reference: fingerprint(offsets))
        == .unknown)
    #expect(
      ChannelOrder.find(
        fingerprint([nil, nil, nil, nil]), used: Set(0..<3), reference: nil) == .unknown)
    // One of six microphones is dead too: three silent channels fit no shift of two.
    let card: [Double?] = [0, nil, 0, 0, 0, 0, nil, nil]
    #expect(ChannelOrder.find(fingerprint(card), used: Set(0..<6), reference: nil) == .unknown)
  }

  /// The order that is found with dead microphones on a device of eight channels.
  private func order(dead: Set<Int>, spare: Set<Int>, isLoud: Bool, isKnown: Bool) -> ChannelOrder {
    var offsets = [Double?](repeating: 0, count: 8)
    if !isLoud { for channel in spare { offsets[channel] = nil } }
    let reference = isKnown ? fingerprint(offsets, noise: 900, seed: 5) : nil
    for channel in dead { offsets[channel] = nil }
    return ChannelOrder.find(
      fingerprint(offsets), used: Set(0..<8).subtracting(spare), reference: reference)
  }

  @Test("one dead microphone is no rotation, whether spare channels are silent or not")
  func oneDead() {
    for (spare, isLoud, isKnown) in Self.devices {
      for microphone in 0..<(8 - spare.count) {
        let order = order(dead: [microphone], spare: spare, isLoud: isLoud, isKnown: isKnown)
        #expect(order == .unknown, "\(microphone) \(spare) \(isLoud) \(isKnown)")
      }
    }
  }

  @Test("two dead microphones are no rotation, whether spare channels are silent or not")
  func twoDead() {
    for (spare, isLoud, isKnown) in Self.devices {
      for first in 0..<(7 - spare.count) {
        for second in (first + 1)..<(8 - spare.count) {
          // Side by side, with nothing to compare with and two spare channels that sound: the same as a rotation.
          if spare.count == 2, isLoud, !isKnown, second == first + 1 { continue }
          let order = order(
            dead: [first, second], spare: spare, isLoud: isLoud, isKnown: isKnown)
          #expect(order == .unknown, "\(first) \(second) \(spare) \(isLoud) \(isKnown)")
        }
      }
    }
  }

  /// Spare channels, whether they sound, and whether the device was seen before.
  private static let devices: [(Set<Int>, Bool, Bool)] = [
    ([7], false, false), ([7], true, false), ([7], false, true), ([7], true, true),
    ([6, 7], false, false), ([6, 7], true, false), ([6, 7], false, true), ([6, 7], true, true),
  ]

  @Test("silent channels that moved while the others did not are no rotation")
  func onlySilenceMoved() {
    let before: [Double?] = [12000, -9000, 40000, 500, 0, -20000, 7000, nil]
    var now = before
    (now[2], now[7]) = (nil, 0)
    #expect(
      ChannelOrder.find(fingerprint(now, seed: 2), used: Set(0..<7), reference: fingerprint(before))
        == .unknown)
    #expect(
      ChannelOrder.find(
        fingerprint(before, rotated: 3, seed: 2), used: Set(0..<7), reference: fingerprint(before))
        == .rotated(by: 3))
  }

  @Test("a channel of a coarser kind is known by the bits that it never sets")
  func bits() {
    var reference = ChannelFingerprint(channels: 2, blockFrames: 100)
    var now = reference
    var random = SeededGenerator(seed: 4)
    var (first, second): ([Int32], [Int32]) = ([], [])
    for _ in 0..<1000 {
      let (fine, coarse) = (
        Int32.random(in: -9000...9000, using: &random),
        Int32.random(in: -90...90, using: &random) << 8
      )
      first += [fine, coarse]
      second += [coarse, fine]
    }
    first.withUnsafeBufferPointer { reference.add($0) }
    second.withUnsafeBufferPointer { now.add($0) }
    #expect(ChannelOrder.find(now, used: [0, 1], reference: reference) == .rotated(by: 1))
    #expect(ChannelOrder.find(reference, used: [0, 1], reference: reference) == .kept)
  }
}
