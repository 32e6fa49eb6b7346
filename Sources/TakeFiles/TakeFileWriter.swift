/// Writes a take file of any kind.
///
/// - Thread: one at a time, but not a realtime thread, because every method may wait for the disk.
public struct TakeFileWriter: ~Copyable, Sendable {
  /// The kind of the file.
  public let kind: TakeFileKind
  /// The format of the audio.
  public let format: AudioFormat
  /// The path that the finished file will have.
  public let path: String
  // Only one of these two is set, depending on the kind.
  private var wav: WAVWriter?
  private var encoded: EncodedWriter?

  /// Creates the file in progress that will become `path`.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the finished name or the name in
  ///   progress is taken, or with any other error of the system.
  public static func create(
    path: String, kind: TakeFileKind, format: AudioFormat, metadata: TakeMetadata
  ) throws(TakeFileError) -> TakeFileWriter {
    var writer = TakeFileWriter(kind: kind, format: format, path: path)
    if kind == .wav {
      writer.wav = try WAVWriter.create(path: path, format: format, metadata: metadata)
    } else {
      writer.encoded = try EncodedWriter.create(
        path: path, kind: kind, format: format, metadata: metadata)
    }
    return writer
  }

  private init(kind: TakeFileKind, format: AudioFormat, path: String) {
    self.kind = kind
    self.format = format
    self.path = path
    wav = nil
    encoded = nil
  }

  /// The number of frames appended so far.
  public private(set) var frames = 0

  /// Appends interleaved samples, full scale 1.
  ///
  /// - Returns: the number of samples that did not fit into the format and had to be clamped.
  /// - Throws: the failed write; see ``salvage(_:after:)``.
  public mutating func append(
    interleaved samples: UnsafePointer<Float>, frames count: Int
  ) throws(TakeFileError) -> Int {
    let written = try wav?.append(interleaved: samples, frames: count)
    let given = try encoded?.append(interleaved: samples, frames: count)
    frames += count
    return written ?? given ?? 0
  }

  /// Appends interleaved samples as a capture device gives them; lossless files store them bit for bit.
  ///
  /// - Throws: the failed write; see ``salvage(_:after:)``.
  public mutating func append(
    samples: UnsafePointer<Int32>, frames count: Int
  ) throws(TakeFileError) {
    try wav?.append(samples: samples, frames: count)
    try encoded?.append(samples: samples, frames: count)
    frames += count
  }

  /// Passes all samples so far to the kernel, so that the file can be read up to here.
  ///
  /// - Parameter changed: the metadata, if they have changed since the last call.
  /// - Throws: the failed write. The bytes not yet written wait for the next call, which tries again to write them.
  public mutating func checkpoint(_ changed: TakeMetadata? = nil) throws(TakeFileError) {
    try wav?.checkpoint(changed)
    try encoded?.checkpoint(changed)
  }

  /// A second handle for the file, for a thread that only waits for the storage medium.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the descriptor cannot be duplicated.
  public mutating func makeSyncer() throws(TakeFileError) -> FileSyncer? {
    if wav != nil { return try wav?.makeSyncer() }
    return try encoded?.makeSyncer()
  }

  /// Writes the rest of the file, and gives it its final name.
  ///
  /// - Throws: the failed step. The file then keeps its name in progress; if the error is `EEXIST`, the file is
  ///   complete, but its final name was taken.
  public consuming func finish(
    _ metadata: TakeMetadata
  ) throws(TakeFileError) -> WAVWriter.Finished {
    var whole = self
    if let writer = whole.wav.take() { return try writer.finish(metadata) }
    guard let writer = whole.encoded.take() else { return WAVWriter.Finished(frames: 0) }
    return WAVWriter.Finished(frames: try writer.finish(metadata))
  }

  /// After a write has failed, makes a valid file from the bytes that are on the disk.
  ///
  /// - Parameter before: the path of the previous part of a compressed take, if that part is finished; see
  ///   ``EncodedWriter/salvage(_:after:)``.
  /// - Returns: the number of frames in the file; the other frames are lost. A compressed file without any audio on the
  ///   disk is removed.
  /// - Throws: the failed step; the file then keeps its name in progress.
  public consuming func salvage(
    _ metadata: TakeMetadata, after before: String? = nil
  ) throws(TakeFileError) -> Int {
    var whole = self
    if let writer = whole.wav.take() { return try writer.salvage(metadata) }
    guard let writer = whole.encoded.take() else { return 0 }
    return try writer.salvage(metadata, after: before)
  }

  /// Removes the file, which must still be empty, so that its name is free again.
  public consuming func discard() {
    var whole = self
    if let writer = whole.wav.take() { writer.discard() }
    if let writer = whole.encoded.take() { writer.discard() }
  }
}
