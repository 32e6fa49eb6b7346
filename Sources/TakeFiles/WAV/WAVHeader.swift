/// The bytes before the audio of a WAV file.
///
/// The length of the header never changes: directly after `WAVE`, a `JUNK` chunk reserves 28 bytes, which become the
/// `ds64` chunk if the file outgrows 32-bit sizes. So to turn RIFF into RF64, only the header is rewritten.
///
/// The head of a take also contains metadata, and its length is constant too: `bext`, `iXML` padded with spaces, and
/// the ``CheckpointRecord``, which lies in the last sector together with the header of the audio.
///
/// - Source: EBU Tech 3306 (RF64), ITU-R BS.2088 (the reserved chunk); RFC 2361 and the multiple-channel audio data
///   document of Microsoft (the format tags).
struct WAVHeader: Sendable {
  let format: AudioFormat
  /// The largest size for which the header stays RIFF, with 32 bits; tests use a smaller one.
  let riffLimit: Int
  /// True if the head has space for metadata.
  let hasMetadata: Bool

  /// The largest 32-bit value that is a size, because 0xFFFFFFFF means "see ds64".
  static let largestRIFF = 0xFFFF_FFFE
  /// The number of bytes before the audio of a take, a multiple of the sizes of kernel pages and of the medium's
  /// sectors.
  static let takeBytes = 16384
  /// The size in bytes of a sector of the medium; a sector is written either completely or not at all.
  static let sector = 512
  /// The number of bytes that `bext` reserves for the coding history.
  private static let historyBytes = 256

  /// The number of bytes before the audio.
  var size: Int { hasMetadata ? Self.takeBytes : 12 + 36 + formatBytes + 8 }

  /// The values that the head states about the audio and the file.
  struct Contents {
    /// The number of bytes of audio that players may read.
    var dataBytes = 0
    /// The size of the file in bytes; `nil` while it grows, when the head states the value that means "to the end".
    var fileBytes: Int?
    /// The record of which audio is safe.
    var record = CheckpointRecord()
    /// The checksum of all bytes after the audio of a finished file.
    var tail = CRC32()
  }

  /// True if the audio or the file is so large that 64-bit sizes are needed.
  private func isLarge(_ contents: Contents) -> Bool {
    max(contents.fileBytes ?? 0, size + contents.dataBytes) - 8 > riffLimit
  }

  /// The head of a file.
  ///
  /// - Parameter metadata: the metadata of a take; required if ``hasMetadata`` is true.
  func bytes(_ contents: Contents, metadata: TakeMetadata? = nil) -> [UInt8] {
    bytes(contents, description: description(metadata))
  }

  /// The head of a file whose description is already known; the sizes are written before and after it.
  func bytes(_ contents: Contents, description: [UInt8]) -> [UInt8] {
    let isLarge = isLarge(contents)
    let frames = contents.dataBytes / format.bytesPerFrame
    let riffBytes = contents.fileBytes.map { $0 - 8 }
    var header = Self.start(
      riffBytes: riffBytes,
      large: isLarge
        ? [riffBytes ?? size + contents.dataBytes - 8, contents.dataBytes, frames] : nil)
    header.reserveCapacity(size)
    header.append(contentsOf: description)
    if hasFact {
      header.append(name: "fact")
      header.append(littleEndian: UInt32(4))
      header.append(littleEndian: isLarge ? UInt32.max : UInt32(frames))
    }
    if hasMetadata {
      var record = contents.record
      if contents.fileBytes != nil {
        record.seal = CheckpointRecord.Seal(
          description: description.withUnsafeBytes { CRC32($0) }.value, tail: contents.tail)
      }
      header.append(
        contentsOf: WAVChunk(id: CheckpointRecord.id, payload: record.payload).serialised)
    }
    header.append(name: "data")
    header.append(littleEndian: isLarge ? UInt32.max : UInt32(contents.dataBytes))
    return header
  }

  /// The first 48 bytes of a file: its form, its size, and the chunk that is reserved for large sizes.
  ///
  /// - Parameters:
  ///   - riffBytes: the size; `nil` for a file that is growing.
  ///   - large: the sizes of the whole and of the audio in bytes, and the frames; `nil` for a file that needs none.
  static func start(riffBytes: Int?, large: [Int]?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(name: large == nil ? "RIFF" : "RF64")
    bytes.append(littleEndian: large == nil ? riffBytes.map(UInt32.init) ?? .max : UInt32.max)
    bytes.append(name: "WAVE")
    bytes.append(name: large == nil ? "JUNK" : "ds64")
    bytes.append(littleEndian: UInt32(28))
    for number in large ?? [0, 0, 0] { bytes.append(littleEndian: UInt64(number)) }
    bytes.append(littleEndian: UInt32(0))
    return bytes
  }

  /// The description: the format and the metadata of a take, which do not change while frames are added.
  func description(_ metadata: TakeMetadata?) -> [UInt8] {
    let formatChunk = WAVChunk(id: "fmt ", payload: formatPayload).serialised
    guard hasMetadata, let metadata else { return formatChunk }
    let before = broadcast(metadata) + formatChunk
    let text = IXML(metadata: metadata, format: format).payload(bytes: room(after: before.count))
    return before + WAVChunk(id: "iXML", payload: text).serialised
  }

  /// True if a head with space for metadata has room for the whole title, the whole note and all channels.
  func holds(_ metadata: TakeMetadata) -> Bool {
    let before = broadcast(metadata).count + 8 + formatPayload.count
    let fitted = IXML(metadata: metadata, format: format).fitted(to: room(after: before)).metadata
    return fitted.title == metadata.title && fitted.note == metadata.note
      && fitted.tracks.count == metadata.tracks.count
  }

  private func broadcast(_ metadata: TakeMetadata) -> [UInt8] {
    let payload = BroadcastExtension(metadata, format: format)
      .payload(historyBytes: Self.historyBytes)
    return WAVChunk(id: "bext", payload: payload).serialised
  }

  /// The number of bytes of the iXML document, which follows `bext` and the format.
  private func room(after before: Int) -> Int {
    size - Self.sector - (hasFact ? 12 : 0) - 12 - 36 - before - 8
  }

  /// The number of bytes in the chunks that state the format.
  private var formatBytes: Int { 8 + formatPayload.count + (hasFact ? 12 : 0) }

  /// True if the file needs a `fact` chunk with the number of frames, as all files do that are not PCM.
  private var hasFact: Bool { format.samples == .f32 }

  /// True if the format chunk must have the long form.
  ///
  /// One or two channels of up to 24 bits use the old tag, which every player and editor can read. More channels, or 32
  /// bits, need the extensible form.
  private var isExtensible: Bool { format.channels > 2 || format.samples == .s32 }

  private var formatPayload: [UInt8] {
    let tag: UInt16 = format.samples == .f32 ? 3 : 1
    var payload: [UInt8] = []
    payload.append(littleEndian: isExtensible ? 0xFFFE : tag)
    payload.append(littleEndian: UInt16(format.channels))
    payload.append(littleEndian: UInt32(format.rate))
    payload.append(littleEndian: UInt32(format.rate * format.bytesPerFrame))
    payload.append(littleEndian: UInt16(format.bytesPerFrame))
    payload.append(littleEndian: UInt16(format.samples.bits))
    if isExtensible {
      payload.append(littleEndian: UInt16(22))
      payload.append(littleEndian: UInt16(format.samples.bits))
      // No speakers are assigned: the channels of an array are microphones, and a player must not map them to
      // loudspeakers.
      payload.append(littleEndian: UInt32(0))
      payload.append(littleEndian: tag)
      payload.append(contentsOf: Self.subformatTail)
    } else if tag == 3 {
      payload.append(littleEndian: UInt16(0))
    }
    return payload
  }

  /// The bytes that follow the tag in the GUIDs for PCM and float.
  static let subformatTail: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]
}
