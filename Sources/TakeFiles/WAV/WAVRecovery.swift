import Glibc

/// The recovery of a WAV take left in progress.
///
/// Its writes are ordered so that a power cut in the middle of recovery leaves a file that can be recovered again, with
/// the same result:
///
/// 1. Cut off all bytes that are not audio, if the head can be read without them.
/// 2. Write the chunks after the audio, followed by a copy of the new metadata, because the head may tear when written.
/// 3. Write the head; its last sector then says that all audio is safe.
/// 4. Cut off the copy.
struct WAVRecovery {
  /// The result of a recovery.
  struct Result {
    var rate: Int
    var frames: Int
    var discardedBytes: Int
    /// The metadata; `nil` for a file of another program.
    var metadata: TakeMetadata?
  }

  /// A change of the file about to happen: tests let the power fail there.
  enum Step {
    case truncate(to: Int)
    case write(offset: Int, bytes: [UInt8])
  }

  private let parser: WAVParser
  private let format: AudioFormat
  private let record: CheckpointRecord?
  /// True if the file is a copy beside the truncated one, and so needs its own identity.
  private let isCopy: Bool
  private let observe: (Step) -> Void

  /// Does everything except giving the file its name.
  ///
  /// - Parameter asCopy: true when the file is a copy beside the truncated one.
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` if no head states the format of the audio; then
  ///   nothing changed.
  static func restore(
    _ file: inout InProgressFile, asCopy: Bool = false,
    observe: @escaping (Step) -> Void = { _ in }
  ) throws(TakeFileError) -> Result {
    var parser = file.makeParser()
    try parser.parse()
    let (format, data) = try parser.result()
    let chunk = parser.chunks.first { $0.id == CheckpointRecord.id }
    guard let chunk, chunk.end + 8 == data.offset, data.offset == WAVHeader.takeBytes,
      let samples = SampleFormat(rawValue: format.encoding.rawValue)
    else { return try mend(&file, parser) }
    let payload = try parser.bytes(at: chunk.contents, count: chunk.bytes)
    let recovery = WAVRecovery(
      parser: parser,
      format: AudioFormat(rate: format.rate, channels: format.channels, samples: samples),
      record: CheckpointRecord(payload: payload), isCopy: asCopy, observe: observe)
    return try recovery.rebuild(&file)
  }

  /// Repairs a file without a record, such as a rendered one: all bytes up to its end are audio.
  private static func mend(
    _ file: inout InProgressFile, _ parser: WAVParser
  ) throws(TakeFileError) -> Result {
    let mend = try WAVMend(parser)
    try mend.patch(&file)
    return Result(
      rate: mend.format.rate, frames: mend.frames, discardedBytes: mend.discardedBytes)
  }

  private func rebuild(_ file: inout InProgressFile) throws(TakeFileError) -> Result {
    var audioBytes = try safeBytes(file)
    let audioEnd = WAVHeader.takeBytes + audioBytes
    let behind = try parser.chain(from: audioEnd.madeEven)
    let (metadata, isFromCopy) = try metadata(behind, audioBytes: audioBytes)
    let result = Result(
      rate: format.rate, frames: audioBytes / format.bytesPerFrame,
      discardedBytes: behind.isEmpty ? max(0, file.bytes - audioEnd) : 0, metadata: metadata)

    if record?.syncedBytes != audioBytes {
      // Declare everything up to here audio now, so that the following bytes are not taken for it. A segment may end
      // within a frame; its last bytes are then cut off or overwritten, and the next recovery would find its checksum
      // wrong.
      try file.sync()
      let sector = head(metadata, audioBytes, fileBytes: nil).suffix(WAVHeader.sector)
      try write(&file, Array(sector), at: WAVHeader.takeBytes - WAVHeader.sector)
      try file.sync()
    }
    if !isFromCopy, file.bytes > audioEnd { try truncate(&file, to: audioEnd) }
    var tail: [UInt8] = audioBytes & 1 == 1 ? [0] : []
    for chunk in WAVChunk.afterAudio(metadata, rate: format.rate, frames: result.frames) {
      tail.append(contentsOf: chunk.serialised)
    }
    do throws(TakeFileError) {
      try write(&file, tail + copy(of: metadata), at: audioEnd)
      try file.sync()
    } catch {
      guard error.isOutOfSpace else { throw error }
      // The audio matters more than its markers; the head already exists and needs no space.
      tail = []
      if audioBytes & 1 == 1 { audioBytes -= format.bytesPerFrame }
      try truncate(&file, to: WAVHeader.takeBytes + audioBytes)
    }
    let end = WAVHeader.takeBytes + audioBytes + tail.count
    try write(&file, head(metadata, audioBytes, fileBytes: end, tail: tail), at: 0)
    try file.sync()
    if file.bytes > end { try truncate(&file, to: end) }
    return result
  }

  /// The number of bytes of audio known to belong to the recording, in complete frames.
  private func safeBytes(_ file: borrowing InProgressFile) throws(TakeFileError) -> Int {
    let there = max(0, file.bytes - WAVHeader.takeBytes)
    guard let record else {
      // Its sector was torn. The audio up to the length in the head was written before the head; the first bytes of
      // chunks may follow it. A head that was never filled in leaves everything.
      let stated = statedBytes ?? 0
      let audio = stated > 0 ? min(stated, there) : there
      return audio - audio % format.bytesPerFrame
    }
    var safe = min(record.syncedBytes, there)
    for segment in record.segments {
      guard safe + segment.bytes <= there,
        try checksum(file, from: WAVHeader.takeBytes + safe, bytes: segment.bytes) == segment
      else { break }
      safe += segment.bytes
    }
    return safe - safe % format.bytesPerFrame
  }

  private func checksum(
    _ file: borrowing InProgressFile, from offset: Int, bytes: Int
  ) throws(TakeFileError) -> CRC32 {
    var checksum = CRC32()
    while checksum.bytes < bytes {
      let block = try file.read(
        at: offset + checksum.bytes, count: min(1 << 18, bytes - checksum.bytes))
      if block.isEmpty { break }
      block.withUnsafeBytes { checksum.add($0) }
    }
    return checksum
  }

  /// The new metadata of the file, and true if they come from the copy after the audio.
  private func metadata(
    _ behind: [WAVParser.Chunk], audioBytes: Int
  ) throws(TakeFileError) -> (TakeMetadata, isFromCopy: Bool) {
    let inHead = parser.chunks.prefix { $0.contents < WAVHeader.takeBytes }
    var found = try WAVMetadata(parser, chunks: inHead + behind)
    var isFromCopy = false
    if found.ixml?.isWhole != true, let copy = behind.last(where: { $0.id == "iXML" }) {
      let text = try parser.bytes(at: copy.contents, count: min(copy.bytes, 1 << 20))
      if IXMLDocument(text).isWhole {
        found.text = text
        isFromCopy = true
      }
    }
    let (read, origin) = found.metadata(of: parser.path, rate: format.rate)
    var metadata = origin == .pinna ? read : named()
    // The head of a finished take states the length of its audio, and all of it exists: only its name is missing.
    let isWhole = metadata.end != nil && statedBytes == audioBytes
    if !isWhole {
      let frames = audioBytes / format.bytesPerFrame
      metadata.end = Self.end(metadata, frames: frames, format.rate)
      metadata.removeEvents(from: metadata.firstFrame + frames)
      metadata.audioChecksum = nil
    }
    if isCopy { metadata.copy = "recovered" }
    return (metadata, isFromCopy)
  }

  /// The bytes of audio according to the head.
  private var statedBytes: Int? {
    let stated = parser.chunks.first { $0.contents == WAVHeader.takeBytes }?.statedBytes
    return stated == 0xFFFF_FFFF ? parser.largeDataBytes : stated
  }

  /// The known facts about a take without metadata: its name.
  private func named() -> TakeMetadata {
    if let named = TakeMetadata(namedBy: parser.path, rate: format.rate) { return named }
    var metadata = TakeMetadata()
    metadata.take = TakeName.stem(of: parser.path)
    metadata.rate = format.rate
    metadata.preferredRate = format.rate
    metadata.isClockSet = false
    return metadata
  }

  /// The end of the take, as stated in a recovered file.
  static func end(_ metadata: TakeMetadata, frames: Int, _ rate: Int) -> TakeMetadata.End {
    TakeMetadata.End(
      .recovered,
      "recovered: the recording was cut off after \(tenths(metadata, frames: frames, rate)) s")
  }

  /// The position in its take where a file ends, in seconds.
  static func tenths(_ metadata: TakeMetadata, frames: Int, _ rate: Int) -> String {
    let tenths = (metadata.firstFrame + frames) * 10 / max(1, rate)
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func head(
    _ metadata: TakeMetadata, _ audioBytes: Int, fileBytes: Int?, tail: [UInt8] = []
  ) -> [UInt8] {
    var record = CheckpointRecord()
    record.syncedBytes = audioBytes
    let header = WAVHeader(
      format: format, riffLimit: WAVHeader.largestRIFF, hasMetadata: true)
    return header.bytes(
      WAVHeader.Contents(
        dataBytes: audioBytes, fileBytes: fileBytes, record: record,
        tail: tail.withUnsafeBytes { CRC32($0) }),
      metadata: metadata)
  }

  private func copy(of metadata: TakeMetadata) -> [UInt8] {
    let text = IXML(metadata: metadata, format: format).payload(bytes: WAVHeader.takeBytes)
    return WAVChunk(id: "iXML", payload: text).serialised
  }

  // MARK: Changes

  private func truncate(_ file: inout InProgressFile, to length: Int) throws(TakeFileError) {
    observe(.truncate(to: length))
    try file.truncate(to: length)
  }

  private func write(
    _ file: inout InProgressFile, _ bytes: [UInt8], at offset: Int
  ) throws(TakeFileError) {
    observe(.write(offset: offset, bytes: bytes))
    try file.overwrite(bytes, at: offset)
  }
}

extension TakeFileError {
  /// True if there is no space for more bytes: a full medium, a quota or a limit of the file size.
  var isOutOfSpace: Bool {
    guard case .system(_, _, let code) = self else { return false }
    return [ENOSPC, EDQUOT, EFBIG].contains(code)
  }
}
