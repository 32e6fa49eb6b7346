import Realtime
import Synchronization
import TakeFiles

/// The writer thread's side of a take: stereo ring and raw ring -> files.
///
/// - Thread: `run` on the writer thread; everything else before it starts or after it has ended, but for the atomics.
final class TakeWriter: @unchecked Sendable {
  private let plan: TakePlan
  private let storage: any StoragePort
  private var stereo: SampleRingReader
  private var raw: RawSource
  private(set) var files: [String] = []
  private(set) var rawFiles: [String] = []
  private(set) var frames = 0
  private(set) var clippedSamples = 0
  private(set) var error: TakeFileError?
  /// Set before the take is told to end: why.
  let end: EndCell
  /// Whether the first files exist and took their first frames.
  let isConfirmed = Atomic<Bool>(false)
  /// Whether the thread is done.
  let isDone = Atomic<Bool>(false)
  /// Whether the storage failed, so that the take must end.
  let hasFailed = Atomic<Bool>(false)

  /// A writer of a take.
  init(
    plan: TakePlan, storage: any StoragePort, stereo: consuming SampleRingReader,
    raw: consuming RawSource, end: EndCell
  ) {
    self.plan = plan
    self.storage = storage
    self.stereo = stereo
    self.raw = raw
    self.end = end
  }

  /// Writes until the take is complete or the storage fails.
  ///
  /// Polls the rings on a fraction of their length: nobody wakes this thread.
  func run() {
    do throws(TakeFileError) {
      try write()
    } catch {
      self.error = error
      hasFailed.store(true, ordering: .releasing)
    }
    // Whatever happened: what is held in the rings is given back.
    raw = .none
    isDone.store(true, ordering: .releasing)
  }

  private func write() throws(TakeFileError) {
    let directory = TakeDirectory(path: plan.directory)
    try admit(bytes: 0)
    var part = TakePart(
      file: try directory.createNext(date: plan.date, format: plan.renderedFormat), raw: nil)
    guard let name = part.file.name else { return }
    try openRaw(&part, name: name)
    var number = 0
    while true {
      let moved = try move(&part)
      if part.frames == plan.splitFrames {
        try close(&part, continues: true)
        number += 1
        part = try nextPart(after: name, number: number)
        continue
      }
      if moved > 0 {
        isConfirmed.store(true, ordering: .releasing)
        continue
      }
      if stereo.isAtEnd { break }
      pause(milliseconds: 10)
    }
    try close(&part, continues: false)
  }

  /// Moves what waits in the rings to the files; the raw file never gets ahead of the split.
  private func move(_ part: inout TakePart) throws(TakeFileError) -> Int {
    var moved = 0
    let room = plan.splitFrames - part.frames
    let (samples, count) = stereo.next(limit: min(room, 16384))
    if count > 0 {
      try admit(bytes: count * plan.renderedFormat.bytesPerFrame)
      clippedSamples += try part.file.append(interleaved: samples, frames: count)
      stereo.advance(count)
      part.frames += count
      frames += count
      moved += count
    }
    moved += try moveRaw(&part)
    return moved
  }

  /// Moves raw frames up to the place that the rendered file has reached.
  private func moveRaw(_ part: inout TakePart) throws(TakeFileError) -> Int {
    guard plan.keepsRaw else { return 0 }
    var moved = 0
    while part.rawFrames < part.frames {
      let count = try moveRawOnce(&part)
      guard count > 0 else { break }
      moved += count
    }
    return moved
  }

  private func moveRawOnce(_ part: inout TakePart) throws(TakeFileError) -> Int {
    let chunk = raw.next(limit: min(part.frames - part.rawFrames, 16384))
    switch chunk {
    case .waiting, .finished:
      return 0
    case .frames(let words, let count):
      try admit(bytes: count * plan.rawFormat.bytesPerFrame)
      try part.raw?.append(words: words, frames: count)
      raw.advance(count)
      part.rawFrames += count
      return count
    case .silence(let count):
      let words = [Int32](repeating: 0, count: count * plan.rawFormat.channels)
      try admit(bytes: count * plan.rawFormat.bytesPerFrame)
      try part.raw?.append(words: words, frames: count)
      raw.advance(count)
      part.rawFrames += count
      return count
    }
  }

  private func admit(bytes: Int) throws(TakeFileError) {
    do throws(StorageRefusal) {
      try storage.admit(bytes: bytes)
    } catch {
      throw .system(operation: .write, path: plan.directory, code: error.errno)
    }
  }

  private func openRaw(_ part: inout TakePart, name: TakeName) throws(TakeFileError) {
    guard plan.keepsRaw else { return }
    var rawName = name
    rawName.content = .raw
    part.raw = try WAVWriter.create(
      path: rawName.path(in: plan.directory), format: plan.rawFormat)
  }

  private func nextPart(after first: TakeName, number: Int) throws(TakeFileError) -> TakePart {
    var name = first
    name.part = number
    var part = TakePart(
      file: try WAVWriter.create(
        path: name.path(in: plan.directory), format: plan.renderedFormat), raw: nil)
    try openRaw(&part, name: name)
    return part
  }

  private func close(_ part: inout TakePart, continues: Bool) throws(TakeFileError) {
    while part.rawFrames < part.frames, try moveRaw(&part) > 0 {}
    let words = continues ? "continued in the next file" : end.value.words
    let chunk = WAVChunk.information(comment: plan.comment(end: words))
    files.append(part.file.path)
    try part.finish(chunks: [chunk], rawFiles: &rawFiles)
  }
}

/// The files of one part of a take.
private struct TakePart: ~Copyable {
  var file: WAVWriter
  var raw: WAVWriter?
  var frames = 0
  var rawFrames = 0

  init(file: consuming WAVWriter, raw: consuming WAVWriter?) {
    self.file = file
    self.raw = raw
  }
}
