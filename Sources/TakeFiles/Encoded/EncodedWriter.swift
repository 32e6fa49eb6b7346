import Glibc

/// Writes a compressed take file: FLAC, Opus or AAC.
///
/// As with ``WAVWriter``, the file must not exist before, is called `NAME.recording.flac` while it grows, and is
/// renamed at the end without replacing another file. All bytes go through one place, which checks every write;
/// encoders work in memory. A file that is cut off is intact up to about a second before the cut, see
/// ``EncodedRecovery``.
///
/// - Thread: one at a time, not a realtime one: every method may wait for the disk.
public struct EncodedWriter: ~Copyable, Sendable {
  /// The format of the audio; ``AudioFormat/samples`` matters only to FLAC.
  public let format: AudioFormat
  /// The kind of the file.
  public let kind: TakeFileKind
  /// The number of frames appended so far.
  public private(set) var frames = 0
  /// The number of samples that were beyond full scale and had to be clamped.
  public private(set) var clippedSamples = 0

  private var file: InProgressFile
  private var tags: TagSpace?
  private var metadata: TakeMetadata
  private var syncer: FileSyncer?
  private var finalFrames: Int?
  /// For a format without checksums of its own, the checksum of everything after the tags.
  private var checksum = CRC32()
  // No other reference to the encoder exists, and this value cannot be copied.
  private nonisolated(unsafe) let encoder: any AudioEncoder

  /// The number of bytes to collect in memory before they are written.
  private static let bufferBytes = 1 << 16

  /// Creates the file in progress for the take that will be called `path`.
  ///
  /// - Parameters:
  ///   - path: the path that the finished file will have, with the ending of its kind.
  ///   - kind: any kind but ``TakeFileKind/wav``.
  ///   - metadata: the metadata at the start of the take; they are put into the file immediately.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the name is taken, or with any other
  ///   error of the system; ``TakeFileError/encoder(path:problem:remedy:)`` if this kind of file cannot hold the
  ///   format.
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

  /// Writes through an open descriptor; it is closed together with the writer.
  ///
  /// - Throws: ``TakeFileError/encoder(path:problem:remedy:)`` if this kind of file cannot hold the audio, or if there
  ///   is no encoder for it.
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

  /// Removes the file, which must still be empty, so that its name is free again.
  public consuming func discard() { file.discard() }

  /// The path that the finished file will have.
  public var path: String { file.path }

  /// The path of the file until it is finished.
  public var inProgressPath: String { file.inProgressPath }

  /// The size of the file so far in bytes, including those that still wait in memory.
  public var fileBytes: Int { encoder.stream.length }

  /// Appends interleaved samples, full scale 1; for FLAC they are rounded exactly as ``WAVWriter`` rounds them.
  ///
  /// - Returns: the number of samples that had to be clamped.
  /// - Throws: the failed write. The bytes not yet written wait in memory, so do not repeat the call with the same
  ///   frames; see ``salvage(_:after:)``.
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

  /// Appends interleaved samples as a capture device gives them; FLAC stores them bit for bit.
  ///
  /// - Parameter samples: left-justified integers, of which the upper 16 or 24 bits are kept; for a format of floats,
  ///   which FLAC refuses, the bits of floats.
  /// - Throws: like ``append(interleaved:frames:)``.
  public mutating func append(
    samples: UnsafePointer<Int32>, frames count: Int
  ) throws(TakeFileError) {
    try encoder.encode(samples: samples, frames: count)
    frames += count
    if encoder.stream.pending.count >= Self.bufferBytes { try flush() }
  }

  /// Passes all encoded bytes to the kernel, and the metadata if they have changed.
  ///
  /// The encoder itself still holds back some audio: less than 0.1 s of FLAC, 0.3 s of Opus, about 1 s of AAC.
  ///
  /// - Throws: the failed write. The bytes not yet written wait for the next call, which tries again to write them.
  public mutating func checkpoint(_ changed: TakeMetadata? = nil) throws(TakeFileError) {
    if let changed, changed != metadata {
      metadata = changed
      rewriteTags()
    }
    try encoder.collect()
    try flush()
  }

  /// A second handle for the file, for a thread that only waits for the storage medium.
  ///
  /// ``checkpoint(_:)`` tells this handle for how many bytes to wait.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the descriptor cannot be duplicated.
  public mutating func makeSyncer() throws(TakeFileError) -> FileSyncer {
    if let syncer { return syncer }
    let syncer = try file.makeSyncer()
    self.syncer = syncer
    return syncer
  }

  /// Encodes the rest of the audio, writes its length and the final metadata, and gives the take its name.
  ///
  /// - Returns: the number of frames in the take.
  /// - Throws: the failed step. The file then keeps its name in progress, and ``EncodedRecovery`` can read it.
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

  /// Writes the length into the head of the file; returns the checksum of everything but the tags.
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

  /// After a write or the encoder has failed, makes a valid take from the bytes that are on the disk.
  ///
  /// - Parameter before: the path of the previous part, if that part is finished. If this file has no audio, the
  ///   previous part is the last one, and the end of the take is written into it.
  /// - Returns: the number of frames in the take; those between it and ``frames`` are lost. A file without any audio on
  ///   the disk is removed.
  /// - Throws: the failed step; the file then keeps its name in progress.
  @discardableResult
  public consuming func salvage(
    _ metadata: TakeMetadata, after before: String? = nil
  ) throws(TakeFileError) -> Int {
    do throws(TakeFileError) {
      // If only the encoder failed, this still writes audio. If the medium failed, this fails again, and only the bytes
      // on the disk count.
      try flush()
    } catch {}
    encoder.abandon()
    let survey = try EncodedRecovery.survey(
      descriptor: file.descriptor, kind: kind, path: file.inProgressPath)
    guard let survey, survey.frames > 0 else {
      if metadata.part > 0, let end = metadata.end {
        // Keep this file until the end of the take has been written into the previous part: if necessary, recovery
        // finds the file and does that.
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

  /// Puts the metadata into the space for tags: in memory, or as a change to the file.
  private mutating func rewriteTags() {
    guard let tags else { return }
    encoder.stream.change(
      EncodedStream.Patch(
        offset: tags.offset, bytes: tags.contents(for: metadata, frames: finalFrames)))
  }

  /// Writes the encoder's output so far to the file.
  ///
  /// Nothing is written before the space for tags exists, so that the bytes on the disk always show to which take they
  /// belong.
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
    // Protect the tags: libsndfile writes the head of an Opus file once more, together with the first samples.
    encoder.stream.protected = tags.range
    rewriteTags()
  }
}
