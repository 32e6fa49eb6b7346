/// A take file of any kind in progress.
///
/// - Thread: one at a time, not a realtime one: every method may wait for the disk.
public struct TakeFileWriter: ~Copyable, Sendable {
  /// The kind of the file.
  public let kind: TakeFileKind
  /// The format of the audio.
  public let format: AudioFormat
  /// The name of the finished file.
  public let path: String
  // One of the two, depending on the kind.
  private var wav: WAVWriter?
  private var encoded: EncodedWriter?

  /// Creates the file in progress for `path`.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` with `EEXIST` if the name, finished or in progress, is
  ///   taken, or with any other error of the system.
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
  /// - Returns: the number of samples that did not fit into the format and were clamped.
  /// - Throws: the failed write. See ``salvage(_:)``.
  public mutating func append(
    interleaved samples: UnsafePointer<Float>, frames count: Int
  ) throws(TakeFileError) -> Int {
    let written = try wav?.append(interleaved: samples, frames: count)
    let given = try encoded?.append(interleaved: samples, frames: count)
    frames += count
    return written ?? given ?? 0
  }

  /// Appends interleaved samples as a capture device gives them, bit-exact in lossless files.
  ///
  /// - Throws: the failed write. See ``salvage(_:)``.
  public mutating func append(
    samples: UnsafePointer<Int32>, frames count: Int
  ) throws(TakeFileError) {
    try wav?.append(samples: samples, frames: count)
    try encoded?.append(samples: samples, frames: count)
    frames += count
  }

  /// Passes all samples so far to the kernel, so that the file is readable up to here.
  ///
  /// - Parameter changed: metadata that changed since the last call.
  /// - Throws: the failed write; the rest waits for the next call, which retries it.
  public mutating func checkpoint(_ changed: TakeMetadata? = nil) throws(TakeFileError) {
    try wav?.checkpoint(changed)
    try encoded?.checkpoint(changed)
  }

  /// A second handle, for a thread that only waits for the storage medium.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` when the descriptor cannot be duplicated.
  public mutating func makeSyncer() throws(TakeFileError) -> FileSyncer? {
    if wav != nil { return try wav?.makeSyncer() }
    return try encoded?.makeSyncer()
  }

  /// Writes the rest, and gives the file its name.
  ///
  /// - Throws: the failed step. The file then stays under its name in progress; with `EEXIST` it is complete, and only
  ///   its name was taken.
  public consuming func finish(
    _ metadata: TakeMetadata
  ) throws(TakeFileError) -> WAVWriter.Finished {
    var whole = self
    if let writer = whole.wav.take() { return try writer.finish(metadata) }
    guard let writer = whole.encoded.take() else { return WAVWriter.Finished(frames: 0) }
    return WAVWriter.Finished(frames: try writer.finish(metadata))
  }

  /// Makes a valid file of the bytes on disk after a write failed.
  ///
  /// - Parameter before: the path of the previous part of a compressed take, if finished; see
  ///   ``EncodedWriter/salvage(_:after:)``.
  /// - Returns: the frames of the file; the rest is lost. A compressed file without audio on the disk is removed.
  /// - Throws: the failed step; the file then stays under its name in progress.
  public consuming func salvage(
    _ metadata: TakeMetadata, after before: String? = nil
  ) throws(TakeFileError) -> Int {
    var whole = self
    if let writer = whole.wav.take() { return try writer.salvage(metadata) }
    guard let writer = whole.encoded.take() else { return 0 }
    return try writer.salvage(metadata, after: before)
  }

  /// Removes a file that is still empty, so that its name is free again.
  public consuming func discard() {
    var whole = self
    if let writer = whole.wav.take() { writer.discard() }
    if let writer = whole.encoded.take() { writer.discard() }
  }
}
