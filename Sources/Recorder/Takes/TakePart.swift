import Glibc
import TakeFiles

/// The files of one part of a take.
struct TakePart: ~Copyable {
  /// The rendered file.
  var file: TakeFileWriter
  /// The safety file, which is the rendered file at a lower level; `nil` if there is none.
  var safety: TakeFileWriter?
  /// The raw file, which has every channel of the capture device; `nil` if there is none.
  var raw: TakeFileWriter?
  /// The name of the take with the letter of the part; the names of files of later parts also have a date of their own.
  let name: TakeName
  /// The number of the part, counted from 0.
  var number: Int { name.part ?? 0 }
  /// The name of the next part.
  ///
  /// The first part of a take has no letter, because nobody could know that it would be continued; the second has `_b`.
  var nextName: TakeName {
    var next = name
    next.part = number + 1
    return next
  }
  /// The number of frames of the take before the part.
  let firstFrame: Int
  /// The number of frames of the rendered file.
  var frames = 0
  /// The number of frames of the raw file.
  var rawFrames = 0
  /// Second file descriptors of the part's files, which the sync thread uses.
  var syncers: [FileSyncer] = []

  /// Makes second file descriptors of the part's files.
  mutating func makeSyncers() throws(TakeFileError) -> [FileSyncer] {
    var syncers: [FileSyncer] = []
    if let one = try file.makeSyncer() { syncers.append(one) }
    if let one = try safety?.makeSyncer() { syncers.append(one) }
    if let one = try raw?.makeSyncer() { syncers.append(one) }
    return syncers
  }

  /// Updates the heads of the files, and hands all data to the kernel.
  mutating func checkpoint(_ metadata: PartMetadata) throws(TakeFileError) {
    try file.checkpoint(metadata.rendered)
    try safety?.checkpoint(metadata.safety)
    try raw?.checkpoint(metadata.raw)
  }

  /// Finishes all files, even if that fails for one of them; returns which files were finished.
  consuming func finish(_ metadata: PartMetadata) -> FinishedPart {
    var whole = self
    var done = FinishedPart()
    let safety = whole.safety.take()
    let raw = whole.raw.take()
    let frames = whole.frames
    done.file = Self.finish(whole.file, metadata.rendered, &done)
    if let safety { done.safety = Self.finish(safety, metadata.safety, &done) }
    if let raw { done.raw = Self.finish(raw, metadata.raw, &done) }
    done.frames = frames
    return done
  }

  private static func finish(
    _ file: consuming TakeFileWriter, _ metadata: TakeMetadata, _ done: inout FinishedPart
  ) -> String? {
    let path = file.path
    do throws(TakeFileError) {
      let finished = try file.finish(metadata)
      if done.error == nil { done.error = finished.missing }
      return path
    } catch {
      if done.error == nil { done.error = error }
      return nil
    }
  }

  /// Finishes the files after a write failed, so that the data that reached the medium are kept.
  ///
  /// - Parameter before: the outcome for the previous part.
  consuming func salvage(_ metadata: PartMetadata, after before: FinishedPart) -> FinishedPart {
    var whole = self
    var done = FinishedPart()
    let safety = whole.safety.take()
    let raw = whole.raw.take()
    if let raw { done.raw = Self.salvage(raw, metadata.raw, before.raw)?.path }
    if let safety { done.safety = Self.salvage(safety, metadata.safety, before.safety)?.path }
    let kept = Self.salvage(whole.file, metadata.rendered, before.file)
    done.file = kept?.path
    done.frames = kept?.frames ?? 0
    return done
  }

  /// Hands the data in memory to the kernel as far as it accepts them, and leaves the files in progress.
  consuming func handOver() {
    var whole = self
    try? whole.file.checkpoint()
    try? whole.safety?.checkpoint()
    try? whole.raw?.checkpoint()
  }

  private static func salvage(
    _ file: consuming TakeFileWriter, _ metadata: TakeMetadata, _ before: String?
  ) -> (path: String, frames: Int)? {
    var file = file
    let (path, kind) = (file.path, file.kind)
    do throws(TakeFileError) {
      // Perhaps another file of the take failed, and this file still accepts the frames in memory.
      try file.checkpoint()
    } catch {
      // If not, only the data on the medium remain.
    }
    do throws(TakeFileError) {
      let frames = try file.salvage(metadata, after: before)
      // A compressed file without sound has been removed, so it does not count.
      return kind == .wav || frames > 0 ? (path, frames) : nil
    } catch {
      // The medium does not even accept a header, so the file stays in progress; it is valid as far as its last header
      // says.
      return nil
    }
  }

  /// Removes files without frames.
  consuming func discard() {
    var whole = self
    if let safety = whole.safety.take() { safety.discard() }
    if let raw = whole.raw.take() { raw.discard() }
    whole.file.discard()
  }
}

/// The metadata of the files of a part.
struct PartMetadata {
  var rendered: TakeMetadata
  var safety: TakeMetadata
  var raw: TakeMetadata
}

/// The outcome for the files of a part.
struct FinishedPart {
  /// The final path of the rendered file; `nil` if that file was not finished.
  ///
  /// ``safety`` and ``raw`` are the final paths of the other two files.
  var file: String?
  var safety: String?
  var raw: String?
  /// The number of frames of the rendered file.
  var frames = 0
  /// The first error that occurred; `nil` if there was none.
  var error: TakeFileError?
}
