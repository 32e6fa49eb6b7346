import Glibc

/// A WAV file in progress: created exclusively, valid at every instant, renamed when complete.
///
/// While it grows, the file is called `NAME.recording.wav`; ``finish(_:)`` gives it its name `NAME.wav`. Neither ever
/// replaces an existing file. Past 4 GiB it turns into RF64 by rewriting its head alone. The same input gives the same
/// bytes.
///
/// A take, which has metadata, is written so that it survives a power cut: ``checkpoint(_:)`` passes whole pages to the
/// kernel and records them in the head, see ``CheckpointRecord``.
///
/// - Thread: one at a time, not a realtime one: every method may wait for the disk.
public struct WAVWriter: ~Copyable, Sendable {
  /// The format of the audio.
  public let format: AudioFormat
  /// The name of the finished take.
  public var path: String { file.path }
  /// The name of the file until then.
  public var inProgressPath: String { file.inProgressPath }
  /// The number of frames appended so far.
  public private(set) var frames = 0
  /// The number of samples that did not fit into the format and were clamped.
  public private(set) var clippedSamples = 0

  private var file: InProgressFile
  private let header: WAVHeader
  private var metadata: TakeMetadata?
  /// The part of the head that changes only with the metadata.
  private var description: [UInt8]
  private var buffer: [UInt8]
  private var bufferedBytes = 0
  private var writtenBytes = 0
  /// The current head in the file.
  private var head: [UInt8] = []
  private var record = CheckpointRecord()
  /// The checksum of the bytes written since the last checkpoint, and the checksum of all before it.
  private var segment = CRC32()
  private var checksum = CRC32()
  /// The checksum of the bytes written after the audio.
  private var tail = CRC32()
  private var syncer: FileSyncer?

  /// The default number of bytes that collect in memory before a write.
  public static let defaultBufferBytes = 1 << 18
  /// The unit in bytes in which the kernel writes; a page written twice costs twice.
  private static let page = 4096

  /// Creates the file in progress for a take called `path`, with a valid header for no audio.
  ///
  /// - Parameters:
  ///   - path: the path of the finished file, ending in `.wav`.
  ///   - metadata: the metadata of the file; `nil` for a plain file.
  ///   - bufferBytes: the number of bytes of audio to collect before a write.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the name, finished or in progress, is
  ///   taken, or with any other error of the system.
  public static func create(
    path: String, format: AudioFormat, metadata: TakeMetadata? = nil,
    bufferBytes: Int = Self.defaultBufferBytes
  ) throws(TakeFileError) -> WAVWriter {
    try create(
      path: path, format: format, metadata: metadata, bufferBytes: bufferBytes,
      riffLimit: WAVHeader.largestRIFF)
  }

  /// Creates a file like the public method, with a chosen size at which RIFF turns into RF64.
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

  /// Writes through an open descriptor, which is closed with the writer.
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

  /// The size of the file so far in bytes, including the bytes waiting in memory.
  public var fileBytes: Int { header.size + writtenBytes + bufferedBytes }

  /// Appends interleaved samples, full scale 1, rounded to nearest (ties to even) and clamped.
  ///
  /// - Returns: the number of clamped samples (0 in float files).
  /// - Throws: the failed write; the unwritten bytes wait in memory, so don't repeat the call with the same frames. See
  ///   ``salvage(_:)``.
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

  /// Appends interleaved samples as a capture device gives them, bit-exact.
  ///
  /// - Parameter samples: left-justified integers, whose upper 16, 24 or 32 bits are kept; in a float file the bits of
  ///   floats.
  /// - Throws: as ``append(interleaved:frames:)``.
  public mutating func append(
    samples: UnsafePointer<Int32>, frames count: Int
  ) throws(TakeFileError) {
    _ = try append(samples, count) {
      SampleEncoder.encode(samples: $0, count: $1, as: $2, into: $3)
      return 0
    }
  }

  /// Appends block by block, each encoded by a closure that takes samples, their count, format and bytes.
  ///
  /// - Returns: the sum of the closure's results.
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

  /// The number of frames that fit into the buffer, after a flush if none fit.
  private mutating func room(upTo count: Int) throws(TakeFileError) -> Int {
    if buffer.count - bufferedBytes < format.bytesPerFrame { try flush() }
    return min(count, (buffer.count - bufferedBytes) / format.bytesPerFrame)
  }

  private mutating func accept(_ block: Int) {
    bufferedBytes += block * format.bytesPerFrame
    frames += block
  }

  /// Writes the bytes waiting in memory.
  ///
  /// - Throws: the failed write; the unwritten bytes wait for the next call, which retries them.
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

  /// Passes all samples so far to the kernel, then states their number at the start of the file.
  ///
  /// Players can read the file up to here even if nothing else is ever written. In a take, up to 50 ms of audio stay in
  /// memory, so that no page is written twice.
  ///
  /// - Parameter changed: metadata that changed since the last call.
  /// - Throws: the failed write; the unwritten bytes wait for the next call, which retries them.
  public mutating func checkpoint(_ changed: TakeMetadata? = nil) throws(TakeFileError) {
    try flush(bytes: bytesForCheckpoint)
    describe(changed)
    if let syncer { record.confirm(syncer.syncedBytes - header.size) }
    closeSegment()
    try updateHead(fileBytes: fileBytesWhileGrowing)
    syncer?.note(written: file.bytes)
  }

  /// Adopts changed metadata.
  private mutating func describe(_ changed: TakeMetadata?) {
    guard let changed, metadata != nil, changed != metadata else { return }
    metadata = changed
    description = header.description(changed)
  }

  /// The number of bytes in whole pages, if the rest is short.
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

  /// The size stated in the head while the file grows: "to the end" in a take, so that only one page of its head
  /// changes.
  ///
  /// A plain file states its size.
  private var fileBytesWhileGrowing: Int? { header.hasMetadata ? nil : file.bytes }

  /// Updates the head in the file, writing only changed sectors.
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
        // Changed neighbours go with it.
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

  /// Waits until the storage medium has all written bytes; may take a long time on a slow card.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)``, the medium's error.
  public func sync() throws(TakeFileError) { try file.sync() }

  /// A second handle, for a thread that only waits for the storage medium.
  ///
  /// From then on the head states the bytes that this thread brought to the medium.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the descriptor cannot be duplicated.
  public mutating func makeSyncer() throws(TakeFileError) -> FileSyncer {
    let made = try file.makeSyncer()
    syncer = made
    return made
  }

  /// Removes a file that is still empty, so that its name is free again.
  public consuming func discard() { file.discard() }

  /// The result of finishing a file.
  public struct Finished: Sendable, Equatable {
    /// The frames of the file.
    public var frames: Int
    /// The error of the chunks after the audio, if they could not be written: the file is complete without them.
    public var missing: TakeFileError?
  }

  /// Writes the rest, the head, the chunks after the audio, and gives the take its name.
  ///
  /// - Parameters:
  ///   - last: the metadata of the finished take.
  ///   - chunks: the chunks of a plain file.
  /// - Throws: the failed step. The file then stays under its name in progress, readable up to its last header; with
  ///   `EEXIST` it is complete, and only its name was taken.
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
      // Markers are also in the head, as far as they fit; the audio matters more.
      missing = error
      try file.truncate(to: audioEnd)
      if writtenBytes % 2 == 1 { throw error }
    }
    try conclude(last)
    return Finished(frames: frames, missing: missing)
  }

  /// Makes a valid take of the bytes on disk after a write failed, without trying to write more audio.
  ///
  /// - Returns: the frames of the take; the rest up to ``frames`` is lost.
  /// - Throws: the failed step; the file then stays under its name in progress.
  @discardableResult
  public consuming func salvage(_ last: TakeMetadata? = nil) throws(TakeFileError) -> Int {
    var frames = writtenBytes / format.bytesPerFrame
    // No space may be left for a padding byte, so the audio must have an even length.
    if frames * format.bytesPerFrame % 2 == 1 { frames -= 1 }
    writtenBytes = frames * format.bytesPerFrame
    try file.truncate(to: header.size + writtenBytes)
    // The checksum covers bytes that were cut off, so it is dropped.
    checksum = CRC32()
    try conclude(last)
    return frames
  }

  /// Writes the head, syncs the file, gives it its name and closes it.
  private consuming func conclude(_ last: TakeMetadata?) throws(TakeFileError) {
    if header.hasMetadata {
      // Bytes that the head calls safe must be safe before it says so, and the reason for the end is written after
      // that: a power cut may leave some sectors of the head new and some old, and a file that lost audio must not say
      // that it is finished.
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
