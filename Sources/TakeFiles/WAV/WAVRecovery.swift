import Glibc

/// Recovers a WAV take that was left in progress.
///
/// The order of its writes ensures that, if the power fails during recovery, the file can be recovered again with the
/// same result:
///
/// 1. Cut off all bytes that are not audio, unless the head can be read only with their help.
/// 2. Write the chunks after the audio, and after them a copy of the new metadata, because a power cut may tear the
/// head.
/// 3. Write the head, whose last sector then says that all audio is safe.
/// 4. Cut off the copy of the metadata.
struct WAVRecovery {
  /// The result of a recovery.
  struct Result {
    var rate: Int
    var frames: Int
    var discardedBytes: Int
    /// The metadata of the take; `nil` if another program made the file.
    var metadata: TakeMetadata?
  }

  /// A change that is about to be made to the file; tests let the power fail before it.
  enum Step {
    case truncate(to: Int)
    case write(offset: Int, bytes: [UInt8])
  }

  private let parser: WAVParser
  private let format: AudioFormat
  private let record: CheckpointRecord?
  /// True if the file is a copy beside the one that was cut off, so that it needs an identity of its own.
  private let isCopy: Bool
  private let observe: (Step) -> Void

  /// Recovers the file, but does not yet give it its name.
  ///
  /// - Parameter asCopy: true if the file is a copy beside the one that was cut off.
  /// - Throws: ``TakeFileError/malformed(path:offset:problem:)`` if no head states the format of the audio; the file is
  ///   then unchanged.
  static func restore(
    _ file: inout InProgressFile, asCopy: Bool = false,
    observe: @escaping (Step) -> Void = { _ in }
  ) throws(TakeFileError) -> Result {
    let parser = try file.makeParser()
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

  /// Repairs a file that has no record, such as a rendered one: everything up to its end is audio.
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
      // Let the head declare the audio up to here before anything is written after it, so that the new bytes are not
      // taken for audio. Otherwise, if a segment ended within a frame, its last bytes would be cut off or overwritten,
      // and the next recovery would find the checksum of the segment wrong.
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
      // The audio is more important than its markers, and the head needs no new space, because it already exists.
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

  /// The number of bytes of audio that are known to belong to the recording, in complete frames.
  private func safeBytes(_ file: borrowing InProgressFile) throws(TakeFileError) -> Int {
    let there = max(0, file.bytes - WAVHeader.takeBytes)
    guard let record else {
      // The sector that holds the record was torn. The audio up to the length that the head states was written before
      // the head; after it, there may be the first bytes of chunks. If the head states no length, everything counts as
      // audio.
      let stated = statedBytes ?? 0
      let audio = stated > 0 ? min(stated, there) : there
      return audio - audio % format.bytesPerFrame
    }
    var safe = min(record.syncedBytes, there)
    for segment in record.segments {
      guard safe + segment.bytes <= there,
        try parser.checksum(from: WAVHeader.takeBytes + safe, bytes: segment.bytes) == segment
      else { break }
      safe += segment.bytes
    }
    return safe - safe % format.bytesPerFrame
  }

  /// The new metadata of the file; `isFromCopy` is true if they were read from the copy after the audio.
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
    // If a finished take's head states the length of the audio, and all of the audio exists, only the name is missing.
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

  /// The number of bytes of audio that the head states; `nil` if it means "to the end of the file".
  private var statedBytes: Int? {
    let stated = parser.chunks.first { $0.contents == WAVHeader.takeBytes }?.statedBytes
    return stated == 0xFFFF_FFFF ? parser.largeDataBytes : stated
  }

  /// The metadata that the name of the file alone provides.
  private func named() -> TakeMetadata {
    if let named = TakeMetadata(namedBy: parser.path, rate: format.rate) { return named }
    var metadata = TakeMetadata()
    metadata.take = TakeName.stem(of: parser.path)
    metadata.rate = format.rate
    metadata.preferredRate = format.rate
    metadata.isClockSet = false
    return metadata
  }

  /// The end that a recovered file states for its take.
  static func end(_ metadata: TakeMetadata, frames: Int, _ rate: Int) -> TakeMetadata.End {
    TakeMetadata.End(
      .recovered,
      "recovered: the recording was cut off after \(tenths(metadata, frames: frames, rate)) s")
  }

  /// The time in its take at which a file ends, in seconds.
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
  /// True if there is no space for more bytes: the medium is full, a quota is used up, or the file is too large.
  var isOutOfSpace: Bool {
    guard case .system(_, _, let code) = self else { return false }
    return [ENOSPC, EDQUOT, EFBIG].contains(code)
  }
}
