/// A block of the live sound on an upgraded connection: a header of 16 bytes, then the left and right samples,
/// interleaved, as 32-bit floats, where full scale is 1; everything is little-endian.
///
/// The header holds the number of frames (32 bits), the frames per second (32 bits), and the frames that this listener
/// has missed so far because it or the recorder was too slow (64 bits).
package struct SoundBlock: Sendable, Equatable {
  /// The number of frames per second.
  package var rate: Int
  /// The number of frames that this listener has missed since it began to listen.
  package var missed: Int
  /// The left and right samples, interleaved.
  package var samples: [Float]

  /// The size of the header in bytes.
  static let headBytes = 16
  /// The most frames in a block.
  package static let mostFrames = 1 << 16

  /// Creates a block from its parts.
  package init(rate: Int, missed: Int, samples: [Float]) {
    (self.rate, self.missed, self.samples) = (rate, missed, samples)
  }

  /// The number of frames in the block.
  package var frames: Int { samples.count / 2 }

  /// The bytes of the block as they are sent.
  var bytes: [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(Self.headBytes + 4 * samples.count)
    all.append(littleEndian: UInt32(truncatingIfNeeded: frames))
    all.append(littleEndian: UInt32(truncatingIfNeeded: rate))
    all.append(littleEndian: UInt64(truncatingIfNeeded: missed))
    for sample in samples { all.append(littleEndian: sample.bitPattern) }
    return all
  }
}

/// A buffer that assembles the bytes from an upgraded connection into blocks.
struct SoundBlockBuffer: Sendable {
  private var bytes: [UInt8] = []

  mutating func append(_ news: [UInt8]) { bytes += news }

  /// Takes out the next block; `nil` if the block is not complete yet.
  ///
  /// - Throws: ``SoundFault`` if the bytes do not form a block.
  mutating func next() throws(SoundFault) -> SoundBlock? {
    guard bytes.count >= SoundBlock.headBytes else { return nil }
    let frames = Int(word(at: 0))
    guard frames <= SoundBlock.mostFrames else { throw SoundFault() }
    let size = SoundBlock.headBytes + 8 * frames
    guard bytes.count >= size else { return nil }
    let missed = UInt64(word(at: 8)) | UInt64(word(at: 12)) << 32
    var block = SoundBlock(
      rate: Int(word(at: 4)), missed: Int(truncatingIfNeeded: missed), samples: [])
    block.samples.reserveCapacity(2 * frames)
    for n in 0..<(2 * frames) {
      block.samples.append(Float(bitPattern: word(at: SoundBlock.headBytes + 4 * n)))
    }
    bytes.removeFirst(size)
    return block
  }

  private func word(at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }
}

/// The error thrown when bytes do not form a block of sound.
struct SoundFault: Error, Equatable {}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}
