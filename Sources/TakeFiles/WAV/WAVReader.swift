import Glibc

/// Reads a WAV file: PCM of 8 to 32 bits, or floats of 32 or 64 bits, in RIFF, RF64 or BW64.
///
/// If a file is shorter or longer than its header says, it is read to its end; see ``flaws``. Nothing in the file can
/// make reading use more memory.
///
/// - Thread: one at a time, but not a realtime thread, because every method may wait for the disk.
public struct WAVReader: ~Copyable, Sendable {
  /// The path of the file, for messages.
  public let path: String
  /// Frames per second.
  public let rate: Int
  /// Samples per frame.
  public let channels: Int
  /// The format of one sample.
  public let encoding: Encoding
  /// The number of complete frames in the file.
  public let frames: Int
  /// True if the header states more audio than the file contains.
  public let isTruncated: Bool
  /// The differences between the header and the file, described in one phrase each; all complete frames can be read in
  /// spite of them.
  public let flaws: [String]
  /// The size of the file in bytes.
  public let fileBytes: Int
  /// The positions of all chunks, in the order of the file.
  public let chunks: [ChunkLocation]
  /// The number of the frame that will be read next.
  public private(set) var position = 0

  private let file: OpenFile
  private let dataOffset: Int
  private var scratch: [UInt8]

  /// The format of one sample in the file.
  public enum Encoding: String, CaseIterable, Sendable {
    /// 8 bits, unsigned.
    case u8
    /// 16 bits, signed.
    case s16
    /// 24 bits in three bytes, signed.
    case s24
    /// 24 bits in the lower three of four bytes, signed.
    case s24in32
    /// 32 bits, signed.
    case s32
    /// 32-bit floating point.
    case f32
    /// 64-bit floating point.
    case f64

    /// The size of one sample in the file, in bytes.
    public var bytes: Int {
      switch self {
      case .u8: 1
      case .s16: 2
      case .s24: 3
      case .s24in32, .s32, .f32: 4
      case .f64: 8
      }
    }

    /// Significant bits of one sample.
    public var bits: Int { self == .s24in32 ? 24 : 8 * bytes }

    /// True if ``WAVReader/read(samples:frames:)`` returns the bits of floats instead of integers.
    public var isFloat: Bool { self == .f32 || self == .f64 }
  }

  /// A chunk's position in the file.
  public struct ChunkLocation: Sendable, Equatable {
    /// The name of the chunk: four characters.
    public let id: String
    /// The offset of the contents in bytes from the start of the file.
    public let offset: Int
    /// The number of bytes of the contents that are in the file.
    public let bytes: Int
  }

  /// Opens a file and reads its header.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read,
  ///   ``TakeFileError/malformed(path:offset:problem:)`` if it is damaged, ``TakeFileError/notWAV(path:)``,
  ///   ``TakeFileError/unsupported(path:offset:problem:)`` if its audio is compressed.
  public static func open(path: String) throws(TakeFileError) -> WAVReader {
    let file = try OpenFile.read(path)
    let size = try file.size(of: path)
    let parser = try WAVParser(descriptor: file.descriptor, path: path, fileBytes: size)
    return try WAVReader(path: path, file: file, parser: parser)
  }

  private init(
    path: String, file: consuming OpenFile, parser: WAVParser
  ) throws(TakeFileError) {
    let audio = try WAVAudio(parser)
    let format = audio.format
    self.path = path
    self.file = file
    rate = format.rate
    channels = format.channels
    encoding = format.encoding
    dataOffset = audio.offset
    frames = audio.frames
    isTruncated = parser.isTruncated
    flaws = audio.flaws
    fileBytes = parser.fileBytes
    chunks = parser.chunks.map {
      ChunkLocation(id: $0.id, offset: $0.contents, bytes: $0.bytes)
    }
    scratch = [UInt8](repeating: 0, count: max(1 << 16, format.channels * format.encoding.bytes))
  }

  /// The size of one frame in the file, in bytes.
  public var bytesPerFrame: Int { channels * encoding.bytes }

  /// Moves to a frame, which will be the next to be read.
  ///
  /// - Precondition: the frame is 0 to ``frames``.
  public mutating func seek(toFrame frame: Int) {
    precondition((0...frames).contains(frame))
    position = frame
  }

  /// Reads interleaved samples, full scale 1.
  ///
  /// - Parameter samples: memory for `count` frames.
  /// - Returns: the number of frames read; fewer than requested if the audio ends, then 0.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read.
  public mutating func read(
    into samples: UnsafeMutablePointer<Float>, frames count: Int
  ) throws(TakeFileError) -> Int {
    try read(samples, count) {
      SampleDecoder.decode($0, count: $1, as: $2, into: $3)
    }
  }

  /// Reads interleaved samples as a capture device gives them, bit for bit.
  ///
  /// Integers are left-justified. From a file of floats, the bits of 32-bit floats are read (see ``Encoding/isFloat``),
  /// to which 64-bit floats are rounded.
  ///
  /// - Parameter samples: memory for `count` frames.
  /// - Returns: the number of frames read; fewer than requested if the audio ends, then 0.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read.
  public mutating func read(
    samples: UnsafeMutablePointer<Int32>, frames count: Int
  ) throws(TakeFileError) -> Int {
    try read(samples, count) {
      SampleDecoder.decode($0, count: $1, as: $2, intoSamples: $3)
    }
  }

  /// Reads block by block; for each block, calls a closure that decodes it, with the bytes, the samples, the encoding
  /// and the position.
  private mutating func read<Sample>(
    _ samples: UnsafeMutablePointer<Sample>, _ count: Int,
    decode: (UnsafeRawPointer, Int, Encoding, UnsafeMutablePointer<Sample>) -> Void
  ) throws(TakeFileError) -> Int {
    var done = 0
    while done < count {
      let block = try load(upTo: count - done)
      if block == 0 { break }
      let (place, encoding, channels) = (samples + done * channels, encoding, channels)
      scratch.withUnsafeBytes {
        if let bytes = $0.baseAddress { decode(bytes, block * channels, encoding, place) }
      }
      done += block
    }
    return done
  }

  /// Reads complete frames into the scratch buffer, and advances the position past them.
  private mutating func load(upTo count: Int) throws(TakeFileError) -> Int {
    let block = min(count, frames - position, scratch.count / bytesPerFrame)
    if block <= 0 { return 0 }
    let offset = dataOffset + position * bytesPerFrame
    let (descriptor, bytes) = (file.descriptor, block * bytesPerFrame)
    let outcome = scratch.withUnsafeMutableBytes {
      OpenFile.read(
        into: UnsafeMutableRawBufferPointer(rebasing: $0[..<bytes]), from: descriptor, at: offset)
    }
    if outcome.code != 0 {
      throw .system(operation: .read, path: path, code: outcome.code)
    }
    // Another program may have cut the file off since it was opened.
    let whole = outcome.bytes / bytesPerFrame
    position += whole
    return whole
  }

  /// The contents of a chunk, up to a limit.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read.
  public func contents(
    of chunk: ChunkLocation, atMost limit: Int = 1 << 20
  ) throws(TakeFileError) -> [UInt8] {
    try OpenFile.bytes(
      of: file.descriptor, at: chunk.offset, count: max(0, min(chunk.bytes, limit)), path: path)
  }
}
