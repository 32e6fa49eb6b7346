import Glibc

/// A WAV file in the making: created exclusively, never larger on paper than on disk, renamed when it is whole.
///
/// While it grows the file is called `NAME.recording.wav`; ``finish(chunks:)`` gives it its name `NAME.wav`. Neither ever
/// replaces a file that is there. Past 4 GiB it turns into RF64 by a rewrite of its header alone. The same input gives
/// the same bytes.
///
/// - Thread: one at a time, a normal one: every method may wait for the disk.
public struct WAVWriter: ~Copyable, Sendable {
  /// What is written.
  public let format: AudioFormat
  /// The name that the finished take will have.
  public let path: String
  /// The name that the file has until then.
  public let inProgressPath: String
  /// Frames appended so far.
  public private(set) var frames = 0
  /// Samples that did not fit into the format and were clamped.
  public private(set) var clippedSamples = 0

  private var file: OpenFile
  private let header: WAVHeader
  private var buffer: [UInt8]
  private var bufferedBytes = 0
  private var writtenBytes = 0

  /// Bytes that wait in memory before they are written at once, by default.
  public static let defaultBufferBytes = 1 << 18

  /// Creates the file in progress for a take called `path`, with a valid header of no audio.
  ///
  /// - Parameters:
  ///   - path: ends in `.wav`.
  ///   - bufferBytes: how much audio is collected before a write.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` when the name, finished or in progress, is
  ///   taken, or whatever else the system says.
  public static func create(
    path: String, format: AudioFormat, bufferBytes: Int = Self.defaultBufferBytes
  ) throws(TakeFileError) -> WAVWriter {
    try create(
      path: path, format: format, bufferBytes: bufferBytes, riffLimit: WAVHeader.largestRIFF)
  }

  /// As the public form, with the size at which RIFF turns into RF64.
  package static func create(
    path: String, format: AudioFormat, bufferBytes: Int, riffLimit: Int
  ) throws(TakeFileError) -> WAVWriter {
    precondition((1...1024).contains(format.channels) && format.rate > 0)
    guard access(path, F_OK) != 0 else {
      throw .system(operation: .create, path: path, code: EEXIST)
    }
    let inProgress = TakeName.inProgressPath(for: path)
    let file = try OpenFile.create(inProgress)
    var writer = WAVWriter(
      path: path, inProgressPath: inProgress, file: file, format: format,
      bufferBytes: bufferBytes, riffLimit: riffLimit)
    do throws(TakeFileError) {
      try writer.updateHeader()
    } catch {
      // Nothing is in it yet, and the name may be tried again.
      _ = unlink(inProgress)
      throw error
    }
    return writer
  }

  /// Writes through a descriptor that somebody else opened; the descriptor is closed with the writer.
  package init(
    adopting descriptor: Int32, path: String, format: AudioFormat, bufferBytes: Int
  ) {
    self.init(
      path: path, inProgressPath: path, file: OpenFile(descriptor: descriptor), format: format,
      bufferBytes: bufferBytes, riffLimit: WAVHeader.largestRIFF)
  }

  private init(
    path: String, inProgressPath: String, file: consuming OpenFile, format: AudioFormat,
    bufferBytes: Int, riffLimit: Int
  ) {
    self.path = path
    self.inProgressPath = inProgressPath
    self.file = file
    self.format = format
    header = WAVHeader(format: format, riffLimit: riffLimit)
    buffer = [UInt8](repeating: 0, count: max(bufferBytes, format.bytesPerFrame))
  }

  /// Bytes of the file so far, with what still waits in memory.
  public var fileBytes: Int { header.size + writtenBytes + bufferedBytes }

  /// Appends interleaved samples, full scale 1, rounded to nearest (ties to even) and clamped.
  ///
  /// - Returns: how many samples were clamped (0 in float files).
  /// - Throws: the failed write; what could not be written waits in memory, and the call may not be repeated with the
  ///   same frames. See ``salvage()``.
  @discardableResult
  public mutating func append(
    interleaved samples: UnsafePointer<Float>, frames count: Int
  ) throws(TakeFileError) -> Int {
    var clamped = 0
    var done = 0
    while done < count {
      let block = try room(upTo: count - done)
      let (first, here) = (samples + done * format.channels, bufferedBytes)
      let (samplesPerBlock, encoding) = (block * format.channels, format.samples)
      clamped += buffer.withUnsafeMutableBytes {
        SampleEncoder.encode(
          first, count: samplesPerBlock, as: encoding, into: $0.baseAddress! + here)
      }
      accept(block)
      done += block
    }
    clippedSamples += clamped
    return clamped
  }

  /// Appends interleaved words as a capture device gives them, bit-exact.
  ///
  /// - Parameter words: integers justified to the left, whose upper 16, 24 or 32 bits are kept; in a float file the bits
  ///   of floats.
  /// - Throws: as ``append(interleaved:frames:)``.
  public mutating func append(
    words: UnsafePointer<Int32>, frames count: Int
  ) throws(TakeFileError) {
    var done = 0
    while done < count {
      let block = try room(upTo: count - done)
      let (first, here) = (words + done * format.channels, bufferedBytes)
      let (samplesPerBlock, encoding) = (block * format.channels, format.samples)
      buffer.withUnsafeMutableBytes {
        SampleEncoder.encode(
          words: first, count: samplesPerBlock, as: encoding, into: $0.baseAddress! + here)
      }
      accept(block)
      done += block
    }
  }

  /// Frames that fit into the buffer, after a flush when none do.
  private mutating func room(upTo count: Int) throws(TakeFileError) -> Int {
    if buffer.count - bufferedBytes < format.bytesPerFrame { try flush() }
    return min(count, (buffer.count - bufferedBytes) / format.bytesPerFrame)
  }

  private mutating func accept(_ block: Int) {
    bufferedBytes += block * format.bytesPerFrame
    frames += block
  }

  /// Writes what waits in memory.
  ///
  /// - Throws: the failed write; what was not written waits on and is tried again by the next call.
  public mutating func flush() throws(TakeFileError) {
    let (count, offset, descriptor) = (
      bufferedBytes, header.size + writtenBytes, file.descriptor
    )
    let outcome = buffer.withUnsafeBytes {
      OpenFile.write(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: descriptor, at: offset)
    }
    writtenBytes += outcome.bytes
    bufferedBytes -= outcome.bytes
    guard outcome.code != 0 else { return }
    let (rest, done) = (bufferedBytes, outcome.bytes)
    buffer.withUnsafeMutableBytes { _ = memmove($0.baseAddress!, $0.baseAddress! + done, rest) }
    throw .system(operation: .write, path: inProgressPath, code: outcome.code)
  }

  /// Writes what waits in memory, then states true sizes at the start of the file.
  ///
  /// A player reads the file up to here even if nothing else is ever written. Costs one small write.
  public mutating func updateHeader() throws(TakeFileError) {
    try flush()
    try writeHeader(fileBytes: header.size + writtenBytes)
  }

  private func writeHeader(fileBytes: Int) throws(TakeFileError) {
    let whole = writtenBytes - writtenBytes % format.bytesPerFrame
    try put(header.bytes(dataBytes: whole, fileBytes: fileBytes), at: 0, operation: .updateHeader)
  }

  private func put(
    _ bytes: [UInt8], at offset: Int, operation: FileOperation
  ) throws(TakeFileError) {
    let descriptor = file.descriptor
    let outcome = bytes.withUnsafeBytes { OpenFile.write($0, to: descriptor, at: offset) }
    if outcome.code != 0 {
      throw .system(operation: operation, path: inProgressPath, code: outcome.code)
    }
  }

  /// Waits until the storage medium has what was written; may take long on a slow card.
  public func sync() throws(TakeFileError) {
    guard fdatasync(file.descriptor) == 0 else {
      throw .system(operation: .sync, path: inProgressPath, code: errno)
    }
  }

  /// A second handle, for a thread that does nothing but wait for the storage medium.
  public func makeSyncer() throws(TakeFileError) -> FileSyncer {
    try FileSyncer(duplicating: file.descriptor, path: inProgressPath)
  }

  /// Writes the rest, the chunks after the audio and the header, and gives the take its name.
  ///
  /// - Returns: the frames of the take.
  /// - Throws: what failed. The file then stays under its name in progress, readable up to its last header; with `EEXIST`
  ///   it is whole, and only its name was taken.
  @discardableResult
  public consuming func finish(chunks: [WAVChunk] = []) throws(TakeFileError) -> Int {
    try flush()
    var tail: [UInt8] = writtenBytes % 2 == 1 ? [0] : []
    for chunk in chunks { tail.append(contentsOf: chunk.serialised) }
    try put(tail, at: header.size + writtenBytes, operation: .write)
    let frames = writtenBytes / format.bytesPerFrame
    try conclude(fileBytes: header.size + writtenBytes + tail.count)
    return frames
  }

  /// Makes a whole take of what is on disk after a write failed, without trying to write more audio.
  ///
  /// - Returns: the frames of the take; the rest up to ``frames`` is lost.
  @discardableResult
  public consuming func salvage() throws(TakeFileError) -> Int {
    var frames = writtenBytes / format.bytesPerFrame
    // No room may be left for a padding byte, so the audio must have an even length.
    if frames * format.bytesPerFrame % 2 == 1 { frames -= 1 }
    writtenBytes = frames * format.bytesPerFrame
    let fileBytes = header.size + writtenBytes
    guard ftruncate(file.descriptor, off_t(fileBytes)) == 0 else {
      throw .system(operation: .truncate, path: inProgressPath, code: errno)
    }
    try conclude(fileBytes: fileBytes)
    return frames
  }

  /// Header, sync, name, close.
  ///
  /// The descriptor stays open over the renaming, with a second sync after it: on vfat, closing before the renaming loses
  /// the whole file in most power cuts; on ext4 either order keeps it.
  private consuming func conclude(fileBytes: Int) throws(TakeFileError) {
    try writeHeader(fileBytes: fileBytes)
    try FileSync.file(file.descriptor, path: inProgressPath)
    if path != inProgressPath {
      try FileSync.rename(inProgressPath, to: path)
      try FileSync.file(file.descriptor, path: path)
      try FileSync.directory(of: path)
    }
    let path = path
    let code = file.close()
    if code != 0 { throw .system(operation: .close, path: path, code: code) }
  }
}
