import Glibc

/// Walks through the chunks of a WAV file, and believes nothing without a check.
struct WAVParser {
  struct Format {
    var rate: Int
    var channels: Int
    var encoding: WAVReader.Encoding
    /// The number of bits per sample, and the format tag, as the header states them.
    var bits = 0
    var tag = 0

    /// The size of one frame in the file, in bytes.
    var bytesPerFrame: Int { channels * encoding.bytes }
  }

  let descriptor: Int32
  let path: String
  let fileBytes: Int

  /// A chunk: what the eight bytes of its head state, and how much of it the file contains.
  struct Chunk: Sendable, Equatable {
    var id: String
    /// The offset at which the head of the chunk begins.
    var offset: Int
    /// The size of the contents in bytes that the head states.
    var statedBytes: Int
    /// The number of bytes of the contents that are in the file.
    var bytes: Int
    /// True if the contents have an odd length, but the next chunk follows without a padding byte.
    var lacksPadding = false

    /// The offset at which the contents begin.
    var contents: Int { offset + 8 }
    /// The offset at which the contents end.
    var end: Int { contents + bytes }
  }

  /// The chunks in the order of the file.
  private(set) var chunks: [Chunk] = []
  private(set) var isTruncated = false
  /// The form of the file: `RIFF`, `RF64` or `BW64`.
  private(set) var id = ""
  /// The size that bytes 4 to 7 of the file state.
  private(set) var statedBytes = 0
  /// The offset at which parsing ended: before the end of the file if bytes after the audio are not a chunk.
  private(set) var end = 0
  private(set) var format: Format?
  private(set) var data: (offset: Int, bytes: Int)?
  private(set) var largeDataBytes: Int?
  private(set) var largeRIFFBytes: Int?
  /// The offset of a tag that a music program put after the chunks; if there is none, the end of the file.
  private(set) var trailer: Int
  private var riffEnd: Int { statedBytes + 8 }
  /// The head of the file and the start of the part after its audio, each read at once, because chunks are many and
  /// small.
  private var windows: [(start: Int, bytes: [UInt8])] = []

  /// The most chunks to read, in case a file consists only of empty ones: no real file has as many.
  private static let mostChunks = 4096
  /// The size that means "see ds64", or that the true size was never written.
  private static let unknown = 0xFFFF_FFFF

  /// Parses an open file.
  init(descriptor: Int32, path: String, fileBytes: Int) throws(TakeFileError) {
    (self.descriptor, self.path) = (descriptor, path)
    (self.fileBytes, trailer) = (fileBytes, fileBytes)
    try parse()
  }

  /// The format and the position of the audio.
  func result() throws(TakeFileError) -> (format: Format, data: (offset: Int, bytes: Int)) {
    guard let format else { throw malformed(fileBytes, "there is no fmt chunk") }
    guard let data else { throw malformed(fileBytes, "there is no data chunk") }
    return (format, data)
  }

  private mutating func parse() throws(TakeFileError) {
    windows = [(0, try read(at: 0, count: min(WAVHeader.takeBytes, fileBytes)))]
    let start = try bytes(at: 0, count: 12)
    guard start.count == 12, ["RIFF", "RF64", "BW64"].contains(start.name(at: 0)),
      start.name(at: 8) == "WAVE"
    else {
      if start.count >= 4, start.name(at: 0) == "RIFX" {
        throw .unsupported(path: path, offset: 0, problem: "a big-endian (RIFX) WAV file")
      }
      // A damaged file that recovery kept has another ending, too.
      guard TakeFileKind(path: path) == .wav || path.hasSuffix(".damaged"),
        TakeName.isInProgress(path) || !Self.isOtherFormat(start)
      else {
        throw .notWAV(path: path)
      }
      throw malformed(0, TakeFileError.noHeader)
    }
    id = start.name(at: 0)
    statedBytes = Int(start.littleEndian(UInt32.self, at: 4))
    end = 12
    let lastBytes = fileBytes - ID3.trailerBytes
    let hasTrailer = ID3.isTrailer(try bytes(at: max(0, lastBytes), count: 3))
    while end + 8 <= fileBytes {
      if hasTrailer, data != nil, end == lastBytes {
        trailer = lastBytes
        return
      }
      // If a recording was interrupted, its audio continues beyond the end that the header states.
      if data != nil, try !isName(at: end) { return }
      guard chunks.count < Self.mostChunks else {
        if data != nil { return }
        throw malformed(end, "more than \(Self.mostChunks) chunks")
      }
      end = try chunk(at: end)
    }
  }

  /// True if a file that starts with these bytes has another format, whatever its name: FLAC, Ogg, AIFF, CAF, Wave64,
  /// MPEG-4 or MP3.
  private static func isOtherFormat(_ start: [UInt8]) -> Bool {
    guard start.count == 12 else { return false }
    return ["fLaC", "OggS", "FORM", "caff", "riff"].contains(start.name(at: 0))
      || start.name(at: 4) == "ftyp" || start.name(at: 0).hasPrefix("ID3")
      || start[0] == 0xFF && [0xF2, 0xF3, 0xFA, 0xFB].contains(start[1])
  }

  /// Reads the chunk at an offset; returns the offset of the next one.
  private mutating func chunk(at offset: Int) throws(TakeFileError) -> Int {
    let head = try bytes(at: offset, count: 8)
    guard head.count == 8 else { return fileBytes }
    let id = head.name(at: 0)
    let contents = offset + 8
    let stated = Int(head.littleEndian(UInt32.self, at: 4))
    var size = stated
    if id == "data", data == nil { size = dataSize(stated: size, at: contents) }
    let there = min(size, fileBytes - contents)
    if there < size { isTruncated = true }
    chunks.append(Chunk(id: id, offset: offset, statedBytes: stated, bytes: there))
    switch id {
    case "ds64": try readLargeSizes(at: contents, size: there)
    case "fmt " where format == nil: format = try readFormat(at: contents, size: there)
    case "data" where data == nil:
      data = (contents, there)
      let behind = contents + there
      windows.append((behind, try read(at: behind, count: min(4096, fileBytes - behind))))
    default: break
    }
    return try nextOffset(after: contents + there, isOdd: there & 1 == 1)
  }

  /// The fault of a file with further chunks of audio, which nothing reads; `nil` if it has none.
  var unreadAudio: String? {
    let more = chunks.filter { $0.id == "data" }.dropFirst().reduce(0) { $0 + $1.bytes }
    return more > 0
      ? "it has a second chunk of audio with \(more.counted("byte")), which is not read" : nil
  }

  /// The chunks from an offset on, if they fill the rest of the file without a gap; otherwise none.
  func chain(from offset: Int) throws(TakeFileError) -> [Chunk] {
    var chain: [Chunk] = []
    var end = offset
    while end < fileBytes {
      let head = try bytes(at: end, count: 8)
      guard head.count == 8, chain.count < Self.mostChunks, try isName(at: end) else { return [] }
      let size = Int(head.littleEndian(UInt32.self, at: 4))
      chain.append(Chunk(id: head.name(at: 0), offset: end, statedBytes: size, bytes: size))
      end = (end + 8 + size).madeEven
    }
    return end <= fileBytes.madeEven ? chain : []
  }

  /// The offset of the next chunk; some programs forget the padding byte after a chunk of odd length.
  private mutating func nextOffset(after end: Int, isOdd: Bool) throws(TakeFileError) -> Int {
    guard isOdd else { return end }
    if try !isName(at: end + 1), try isName(at: end) {
      chunks[chunks.count - 1].lacksPadding = true
      return end
    }
    return end + 1
  }

  /// True if a chunk can start here, because four printable characters do.
  private func isName(at offset: Int) throws(TakeFileError) -> Bool {
    let name = try bytes(at: offset, count: 4)
    return name.count == 4 && name.allSatisfy { (32..<127).contains($0) }
  }

  /// The number of bytes of audio, even if the header does not state it.
  ///
  /// A program that is killed leaves a size of 0 or 0xFFFFFFFF; the audio then continues to the end of the file. But 0
  /// is believed if the stated size of the whole file shows that the header was completed.
  private func dataSize(stated: Int, at contents: Int) -> Int {
    let rest = fileBytes - contents
    if stated == Self.unknown {
      if let largeDataBytes, largeDataBytes > 0 { return largeDataBytes }
      return rest
    }
    if stated == 0 && riffEnd <= contents { return rest }
    return stated
  }

  private mutating func readLargeSizes(at offset: Int, size: Int) throws(TakeFileError) {
    guard size >= 24 else { throw malformed(offset, "the ds64 chunk has fewer than 24 bytes") }
    let contents = try bytes(at: offset, count: 24)
    guard contents.count == 24 else { return }
    // A size beyond that of any file means that the audio continues to the end.
    largeRIFFBytes = Int(min(contents.littleEndian(UInt64.self, at: 0), UInt64(1) << 60))
    largeDataBytes = Int(min(contents.littleEndian(UInt64.self, at: 8), UInt64(1) << 60))
  }

  private func readFormat(at offset: Int, size: Int) throws(TakeFileError) -> Format {
    let fmt = try bytes(at: offset, count: min(size, 40))
    guard fmt.count >= 16 else { throw malformed(offset, "the fmt chunk has fewer than 16 bytes") }
    let channels = Int(fmt.littleEndian(UInt16.self, at: 2))
    let rate = Int(fmt.littleEndian(UInt32.self, at: 4))
    let block = Int(fmt.littleEndian(UInt16.self, at: 12))
    let bits = Int(fmt.littleEndian(UInt16.self, at: 14))
    guard (1...1024).contains(channels) else {
      throw malformed(offset + 2, "\(channels) channels; must be 1 to 1024")
    }
    guard (1...10_000_000).contains(rate) else {
      throw malformed(offset + 4, "\(rate) frames per second; must be 1 to 10000000")
    }
    // Some programs do not state the frame size, and others store samples in more bytes than necessary.
    let container = block == 0 ? (bits + 7) / 8 : block / channels
    let encoding = try encoding(of: fmt, bits: bits, container: container, at: offset)
    guard block == 0 || block == channels * encoding.bytes else {
      throw malformed(
        offset + 12,
        "\(block) bytes per frame; \(channels) channels of \(bits) bits need "
          + "\(channels * encoding.bytes)")
    }
    let tag = Int(fmt.littleEndian(UInt16.self, at: 0))
    return Format(rate: rate, channels: channels, encoding: encoding, bits: bits, tag: tag)
  }

  private func encoding(
    of fmt: [UInt8], bits: Int, container: Int, at offset: Int
  ) throws(TakeFileError) -> WAVReader.Encoding {
    var tag = Int(fmt.littleEndian(UInt16.self, at: 0))
    // If the extensible form states no subformat, programs mean PCM.
    if tag == 0xFFFE, fmt.count < 40 { tag = 1 }
    if tag == 0xFFFE {
      guard [WAVHeader.subformatTail, Self.ambisonicTail].contains(Array(fmt[26..<40])) else {
        throw .unsupported(path: path, offset: offset + 24, problem: "an unknown subformat")
      }
      tag = Int(fmt.littleEndian(UInt16.self, at: 24))
    }
    switch (tag, bits, container) {
    case (1, 1...8, 1): return .u8
    case (1, 1...16, 2): return .s16
    case (1, 1...24, 3): return .s24
    case (1, 1...32, 4): return .s32
    case (3, 32, _): return .f32
    case (3, 64, _): return .f64
    case (1, _, _), (3, _, _):
      throw malformed(offset + 14, "\(bits) bits per sample")
    default:
      throw .unsupported(
        path: path, offset: offset, problem: "format tag \(tag) is neither PCM nor float")
    }
  }

  /// The bytes that follow the tag in the GUIDs for ambisonics in B-format.
  ///
  /// - Source: dream.cs.bath.ac.uk/researchdev/wave-ex/bformat.html.
  private static let ambisonicTail: [UInt8] = [
    0x00, 0x00, 0x21, 0x07, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0x00, 0x00, 0x00,
  ]

  /// The format, in which the samples decide where 24 bits lie in four bytes.
  ///
  /// `arecord -f S24_LE` puts the 24 bits into the lower three bytes, and states either 24 or 32 bits; all other
  /// programs put them into the upper three. A recording that states 32 bits is taken for one by `arecord` if all its
  /// samples stay within the lower 24 bits and come near to filling them. Only files with the old format tag are
  /// examined, because no newer program writes that tag for such samples.
  ///
  /// - Source: alsa-utils, aplay.c: for S24_LE it states 24 bits up to version 1.2.9, and 32 bits since then.
  func settled(_ format: Format, from offset: Int, bytes count: Int) throws(TakeFileError) -> Format
  {
    guard format.encoding == .s32, format.bits <= 24 || format.tag == 1 else { return format }
    var (loudest, lowest, done): (Int32, Int32, Int) = (0, 0, 0)
    while done < count {
      let block = try bytes(at: offset + done, count: min(1 << 18, count - done))
      if block.count < 4 { break }
      block.withUnsafeBytes { raw in
        for index in 0..<(block.count / 4) {
          let word = raw.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)
          let sample = Int32(littleEndian: word)
          loudest |= sample ^ (sample >> 31)
          lowest |= sample & 0xFF
        }
      }
      // If a sample needs more than 24 bits, the samples are not in the lower three bytes.
      if format.bits > 24 ? loudest >= 1 << 23 : lowest != 0 { break }
      done += block.count
    }
    let isLower =
      lowest != 0 && (format.bits <= 24 || Self.loudness24.contains(loudest))
    var settled = format
    if isLower { settled.encoding = .s24in32 }
    return settled
  }

  /// If the loudest sample lies in this range, from 30 dB below 24-bit full scale, the samples have 24 bits, not 32.
  private static let loudness24: Range<Int32> = (1 << 18)..<(1 << 23)

  /// Reads bytes from the file; fewer than `count` if the file ends before.
  func bytes(at offset: Int, count: Int) throws(TakeFileError) -> [UInt8] {
    for window in windows where offset >= window.start {
      let first = offset - window.start
      if first + count <= window.bytes.count { return Array(window.bytes[first..<(first + count)]) }
    }
    return try read(at: offset, count: count)
  }

  /// The checksum of a range of the file, which is read in blocks.
  ///
  /// - Parameter progress: called with the number of bytes of each block.
  func checksum(
    from offset: Int, bytes count: Int, progress: (Int) -> Void = { _ in }
  ) throws(TakeFileError) -> CRC32 {
    var checksum = CRC32()
    while checksum.bytes < count {
      let block = try bytes(
        at: offset + checksum.bytes, count: min(1 << 20, count - checksum.bytes))
      if block.isEmpty { break }
      block.withUnsafeBytes { checksum.add($0) }
      progress(block.count)
    }
    return checksum
  }

  private func read(at offset: Int, count: Int) throws(TakeFileError) -> [UInt8] {
    try OpenFile.bytes(of: descriptor, at: offset, count: count, path: path)
  }

  func malformed(_ offset: Int, _ problem: String) -> TakeFileError {
    .malformed(path: path, offset: offset, problem: problem)
  }
}
