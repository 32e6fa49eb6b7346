import Glibc

/// Recovers compressed take files that were cut off: the intact part of a file becomes a finished file.
///
/// Nothing that a file states is believed without a check: sizes are compared with the size of the file, and every FLAC
/// frame and Ogg page with its checksum. The memory needed does not depend on the file.
public enum EncodedRecovery {
  /// Reads a file from front to back and determines its intact part.
  ///
  /// - Parameters:
  ///   - descriptor: a regular file, open for reading; it stays open.
  ///   - kind: any kind but ``TakeFileKind/wav``.
  ///   - path: the path of the file, for messages.
  /// - Returns: the contents of the file; `nil` if there is no audio in it, or if it is of another kind.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read,
  ///   ``TakeFileError/unsupported(path:offset:problem:)`` if it has an unsupported form.
  public static func survey(
    descriptor: Int32, kind: TakeFileKind, path: String
  ) throws(TakeFileError) -> EncodedSurvey? {
    var window = try window(descriptor, path, kind)
    let head = try window.head(of: kind)
    return try kind.encoded?.survey(&window, head: head)?.shifted(by: window.base)
  }

  /// Cuts off what follows the intact part of a file in progress, and makes that part a proper finished file, in place;
  /// holes inside it stay.
  ///
  /// A FLAC file then ends after the last frame with a correct checksum, and states its length; its MD5 is 0, which
  /// means unknown. An Opus file ends after the last page with a correct checksum, and that page is marked as the last.
  /// An MPEG-4 file ends after the last complete fragment. The file keeps its name, and is not synced.
  ///
  /// - Parameter descriptor: a descriptor open for reading and writing; it stays open.
  /// - Returns: the contents that the file now has; `nil` if nothing in it can be kept, and the file is then unchanged.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read, changed or cut off; it can
  ///   then still be repaired.
  @discardableResult
  public static func mend(
    descriptor: Int32, kind: TakeFileKind, path: String
  ) throws(TakeFileError) -> EncodedSurvey? {
    guard var survey = try survey(descriptor: descriptor, kind: kind, path: path) else {
      return nil
    }
    // Change the file before cutting it off: if it cannot be cut off, it can then still be repaired.
    for repair in survey.repairs { try write(repair, to: descriptor, path: path) }
    if survey.wholeBytes < survey.fileBytes {
      guard ftruncate(descriptor, off_t(survey.wholeBytes)) == 0 else {
        throw .system(operation: .truncate, path: path, code: errno)
      }
    }
    survey.fileBytes = survey.wholeBytes
    survey.repairs = []
    survey.flaws = []
    survey.isCut = false
    if kind.encoded?.statesLength == true { survey.statedFrames = survey.frames }
    return survey
  }

  /// The metadata in the tags of a file, finished or not; `nil` if the tags do not contain the metadata of a take.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read.
  public static func metadata(
    descriptor: Int32, kind: TakeFileKind, path: String
  ) throws(TakeFileError) -> TakeMetadata? {
    guard let tags = try tags(descriptor, kind, path) else { return nil }
    return TakeTags.metadata(of: tags.found)
  }

  /// All tags of a file.
  static func fields(
    descriptor: Int32, kind: TakeFileKind, path: String
  ) throws(TakeFileError) -> [MetadataField] {
    try tags(descriptor, kind, path)?.found ?? []
  }

  /// The tags of other programs in a take with this metadata; `nil` if the file has no space for tags.
  static func others(
    descriptor: Int32, kind: TakeFileKind, path: String, metadata: TakeMetadata
  ) throws(TakeFileError) -> OtherTags? {
    try tags(descriptor, kind, path)?.keepingOthers(beside: metadata).others
  }

  /// True if a FLAC file has metadata blocks of other programs, such as pictures.
  static func hasOtherBlocks(
    descriptor: Int32, kind: TakeFileKind, path: String
  ) throws(TakeFileError) -> Bool {
    guard kind == .flac else { return false }
    var window = try window(descriptor, path, kind)
    return try FLACFormat.hasOtherBlocks(&window)
  }

  /// Rewrites the tags of a repaired or finished file, in the space reserved for them.
  ///
  /// - Parameters:
  ///   - descriptor: a descriptor open for reading and writing; it stays open, and is not synced.
  ///   - frames: the length of the audio in frames.
  /// - Returns: true if the file has space for tags.
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read or written.
  @discardableResult
  public static func setMetadata(
    _ metadata: TakeMetadata, frames: Int, descriptor: Int32, kind: TakeFileKind, path: String
  ) throws(TakeFileError) -> Bool {
    guard let tags = try tags(descriptor, kind, path), tags.count > 0 else { return false }
    let contents = tags.contents(for: metadata, frames: frames)
    try write(
      EncodedStream.Patch(offset: tags.offset, bytes: contents), to: descriptor, path: path)
    return true
  }

  /// Changes the stated end of a take in a finished file, because the part that was to follow it has no audio.
  ///
  /// - Throws: ``TakeFileError/system(operation:path:code:)`` if the file cannot be read or written.
  package static func setEnd(_ end: TakeMetadata.End, of path: String) throws(TakeFileError) {
    guard let kind = TakeFileKind(path: path) else { return }
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(operation: .open, path: path, code: errno) }
    let file = OpenFile(descriptor: descriptor)
    guard let survey = try survey(descriptor: file.descriptor, kind: kind, path: path),
      var metadata = try metadata(descriptor: file.descriptor, kind: kind, path: path)
    else { return }
    metadata.end = end
    try setMetadata(
      metadata, frames: survey.frames, descriptor: file.descriptor, kind: kind, path: path)
    try FileSync.file(file.descriptor, path: path)
  }

  /// Writes the length of the audio into the head of a file, if the format states it there and not only in the tags.
  static func setDuration(
    frames: Int, descriptor: Int32, kind: TakeFileKind, path: String
  ) throws(TakeFileError) {
    var window = try window(descriptor, path, kind)
    let head = try window.head(of: kind)
    for patch in kind.encoded?.durations(frames: frames, in: head) ?? [] {
      try write(patch, to: descriptor, path: path)
    }
  }

  /// The space for tags in a file; `nil` if it has none.
  static func tags(
    _ descriptor: Int32, _ kind: TakeFileKind, _ path: String
  ) throws(TakeFileError) -> TagSpace? {
    var window = try window(descriptor, path, kind)
    let head = try window.head(of: kind)
    return kind.encoded?.readTags(in: head)?.shifted(by: window.base)
  }

  private static func window(
    _ descriptor: Int32, _ path: String, _ kind: TakeFileKind
  ) throws(TakeFileError) -> FileWindow {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system(operation: .read, path: path, code: errno)
    }
    return try FileWindow(
      descriptor: descriptor, size: Int(status.st_size), path: path, kind: kind)
  }

  private static func write(
    _ patch: EncodedStream.Patch, to descriptor: Int32, path: String
  ) throws(TakeFileError) {
    try OpenFile.write(
      patch.bytes, to: descriptor, at: patch.offset, path: path, operation: .updateHeader)
  }
}
