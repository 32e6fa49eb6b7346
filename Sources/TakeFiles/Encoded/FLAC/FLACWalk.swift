/// Walks over the frames of a FLAC file, in pieces of limited size.
///
/// A damaged frame does not end the walk: it continues at the next header that is followed by another header, and
/// silence of exactly the right length fills the gap.
struct FLACWalk {
  /// The number of frames of audio so far, both those in intact FLAC frames and those of the silence between them.
  private(set) var frames = 0
  /// The offset at which the last intact FLAC frame ends.
  private(set) var end: Int
  /// The ranges of frames of audio that cannot be decoded.
  private(set) var holes: [Range<Int>] = []

  private let info: FLACStreamInfo
  /// The pieces of the repaired file up to the last hole, and the offset at which the piece after it starts.
  private var made: [EncodedSurvey.Piece] = []
  private var keptFrom: Int
  /// If frames have a fixed size, the number of samples in all of them but the last.
  private var blockSize: Int
  /// The position in the stream at which this file begins; `nil` until its first header is found.
  private var origin: Int?
  private var current: FLACFrameHeader?
  private var start: Int
  private var crc: UInt16 = 0
  /// The offset at which the checksum became correct; `nil` if it has become wrong again.
  private var rightSince: Int?
  /// The last offset at which the checksum was correct.
  private var lastRight: Int?
  /// An offset at which the checksum was correct, and which something like a damaged header follows.
  private var likelyEnd: Int?
  /// The headers of later frames that were found before the end of the current frame.
  private var later: [(header: FLACFrameHeader, offset: Int)] = []

  /// The number of bytes to examine at once.
  private static let pieceBytes = 1 << 17
  /// The size in bytes of the checksum at the end of a frame.
  private static let checksumBytes = 2
  /// The size in bytes of the longest possible frame: 65535 samples in each of 8 channels, with 33 bits each.
  private static let longestFrame = 65535 * 8 * 33 / 8 + 4096
  /// The longest hole is two to the power of this, in FLAC frames: six hours if the frames have a typical size.
  private static let mostSilent = 18
  /// The number of headers to remember: in random data, something looks like a header every 8 MB.
  private static let mostLater = 8

  /// Walks from the first frame to the end of the file.
  static func walk(
    _ window: inout FileWindow, from offset: Int, info: FLACStreamInfo
  ) throws(TakeFileError) -> FLACWalk {
    var walk = FLACWalk(end: offset, info: info)
    try walk.scan(&window, from: offset)
    // The last frame of the file may begin after the damage, without another header after it, so try each header in
    // turn.
    while !walk.later.isEmpty {
      let last = walk.later.removeFirst()
      var other = walk
      let start = other.resume(last)
      try other.scan(&window, from: start)
      if other.frames > walk.frames { walk = other }
    }
    // If only the header of the last frame is damaged, the frame before it is still intact.
    if let likelyEnd = walk.likelyEnd { walk.complete(at: likelyEnd, hasFollower: true) }
    return walk
  }

  private init(end: Int, info: FLACStreamInfo) {
    self.end = end
    self.info = info
    keptFrom = end
    start = end
    blockSize = info.blockSize
  }

  /// The pieces of the repaired file that contain its audio.
  var pieces: [EncodedSurvey.Piece] { made + [.kept(keptFrom..<end)] }

  private mutating func scan(
    _ window: inout FileWindow, from offset: Int
  ) throws(TakeFileError) {
    var position = offset
    while position < window.size {
      let piece = try window.bytes(
        at: position, count: Self.pieceBytes + FLACFrameHeader.longest)
      let count = min(Self.pieceBytes, piece.count)
      if count == 0 { break }
      position = read(piece, count: count, at: position)
    }
    conclude(at: window.size)
  }

  /// Processes `count` bytes; the bytes after them only serve to complete a header.
  ///
  /// - Returns: the position at which to continue.
  private mutating func read(_ piece: ArraySlice<UInt8>, count: Int, at position: Int) -> Int {
    var index = 0
    while index < count {
      index = advance(piece, from: index, to: count)
      let here = position + index
      // The checksum of a frame that includes its own checksum is 0, so the frame may end here.
      let isRight = crc == 0 && current != nil && here - start <= Self.longestFrame
      if isRight {
        lastRight = here
        if rightSince == nil { rightSince = here }
      }
      if index == count { break }
      let bytes = piece.dropFirst(index).prefix(FLACFrameHeader.longest)
      if current == nil || here > start {
        if let next = header(bytes) {
          if isRight, current?.isFollowed(by: next) == true {
            complete(at: here, hasFollower: true)
            begin(next, at: here)
          } else if let known = later.first(where: { $0.header.isFollowed(by: next) }) {
            return resume(known)
          } else if origin == nil, here == keptFrom, info.frames == 0 || isLater(next) {
            begin(next, at: here)
          } else if isLater(next) {
            if later.count == Self.mostLater { later.removeFirst() }
            later.append((next, here))
          }
        } else if isRight, let current, current.resembles(bytes) {
          likelyEnd = here
        }
      }
      step(piece[piece.startIndex + index])
      index += 1
    }
    return position + count
  }

  /// Moves on to the next position at which the checksum is 0 or a header may begin.
  private mutating func advance(_ piece: ArraySlice<UInt8>, from first: Int, to last: Int) -> Int {
    if crc == 0 { return first }
    rightSince = nil
    var index = first
    var sum = crc
    piece.withUnsafeBufferPointer { bytes in
      Checksums.crc16.withUnsafeBufferPointer { table in
        while index < last && sum != 0 && bytes[index] != 0xFF {
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

  /// The header that begins here; `nil` if there is none that can belong to this file.
  private func header(_ bytes: ArraySlice<UInt8>) -> FLACFrameHeader? {
    guard bytes.first == 0xFF, let next = FLACFrameHeader(bytes), next.channels == info.channels
    else { return nil }
    return current.map { $0.isVariable == next.isVariable } ?? true ? next : nil
  }

  /// The number of the frame of audio with which a FLAC frame begins.
  private func place(of header: FLACFrameHeader) -> Int {
    let size = blockSize > 0 ? blockSize : header.blockSize
    return (header.isVariable ? header.number : header.number * size) - (origin ?? 0)
  }

  private func isLater(_ header: FLACFrameHeader) -> Bool {
    let (expected, found) = (current.map { place(of: $0) + 1 } ?? frames, place(of: header))
    let longest = min(EncodedSurvey.longestHole * info.rate, max(16, blockSize) << Self.mostSilent)
    return found >= expected && found - frames <= longest
  }

  /// Continues after damage, at a header that was found after it; returns the position at which to continue.
  private mutating func resume(_ next: (header: FLACFrameHeader, offset: Int)) -> Int {
    if let likelyEnd { complete(at: likelyEnd, hasFollower: true) }
    begin(next.header, at: next.offset)
    return next.offset
  }

  private mutating func begin(_ header: FLACFrameHeader, at offset: Int) {
    // A stream recorded from the middle may begin with any number, and does not state its length.
    if origin == nil { origin = offset == keptFrom && info.frames == 0 ? place(of: header) : 0 }
    current = header
    start = offset
    crc = 0
    (rightSince, lastRight, likelyEnd, later) = (nil, nil, nil, [])
  }

  private mutating func complete(at offset: Int, hasFollower: Bool = false) {
    guard let current else { return }
    if hasFollower, !current.isVariable { blockSize = current.blockSize }
    let place = place(of: current)
    if place > frames {
      made += [.kept(keptFrom..<end), .made(silence(frames..<place, like: current))]
      holes.append(frames..<place)
      keptFrom = start
    }
    frames = place + current.blockSize
    end = offset
    later = []
    self.current = nil
  }

  /// FLAC frames that fill a range with silence.
  private func silence(_ range: Range<Int>, like header: FLACFrameHeader) -> [UInt8] {
    let first = range.lowerBound + (origin ?? 0)
    guard header.isVariable else {
      let size = max(1, blockSize)
      return ((first / size)..<((range.upperBound + (origin ?? 0)) / size)).flatMap {
        header.silence(number: $0, blockSize: size, bits: info.bits)
      }
    }
    var (bytes, done): ([UInt8], Int) = ([], 0)
    while done < range.count {
      let rest = range.count - done
      let size = rest < 2 * 4096 ? rest : 4096
      bytes += header.silence(number: first + done, blockSize: size, bits: info.bits)
      done += size
    }
    return bytes
  }

  /// Ends the walk at the end of the file: the last frame is complete if its checksum is correct, even if file systems
  /// left zeros after it.
  ///
  /// One or both bytes of the frame's checksum may themselves be 0; the checksum is then already correct one or two
  /// bytes before the end of the frame. So up to two zeros after it are kept. If that is too many, they do no harm,
  /// because decoders stop at the length that the file states.
  private mutating func conclude(at size: Int) {
    guard crc == 0, let current else { return }
    // If the last byte looks like the start of a header, it was processed on its own.
    let since = rightSince ?? size
    guard since > start + current.bytes else { return }
    complete(at: min(size, since + Self.checksumBytes))
  }

  /// If other data, such as a music program's tag, follow the FLAC frame that completes the stated length, the number
  /// of frames of audio in it; `nil` if there is no such frame, or if it cannot be intact.
  ///
  /// The frame's checksum may be correct by chance: only a decoder can tell whether the frame is intact.
  func lastBlock(before stated: Int) -> Int? {
    guard let current, let lastRight, place(of: current) == frames,
      frames + current.blockSize == stated,
      lastRight > start + current.bytes + Self.checksumBytes
    else { return nil }
    return current.blockSize
  }

  /// Ends the walk with the frame that ``lastBlock(before:)`` found: at the last position with a correct checksum, so
  /// that none of the frame is lost.
  ///
  /// Bytes after the frame do no harm.
  mutating func concludeBeforeOthers() {
    if let lastRight { complete(at: lastRight) }
  }
}
