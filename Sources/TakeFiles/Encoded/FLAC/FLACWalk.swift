/// A walk over the frames of FLAC, in pieces of bounded size.
struct FLACWalk {
  /// The number of frames of audio in whole FLAC frames.
  private(set) var frames = 0
  /// The end of the last whole FLAC frame.
  private(set) var end: Int

  private let channels: Int
  private var current: FLACFrameHeader?
  private var start: Int
  private var crc: UInt16 = 0
  /// The position at which the checksum became right, if it has since the last advance.
  private var rightSince: Int?
  /// The last position at which the checksum was right.
  private var lastRight: Int?

  /// The number of bytes that are examined at once.
  private static let pieceBytes = 1 << 17
  /// The size of the checksum at the end of a frame.
  private static let checksumBytes = 2
  /// The longest possible frame in bytes: 65535 samples of 8 channels with 33 bits.
  private static let longestFrame = 65535 * 8 * 33 / 8 + 4096

  /// Walks from the first frame until something is wrong.
  static func walk(
    _ window: inout FileWindow, from offset: Int, channels: Int
  ) throws(TakeFileError) -> FLACWalk {
    var walk = FLACWalk(end: offset, channels: channels, start: offset)
    var position = offset
    while position < window.size {
      let piece = try window.bytes(
        at: position, count: pieceBytes + FLACFrameHeader.longest)
      let count = min(pieceBytes, piece.count)
      if count == 0 || !walk.take(piece, count: count, at: position) { return walk }
      position += count
    }
    walk.conclude(at: window.size)
    return walk
  }

  private init(end: Int, channels: Int, start: Int) {
    self.end = end
    self.channels = channels
    self.start = start
  }

  /// Takes `count` bytes; those after them are only examined.
  ///
  /// - Returns: true when it makes sense to go on.
  private mutating func take(_ piece: ArraySlice<UInt8>, count: Int, at position: Int) -> Bool {
    if current == nil && !begin(piece.prefix(FLACFrameHeader.longest), at: position) {
      return false
    }
    var index = 0
    while index < count {
      index = advance(piece, from: index, to: count)
      // The checksum over the frame with its checksum is 0: this may be its end.
      if crc == 0 {
        lastRight = position + index
        if rightSince == nil { rightSince = lastRight }
      }
      if index == count { break }
      let next = piece.dropFirst(index).prefix(FLACFrameHeader.longest)
      if position + index > start, follows(next) {
        complete(at: position + index)
        if !begin(next, at: position + index) { return false }
      }
      step(piece[piece.startIndex + index])
      index += 1
    }
    return position + count - start <= Self.longestFrame
  }

  /// Brings the checksum forward to the next place where it is 0.
  private mutating func advance(_ piece: ArraySlice<UInt8>, from first: Int, to last: Int) -> Int {
    if crc == 0 { return first }
    rightSince = nil
    var index = first
    var sum = crc
    piece.withUnsafeBufferPointer { bytes in
      Checksums.crc16.withUnsafeBufferPointer { table in
        while index < last && sum != 0 {
          sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 8) ^ bytes[index])]
          index += 1
        }
      }
    }
    crc = sum
    return index
  }

  private mutating func step(_ byte: UInt8) {
    crc = crc << 8 ^ Checksums.crc16[Int(UInt8(truncatingIfNeeded: crc >> 8) ^ byte)]
  }

  private func follows(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == 0xFF, let current, let next = FLACFrameHeader(bytes) else { return false }
    let expected = current.isVariable ? current.number + current.blockSize : current.number + 1
    return next.number == expected && next.isVariable == current.isVariable
      && next.channels == channels
  }

  private mutating func begin(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Bool {
    guard let header = FLACFrameHeader(bytes), header.channels == channels else { return false }
    current = header
    start = offset
    crc = 0
    (rightSince, lastRight) = (nil, nil)
    return true
  }

  private mutating func complete(at offset: Int) {
    frames += current?.blockSize ?? 0
    end = offset
    current = nil
  }

  /// Ends the walk at the end of the file: a frame ends there if its checksum is right, with zeros after it that file
  /// systems leave.
  ///
  /// One or both bytes of the checksum may be 0 themselves: then it is right that much earlier. As many zeros are kept
  /// as it can need. Extra zeros do no harm: decoders stop at the length that the file states.
  private mutating func conclude(at size: Int) {
    guard crc == 0, let current, let rightSince, rightSince > start + current.bytes else { return }
    complete(at: min(size, rightSince + Self.checksumBytes))
  }

  /// The frames of audio in the FLAC frame that completes the length stated in the file, when other data follow it,
  /// such as a tag of a program for music; `nil` when there is none, or it cannot be whole.
  ///
  /// Its checksum can have been right by chance: only a decoder can tell if it is whole.
  func lastBlock(before stated: Int) -> Int? {
    guard let current, let lastRight, frames + current.blockSize == stated,
      lastRight > start + current.bytes + Self.checksumBytes
    else { return nil }
    return current.blockSize
  }

  /// Ends with that frame, which is whole: at the last position of a right checksum, so that none of it is lost.
  ///
  /// Extra bytes do no harm.
  mutating func concludeBeforeOthers() {
    if let lastRight { complete(at: lastRight) }
  }
}
