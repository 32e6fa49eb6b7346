import Glibc

/// A compressed take file in the making: FLAC, Opus or AAC.
///
/// As with ``WAVWriter``, the file is created exclusively, called `NAME.recording.flac` while it grows, and renamed
/// without replacing anything. All bytes go through one place that checks every write; encoders work in memory. A
/// truncated file is intact up to about a second before the cut, see ``EncodedRecovery``.
///
/// - Thread: one at a time, not a realtime one: every method may wait for the disk.
public struct EncodedWriter: ~Copyable, Sendable {
  /// The format of the audio; ``AudioFormat/samples`` matters only to FLAC.
  public let format: AudioFormat
  /// The kind of the file.
  public let kind: TakeFileKind
  /// The number of frames appended so far.
  public private(set) var frames = 0
  /// The number of samples clamped because they were beyond full scale.
  public private(set) var clippedSamples = 0

  private var file: InProgressFile
  private var tags: TagSpace?
  private var metadata: TakeMetadata
  private var syncer: FileSyncer?
  private var finalFrames: Int?
  /// The checksum of everything after the tags, for a format without checksums.
  private var checksum = CRC32()
  // The only reference, in a value that cannot be copied.
  private nonisolated(unsafe) let encoder: any AudioEncoder

  /// The number of bytes that collect in memory before a write.
  private static let bufferBytes = 1 << 16

  /// Creates the file in progress for a take called `path`.
  ///
  /// - Parameters:
  ///   - path: the path of the finished file, with the kind's ending.
  ///   - kind: anything but ``TakeFileKind/wav``.
  ///   - metadata: the state at the start; it goes into the file immediately.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the name is taken, or with any other
  ///   error of the system; ``TakeFileError/encoder(path:problem:remedy:)`` when the kind cannot hold the format.
  public static func create(
    path: String, kind: TakeFileKind, format: AudioFormat, metadata: TakeMetadata
  ) throws(TakeFileError) -> EncodedWriter {
    let encoder = try kind.encoder(path: path, format: format)
    var writer = EncodedWriter(
      file: try InProgressFile.create(path: path), kind: kind, format: format, metadata: metadata,
      encoder: encoder)
    do throws(TakeFileError) {
      try writer.flush()
    } catch {
      writer.discard()
      throw error
    }
    return writer
  }

  /// Writes through an open descriptor, which is closed with the writer.
  ///
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` when the kind of file cannot hold the audio, or no
  ///   encoder for it exists.
  package static func create(
    adopting descriptor: Int32, path: String, kind: TakeFileKind, format: AudioFormat,
    metadata: TakeMetadata
  ) throws(TakeFileError) -> EncodedWriter {
    let file = InProgressFile(adopting: descriptor, path: path)
    let encoder = try kind.encoder(path: path, format: format)
    return EncodedWriter(
      file: file, kind: kind, format: format, metadata: metadata, encoder: encoder)
  }

  private init(
    file: consuming InProgressFile, kind: TakeFileKind, format: AudioFormat,
    metadata: TakeMetadata, encoder: any AudioEncoder
  ) {
    self.file = file
    self.kind = kind
    self.format = format
    self.metadata = metadata
    self.encoder = encoder
  }

  private var isSummed: Bool { kind.encoded?.hasChecksums == false }

  /// Removes a file that is still empty, so that its name is free again.
  public consuming func discard() { file.discard() }

  /// The name of the finished take.
  public var path: String { file.path }

  /// The name of the file until then.
  public var inProgressPath: String { file.inProgressPath }

  /// The size of the file so far in bytes, including the bytes waiting in memory.
  public var fileBytes: Int { encoder.stream.length }

  /// Appends interleaved samples, full scale 1; in FLAC rounded exactly as ``WAVWriter`` rounds.
  ///
  /// - Returns: the number of clamped samples.
  /// - Throws: the failed write; the unwritten bytes wait in memory, so don't repeat the call with the same frames. See
  ///   ``salvage(_:)``.
  @discardableResult
  public mutating func append(
    interleaved samples: UnsafePointer<Float>, frames count: Int
  ) throws(TakeFileError) -> Int {
    let clamped = try encoder.encode(interleaved: samples, frames: count)
    frames += count
    clippedSamples += clamped
    if encoder.stream.pending.count >= Self.bufferBytes { try flush() }
    return clamped
  }

  /// Appends interleaved samples as a capture device gives them, bit-exact in FLAC.
  ///
  /// - Parameter samples: left-justified integers, whose upper 16 or 24 bits are kept; with a format of floats, which
  ///   FLAC refuses, the bits of floats.
  /// - Throws: as ``append(interleaved:frames:)``.
  public mutating func append(
    samples: UnsafePointer<Int32>, frames count: Int
  ) throws(TakeFileError) {
    try encoder.encode(samples: samples, frames: count)
    frames += count
    if encoder.stream.pending.count >= Self.bufferBytes { try flush() }
  }

  /// Hands all encoded bytes to the kernel, and metadata if it changed.
  ///
  /// The encoder itself still holds less than 0.1 s of FLAC, 0.3 s of Opus, about 1 s of AAC.
  ///
  /// - Throws: the failed write; the unwritten bytes wait for the next call, which retries them.
  public mutating func checkpoint(_ changed: TakeMetadata? = nil) throws(TakeFileError) {
    if let changed, changed != metadata {
      metadata = changed
      rewriteTags()
    }
    try encoder.collect()
    try flush()
  }

  /// A second handle, for a thread that only waits for the storage medium.
  ///
  /// ``checkpoint(_:)`` tells it how many bytes to wait for.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the descriptor cannot be duplicated.
  public mutating func makeSyncer() throws(TakeFileError) -> FileSyncer {
    if let syncer { return syncer }
    let syncer = try file.makeSyncer()
    self.syncer = syncer
    return syncer
  }

  /// Encodes the rest, states the length and the last metadata, and gives the take its name.
  ///
  /// - Returns: the frames of the take.
  /// - Throws: the failed step. The file then stays under its name in progress, and ``EncodedRecovery`` reads it.
  @discardableResult
  public consuming func finish(_ metadata: TakeMetadata) throws(TakeFileError) -> Int {
    try encoder.finish()
    self.metadata = metadata
    finalFrames = frames
    if isSummed {
      try flush(isLast: true)
      if let tags { self.metadata.audioChecksum = try conclude(before: tags).value }
    }
    rewriteTags()
    try flush(isLast: true)
    let frames = frames
    try file.conclude()
    return frames
  }

  /// States the length in the head of the file; returns the checksum of everything but the tags.
  private mutating func conclude(before tags: TagSpace) throws(TakeFileError) -> CRC32 {
    let head = try file.read(at: 0, count: TagSpace.searchedBytes)
    for patch in kind.encoded?.durations(frames: frames, in: head[...]) ?? []
    where patch.offset < tags.offset {
      try file.overwrite(patch.bytes, at: patch.offset)
    }
    var whole = try file.read(at: 0, count: tags.offset).withUnsafeBytes { CRC32($0) }
    whole.add(checksum)
    return whole
  }

  /// Makes a valid take of the bytes on disk after a write or the encoder failed.
  ///
  /// - Parameter before: the path of the previous part, if finished. If this file has no audio, the previous part is
  ///   the last one, and gets the end of the take.
  /// - Returns: the frames of the take; the rest up to ``frames`` is lost. A file without audio on the disk is removed.
  /// - Throws: the failed step; the file then stays under its name in progress.
  @discardableResult
  public consuming func salvage(
    _ metadata: TakeMetadata, after before: String? = nil
  ) throws(TakeFileError) -> Int {
    do throws(TakeFileError) {
      // If the encoder failed, not the medium, this is audio; else it fails again, and the bytes on disk count.
      try flush()
    } catch {}
    encoder.abandon()
    let survey = try EncodedRecovery.survey(
      descriptor: file.descriptor, kind: kind, path: file.inProgressPath)
    guard let survey, survey.frames > 0 else {
      if metadata.part > 0, let end = metadata.end {
        // Until the previous part gets the take's end, recovery finds this file and sets it.
        guard let before else {
          throw .malformed(path: file.inProgressPath, offset: 0, problem: "it has no audio")
        }
        try EncodedRecovery.setEnd(end, of: before)
      }
      file.discard()
      return 0
    }
    try file.truncate(to: survey.wholeBytes)
    for repair in survey.repairs { try file.overwrite(repair.bytes, at: repair.offset) }
    if let tags = survey.tags {
      try file.overwrite(
        tags.contents(for: metadata, frames: survey.frames), at: tags.offset)
    }
    try EncodedRecovery.setDuration(
      frames: survey.frames, descriptor: file.descriptor, kind: kind, path: file.inProgressPath)
    try file.conclude()
    return survey.frames
  }

  /// Puts the metadata into its space, in memory or as a change of the file.
  private mutating func rewriteTags() {
    guard let tags else { return }
    encoder.stream.change(
      EncodedStream.Patch(
        offset: tags.offset, bytes: tags.contents(for: metadata, frames: finalFrames)))
  }

  /// Writes the encoder's output so far.
  ///
  /// Nothing is written before the space for tags exists, so that the bytes on disk always identify themselves.
  private mutating func flush(isLast: Bool = false) throws(TakeFileError) {
    if tags == nil { findTags() }
    if tags == nil && !isLast && encoder.stream.length < TagSpace.searchedBytes { return }
    let start = file.bytes
    let outcome = encoder.stream.pending.withUnsafeBytes { file.append($0) }
    if let tags, isSummed {
      let written = encoder.stream.pending[..<outcome.bytes]
      written.dropFirst(max(0, tags.range.upperBound - start))
        .withUnsafeBytes { checksum.add($0) }
    }
    encoder.stream.didWrite(outcome.bytes)
    if outcome.code != 0 {
      throw .system(operation: .write, path: file.inProgressPath, code: outcome.code)
    }
    while let patch = encoder.stream.patches.first {
      try file.overwrite(patch.bytes, at: patch.offset)
      encoder.stream.didPatch()
    }
    syncer?.note(written: file.bytes)
  }

  private mutating func findTags() {
    tags = kind.encoded?.tags(in: encoder.stream.pending[...])
    guard let tags else { return }
    // libsndfile writes the head of Opus again, with the first samples.
    encoder.stream.protected = tags.range
    rewriteTags()
  }
}
