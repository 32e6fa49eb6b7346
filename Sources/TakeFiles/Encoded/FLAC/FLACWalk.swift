/// A walk over the frames of a FLAC file, in pieces of bounded size.
///
/// A damaged frame does not end it: it continues at the next header followed by another one, and silence of the exact
/// length fills the gap.
struct FLACWalk {
  /// The number of frames of audio in intact FLAC frames and in the silence between them.
  private(set) var frames = 0
  /// The end of the last intact FLAC frame.
  private(set) var end: Int
  /// Frames of audio that cannot be decoded.
  private(set) var holes: [Range<Int>] = []

  private let info: FLACStreamInfo
  /// The parts of a repaired file before the last hole, and the start of the part after it.
  private var made: [EncodedSurvey.Piece] = []
  private var keptFrom: Int
  /// The number of samples in every frame of fixed size but the last one.
  private var blockSize: Int
  /// The position in the stream where the file begins; `nil` before its first header.
  private var origin: Int?
  private var current: FLACFrameHeader?
  private var start: Int
  private var crc: UInt16 = 0
  /// The position at which the checksum became correct, if it did since the last advance.
  private var rightSince: Int?
  /// The last position at which the checksum was correct.
  private var lastRight: Int?
  /// A position where the checksum was correct and something like a damaged header follows.
  private var likelyEnd: Int?
  /// Headers of later frames inside the expected extent of the current one.
  private var later: [(header: FLACFrameHeader, offset: Int)] = []

  /// The number of bytes examined at once.
  private static let pieceBytes = 1 << 17
  /// The size of the checksum at the end of a frame.
  private static let checksumBytes = 2
  /// The longest possible frame in bytes: 65535 samples of 8 channels with 33 bits.
  private static let longestFrame = 65535 * 8 * 33 / 8 + 4096
  /// The longest hole in FLAC frames, as a power of two: six hours of typical ones.
  private static let mostSilent = 18
  /// The number of headers to remember: random data look like a header every 8 MB.
  private static let mostLater = 8

  /// Walks from the first frame to the end of the file.
  static func walk(
    _ window: inout FileWindow, from offset: Int, info: FLACStreamInfo
  ) throws(TakeFileError) -> FLACWalk {
    var walk = FLACWalk(end: offset, info: info)
    try walk.scan(&window, from: offset)
    // The very last frame may begin after the damage, with no header after it.
    while !walk.later.isEmpty {
      let last = walk.later.removeFirst()
      var other = walk
      let start = other.resume(last)
      try other.scan(&window, from: start)
      if other.frames > walk.frames { walk = other }
    }
    // The header of the last frame may be damaged, but not the frame before it.
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

  /// The audio of a repaired file.
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

  /// Consumes `count` bytes; the bytes after them are only examined.
  ///
  /// - Returns: the position to continue from.
  private mutating func read(_ piece: ArraySlice<UInt8>, count: Int, at position: Int) -> Int {
    var index = 0
    while index < count {
      index = advance(piece, from: index, to: count)
      let here = position + index
      // The checksum over a frame including its checksum is 0: this may be its end.
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

  /// Advances the checksum to the next position where it is 0, or where a header may begin.
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

  /// The header that begins here, if it can belong to this file.
  private func header(_ bytes: ArraySlice<UInt8>) -> FLACFrameHeader? {
    guard bytes.first == 0xFF, let next = FLACFrameHeader(bytes), next.channels == info.channels
    else { return nil }
    return current.map { $0.isVariable == next.isVariable } ?? true ? next : nil
  }

  /// The audio frame at which a FLAC frame begins.
  private func place(of header: FLACFrameHeader) -> Int {
    let size = blockSize > 0 ? blockSize : header.blockSize
    return (header.isVariable ? header.number : header.number * size) - (origin ?? 0)
  }

  private func isLater(_ header: FLACFrameHeader) -> Bool {
    let (expected, found) = (current.map { place(of: $0) + 1 } ?? frames, place(of: header))
    let longest = min(EncodedSurvey.longestHole * info.rate, max(16, blockSize) << Self.mostSilent)
    return found >= expected && found - frames <= longest
  }

  /// Starts again after damage.
  private mutating func resume(_ next: (header: FLACFrameHeader, offset: Int)) -> Int {
    if let likelyEnd { complete(at: likelyEnd, hasFollower: true) }
    begin(next.header, at: next.offset)
    return next.offset
  }

  private mutating func begin(_ header: FLACFrameHeader, at offset: Int) {
    // A stream recorded from the middle begins with any number, and does not know its length.
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

  /// Silent FLAC frames.
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

  /// Ends the walk at the end of the file: a frame ends there if its checksum is correct, possibly followed by zeros
  /// that file systems leave.
  ///
  /// One or both bytes of the checksum may themselves be 0: then it is correct that much earlier. As many zeros are
  /// kept as it can need. Extra zeros do no harm: decoders stop at the length stated in the file.
  private mutating func conclude(at size: Int) {
    guard crc == 0, let current else { return }
    // A last byte like the start of a header was processed alone.
    let since = rightSince ?? size
    guard since > start + current.bytes else { return }
    complete(at: min(size, since + Self.checksumBytes))
  }

  /// The frames of audio in the FLAC frame that completes the stated length, if other data follow it, such as a tag of
  /// a music program; `nil` if there is none, or it cannot be intact.
  ///
  /// Its checksum may be correct by chance: only a decoder can tell if the frame is intact.
  func lastBlock(before stated: Int) -> Int? {
    guard let current, let lastRight, place(of: current) == frames,
      frames + current.blockSize == stated,
      lastRight > start + current.bytes + Self.checksumBytes
    else { return nil }
    return current.blockSize
  }

  /// Ends with that intact frame: at the last position with a correct checksum, so that none of it is lost.
  ///
  /// Extra bytes do no harm.
  mutating func concludeBeforeOthers() {
    if let lastRight { complete(at: lastRight) }
  }
}
