import Glibc

/// Writes a WAV file: it must not exist before, is valid at every instant, and is renamed when complete.
///
/// While the file grows, it is called `NAME.recording.wav`; ``finish(_:)`` gives it its final name `NAME.wav`. Neither
/// ever replaces an existing file. If the file exceeds 4 GiB, it becomes RF64, for which only the head is rewritten.
/// The same input always gives the same bytes.
///
/// A file with metadata, that is, a take, is written in such a way that it survives a power cut: ``checkpoint(_:)``
/// passes whole pages to the kernel, and records them in the head, see ``CheckpointRecord``.
///
/// - Thread: one at a time, but not a realtime thread, because every method may wait for the disk.
public struct WAVWriter: ~Copyable, Sendable {
  /// The format of the audio.
  public let format: AudioFormat
  /// The path that the finished file will have.
  public var path: String { file.path }
  /// The path of the file until it is finished.
  public var inProgressPath: String { file.inProgressPath }
  /// The number of frames appended so far.
  public private(set) var frames = 0
  /// The number of samples that did not fit into the format and had to be clamped.
  public private(set) var clippedSamples = 0

  private var file: InProgressFile
  private let header: WAVHeader
  private var metadata: TakeMetadata?
  /// The part of the head that changes only if the metadata change.
  private var description: [UInt8]
  private var buffer: [UInt8]
  private var bufferedBytes = 0
  private var writtenBytes = 0
  /// The head as it is in the file now.
  private var head: [UInt8] = []
  private var record = CheckpointRecord()
  /// The checksum of the bytes written since the last checkpoint, and the checksum of all bytes before it.
  private var segment = CRC32()
  private var checksum = CRC32()
  /// The checksum of the bytes written after the audio.
  private var tail = CRC32()
  private var syncer: FileSyncer?

  /// The default for the number of bytes to collect in memory before they are written.
  public static let defaultBufferBytes = 1 << 18
  /// The number of bytes that the kernel writes as one page; a page that is written twice costs twice as much.
  private static let page = 4096

  /// Creates the file in progress for the take that will be called `path`, with a valid header that states no audio.
  ///
  /// - Parameters:
  ///   - path: the path that the finished file will have, ending in `.wav`.
  ///   - metadata: the metadata of the file; `nil` for a plain file.
  ///   - bufferBytes: the number of bytes of audio to collect before they are written.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the finished name or the name in
  ///   progress is taken, or with any other error of the system.
  public static func create(
    path: String, format: AudioFormat, metadata: TakeMetadata? = nil,
    bufferBytes: Int = Self.defaultBufferBytes
  ) throws(TakeFileError) -> WAVWriter {
    try create(
      path: path, format: format, metadata: metadata, bufferBytes: bufferBytes,
      riffLimit: WAVHeader.largestRIFF)
  }

  /// Creates a file as the public method does, but the caller chooses the size at which RIFF becomes RF64.
  ///
  /// - Throws: like the public method.
  package static func create(
    path: String, format: AudioFormat, metadata: TakeMetadata? = nil, bufferBytes: Int,
    riffLimit: Int
  ) throws(TakeFileError) -> WAVWriter {
    precondition((1...1024).contains(format.channels) && format.rate > 0)
    var writer = WAVWriter(
      file: try InProgressFile.create(path: path), format: format, metadata: metadata,
      bufferBytes: bufferBytes, riffLimit: riffLimit)
    do throws(TakeFileError) {
      try writer.updateHead(fileBytes: writer.fileBytesWhileGrowing)
    } catch {
      writer.discard()
      throw error
    }
    return writer
  }

  /// Writes through an open descriptor; it is closed together with the writer.
  package init(
    adopting descriptor: Int32, path: String, format: AudioFormat, bufferBytes: Int
  ) {
    self.init(
      file: InProgressFile(adopting: descriptor, path: path), format: format, metadata: nil,
      bufferBytes: bufferBytes, riffLimit: WAVHeader.largestRIFF)
  }

  private init(
    file: consuming InProgressFile, format: AudioFormat, metadata: TakeMetadata?,
    bufferBytes: Int, riffLimit: Int
  ) {
    self.file = file
    self.format = format
    self.metadata = metadata
    header = WAVHeader(format: format, riffLimit: riffLimit, hasMetadata: metadata != nil)
    description = header.description(metadata)
    buffer = [UInt8](repeating: 0, count: max(bufferBytes, format.bytesPerFrame))
  }

  /// The size of the file so far in bytes, including those that still wait in memory.
  public var fileBytes: Int { header.size + writtenBytes + bufferedBytes }

  /// Appends interleaved samples, full scale 1; they are rounded to the nearest value (ties to even) and clamped.
  ///
  /// - Returns: the number of samples that had to be clamped (0 in files of floats).
  /// - Throws: the failed write. The bytes not yet written wait in memory, so do not repeat the call with the same
  ///   frames; see ``salvage(_:)``.
  @discardableResult
  public mutating func append(
    interleaved samples: UnsafePointer<Float>, frames count: Int
  ) throws(TakeFileError) -> Int {
    let clamped = try append(samples, count) {
      SampleEncoder.encode($0, count: $1, as: $2, into: $3)
    }
    clippedSamples += clamped
    return clamped
  }

  /// Appends interleaved samples as a capture device gives them, bit for bit.
  ///
  /// - Parameter samples: left-justified integers, of which the upper 16, 24 or 32 bits are kept; for a file of floats,
  ///   the bits of floats.
  /// - Throws: like ``append(interleaved:frames:)``.
  public mutating func append(
    samples: UnsafePointer<Int32>, frames count: Int
  ) throws(TakeFileError) {
    _ = try append(samples, count) {
      SampleEncoder.encode(samples: $0, count: $1, as: $2, into: $3)
      return 0
    }
  }

  /// Appends block by block; for each block, calls a closure that encodes it, with the samples, their number, the
  /// format and the bytes.
  ///
  /// - Returns: the sum of the values that the closure returns.
  private mutating func append<Sample>(
    _ samples: UnsafePointer<Sample>, _ count: Int,
    encode: (UnsafePointer<Sample>, Int, SampleFormat, UnsafeMutableRawPointer) -> Int
  ) throws(TakeFileError) -> Int {
    var (sum, done) = (0, 0)
    while done < count {
      let block = try room(upTo: count - done)
      let (first, here) = (samples + done * format.channels, bufferedBytes)
      let (samplesPerBlock, encoding) = (block * format.channels, format.samples)
      sum += buffer.withUnsafeMutableBytes {
        encode(first, samplesPerBlock, encoding, $0.baseAddress! + here)
      }
      accept(block)
      done += block
    }
    return sum
  }

  /// The number of frames, at most `count`, for which the buffer has space; if there is space for none, the buffer is
  /// flushed first.
  private mutating func room(upTo count: Int) throws(TakeFileError) -> Int {
    if buffer.count - bufferedBytes < format.bytesPerFrame { try flush() }
    return min(count, (buffer.count - bufferedBytes) / format.bytesPerFrame)
  }

  private mutating func accept(_ block: Int) {
    bufferedBytes += block * format.bytesPerFrame
    frames += block
  }

  /// Writes the bytes that wait in memory.
  ///
  /// - Throws: the failed write. The bytes not yet written wait for the next call, which tries again to write them.
  public mutating func flush() throws(TakeFileError) {
    try flush(bytes: bufferedBytes)
  }

  private mutating func flush(bytes count: Int) throws(TakeFileError) {
    guard count > 0 else { return }
    var outcome: (bytes: Int, code: Int32) = (0, 0)
    buffer.withUnsafeMutableBytes { buffer in
      let waiting = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      outcome = file.append(waiting)
      if header.hasMetadata {
        segment.add(UnsafeRawBufferPointer(rebasing: waiting[..<outcome.bytes]))
      }
      let rest = bufferedBytes - outcome.bytes
      if rest > 0 { memmove(buffer.baseAddress!, buffer.baseAddress! + outcome.bytes, rest) }
    }
    writtenBytes += outcome.bytes
    bufferedBytes -= outcome.bytes
    if outcome.code != 0 {
      throw .system(operation: .write, path: inProgressPath, code: outcome.code)
    }
  }

  /// Passes all samples so far to the kernel, and then states their number at the start of the file.
  ///
  /// Players can then read the file up to here, even if nothing more is ever written. Of a take, up to 50 ms of audio
  /// stay in memory, so that no page is written twice.
  ///
  /// - Parameter changed: the metadata, if they have changed since the last call.
  /// - Throws: the failed write. The bytes not yet written wait for the next call, which tries again to write them.
  public mutating func checkpoint(_ changed: TakeMetadata? = nil) throws(TakeFileError) {
    try flush(bytes: bytesForCheckpoint)
    describe(changed)
    if let syncer { record.confirm(syncer.syncedBytes - header.size) }
    closeSegment()
    try updateHead(fileBytes: fileBytesWhileGrowing)
    syncer?.note(written: file.bytes)
  }

  /// Uses the changed metadata from now on.
  private mutating func describe(_ changed: TakeMetadata?) {
    guard let changed, metadata != nil, changed != metadata else { return }
    metadata = changed
    description = header.description(changed)
  }

  /// The number of bytes to write at a checkpoint: whole pages if what is left after them is short, otherwise
  /// everything.
  private var bytesForCheckpoint: Int {
    guard header.hasMetadata else { return bufferedBytes }
    let rest = (writtenBytes + bufferedBytes) % Self.page
    let isShort = rest * 20 < format.bytesPerFrame * format.rate
    return isShort ? max(0, bufferedBytes - rest) : bufferedBytes
  }

  private mutating func closeSegment() {
    guard header.hasMetadata, segment.bytes > 0 else { return }
    record.add(segment)
    checksum.add(segment)
    segment = CRC32()
  }

  /// The size that the head states while the file grows: in a take it is "to the end", so that only one page of the
  /// head ever changes.
  ///
  /// In a plain file, it is the file's present size.
  private var fileBytesWhileGrowing: Int? { header.hasMetadata ? nil : file.bytes }

  /// Updates the head in the file; only sectors that have changed are written.
  private mutating func updateHead(fileBytes: Int?) throws(TakeFileError) {
    let whole = writtenBytes - writtenBytes % format.bytesPerFrame
    let contents = WAVHeader.Contents(
      dataBytes: whole, fileBytes: fileBytes.map { max($0, header.size) }, record: record,
      tail: tail)
    let wanted = header.bytes(contents, description: description)
    var start = 0
    while start < wanted.count {
      let end = min(start + WAVHeader.sector, wanted.count)
      if head.count != wanted.count || head[start..<end] != wanted[start..<end] {
        let first = start
        // Neighbouring sectors that have changed too are written together with this one.
        var last = end
        while last < wanted.count {
          let next = min(last + WAVHeader.sector, wanted.count)
          if head.count == wanted.count && head[last..<next] == wanted[last..<next] { break }
          last = next
        }
        try file.overwrite(Array(wanted[first..<last]), at: first)
        start = last
      } else {
        start = end
      }
    }
    head = wanted
  }

  /// Waits until all written bytes are on the storage medium, which may take a long time on a slow card.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with the medium's error.
  public func sync() throws(TakeFileError) { try file.sync() }

  /// A second handle for the file, for a thread that only waits for the storage medium.
  ///
  /// From now on, the head states how many bytes that thread has brought to the medium.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the descriptor cannot be duplicated.
  public mutating func makeSyncer() throws(TakeFileError) -> FileSyncer {
    let made = try file.makeSyncer()
    syncer = made
    return made
  }

  /// Removes the file, which must still be empty, so that its name is free again.
  public consuming func discard() { file.discard() }

  /// The result of finishing a file.
  public struct Finished: Sendable, Equatable {
    /// The number of frames in the file.
    public var frames: Int
    /// The error that prevented the chunks after the audio from being written; `nil` if they were written.
    ///
    /// The file is complete even without these chunks.
    public var missing: TakeFileError?
  }

  /// Writes the rest of the audio, the head and the chunks after the audio, and gives the take its name.
  ///
  /// - Parameters:
  ///   - last: the metadata of the finished take.
  ///   - chunks: the chunks to write after the audio of a plain file.
  /// - Throws: the failed step. The file then keeps its name in progress, and can be read up to its last header; if the
  ///   error is `EEXIST`, the file is complete, but its final name was taken.
  @discardableResult
  public consuming func finish(
    _ last: TakeMetadata? = nil, chunks: [WAVChunk] = []
  ) throws(TakeFileError) -> Finished {
    try flush()
    closeSegment()
    var tail: [UInt8] = writtenBytes % 2 == 1 ? [0] : []
    let frames = writtenBytes / format.bytesPerFrame
    if metadata != nil, let last {
      for chunk in WAVChunk.afterAudio(last, rate: format.rate, frames: frames) {
        tail.append(contentsOf: chunk.serialised)
      }
    }
    for chunk in chunks { tail.append(contentsOf: chunk.serialised) }
    let audioEnd = header.size + writtenBytes
    var missing: TakeFileError?
    do throws(TakeFileError) {
      try file.append(all: tail)
      self.tail = tail.withUnsafeBytes { CRC32($0) }
    } catch {
      // The head also contains as many markers as fit into it, and the audio is more important than they are.
      missing = error
      try file.truncate(to: audioEnd)
      if writtenBytes % 2 == 1 { throw error }
    }
    try conclude(last)
    return Finished(frames: frames, missing: missing)
  }

  /// After a write has failed, makes a valid take from the bytes that are on the disk, and does not try to write more
  /// audio.
  ///
  /// - Returns: the number of frames in the take; those between it and ``frames`` are lost.
  /// - Throws: the failed step; the file then keeps its name in progress.
  @discardableResult
  public consuming func salvage(_ last: TakeMetadata? = nil) throws(TakeFileError) -> Int {
    var frames = writtenBytes / format.bytesPerFrame
    // There may be no space left for a padding byte, so the audio must have an even length.
    if frames * format.bytesPerFrame % 2 == 1 { frames -= 1 }
    writtenBytes = frames * format.bytesPerFrame
    try file.truncate(to: header.size + writtenBytes)
    // The checksum covers bytes that have been cut off, so it must not be stored.
    checksum = CRC32()
    try conclude(last)
    return frames
  }

  /// Writes the head, syncs the file, gives it its name and closes it.
  private consuming func conclude(_ last: TakeMetadata?) throws(TakeFileError) {
    if header.hasMetadata {
      // The bytes that the head calls safe must be on the medium before the head says so. The reason for the end is
      // written only after that: a power cut may leave some sectors of the head new and others old, and a file that
      // lost audio must not say that it is finished.
      try updateHead(fileBytes: file.bytes)
      try file.sync()
      record = CheckpointRecord()
      record.syncedBytes = writtenBytes
    }
    var last = last ?? metadata
    if checksum.bytes == writtenBytes { last?.audioChecksum = checksum.value }
    describe(last)
    try updateHead(fileBytes: file.bytes)
    try file.conclude()
  }
}
