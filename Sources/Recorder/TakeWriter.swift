import Glibc
import Realtime
import Synchronization
import TakeFiles

/// The writer thread's side of a take: stereo ring and raw ring -> files.
///
/// - Thread: ``run()`` on the writer thread; the rest before that thread starts or after ``isDone``, but for the atomics.
///   Unchecked because of exactly this hand-over.
final class TakeWriter: @unchecked Sendable {
  private let plan: TakePlan
  private let storage: any StoragePort
  private var stereo: SampleRingReader
  private var raw: TakeReader?
  private let ending: TakeEnding
  private(set) var files: [String] = []
  private(set) var rawFiles: [String] = []
  /// Frames of the rendered take that were written.
  let frames = Atomic<Int>(0)
  private(set) var clippedSamples = 0
  private(set) var error: TakeFileError?
  /// Whether the files exist and took their first frames.
  let isConfirmed = Atomic<Bool>(false)
  /// Whether the storage failed, so that the take must end.
  let hasFailed = Atomic<Bool>(false)
  /// Whether the thread is done.
  let isDone = Atomic<Bool>(false)

  /// Frames written between two updates of the header, in seconds: what is on disk is a valid file up to there.
  static let headerSeconds = 0.5

  /// Raw words that were taken off the ring and that the rendered file has not reached.
  private var ahead: [Int32] = []
  /// Frames of them: more than filters and limiter ever hold back.
  private static let mostAhead = 16384

  /// A writer of a take.
  init(
    plan: TakePlan, storage: any StoragePort, stereo: consuming SampleRingReader,
    raw: consuming TakeReader?, ending: TakeEnding
  ) {
    self.plan = plan
    self.storage = storage
    self.stereo = stereo
    self.raw = raw
    self.ending = ending
  }

  /// Writes until the take is complete or the storage fails.
  ///
  /// Polls the rings on a fraction of their length: nobody wakes this thread.
  func run() {
    do throws(TakeFileError) {
      try writeTake()
    } catch {
      self.error = error
      hasFailed.store(true, ordering: .releasing)
    }
    // Whatever happened, what is held in the raw ring is given back.
    raw = nil
    isDone.store(true, ordering: .releasing)
  }

  private func writeTake() throws(TakeFileError) {
    try admit(bytes: 0)
    let file = try TakeDirectory(path: plan.directory).createNext(
      date: plan.date, format: plan.renderedFormat)
    guard let name = file.name else { throw .namesExhausted(directory: plan.directory) }
    var part = try beginPart(file, name: name)
    var number = 0
    while true {
      do throws(TakeFileError) {
        if try fill(&part) { break }
        try catchUpRaw(&part)
      } catch {
        salvage(part)
        throw error
      }
      try close(part, words: "continued in the next file")
      number += 1
      part = try nextPart(after: name, number: number)
    }
    do throws(TakeFileError) {
      try catchUpRaw(&part)
    } catch {
      salvage(part)
      throw error
    }
    try close(part, words: ending.end.words)
  }

  /// Fills a part: true at the end of the take, false when a new part must follow.
  private func fill(_ part: inout TakePart) throws(TakeFileError) -> Bool {
    var nextHeader = 0
    while true {
      let moved = try move(&part)
      if part.frames >= nextHeader {
        nextHeader = part.frames + max(1, Int(Self.headerSeconds * Double(plan.grant.rate)))
        try part.updateHeaders()
      }
      if moved > 0 {
        isConfirmed.store(true, ordering: .releasing)
      } else if stereo.isAtEnd {
        return true
      } else if part.frames == plan.splitFrames {
        return false
      } else {
        readAhead()
        pause(milliseconds: 10)
      }
    }
  }

  /// Moves what waits in the rings to the files.
  private func move(_ part: inout TakePart) throws(TakeFileError) -> Int {
    let (samples, count) = stereo.next(limit: min(plan.splitFrames - part.frames, 16384))
    if count > 0 {
      try admit(bytes: count * plan.renderedFormat.bytesPerFrame)
      clippedSamples += try part.file.append(interleaved: samples, frames: count)
      stereo.advance(count)
      part.frames += count
      frames.add(count, ordering: .releasing)
    }
    return count + (try moveRaw(&part))
  }

  /// Moves raw frames, at most up to the place that the rendered file has reached.
  ///
  /// Rendering reads ahead of what it gives, so these frames are in the ring.
  private func moveRaw(_ part: inout TakePart) throws(TakeFileError) -> Int {
    let room = min(part.frames - part.rawFrames, 16384)
    guard plan.keepsRaw, room > 0 else { return 0 }
    if !ahead.isEmpty { return try moveAhead(&part, limit: room) }
    guard var reader = raw.take() else { return 0 }
    let chunk = reader.next(limit: room)
    var moved = 0
    switch chunk {
    case .waiting, .finished:
      break
    case .frames(let words, let count):
      try admit(bytes: count * plan.rawFormat.bytesPerFrame)
      try part.appendRaw(words, frames: count)
      moved = count
    case .silence(let count):
      let words = [Int32](repeating: 0, count: count * plan.rawFormat.channels)
      try admit(bytes: count * plan.rawFormat.bytesPerFrame)
      try part.appendRaw(words, frames: count)
      moved = count
    }
    reader.advance(moved)
    raw = consume reader
    return moved
  }

  /// Moves raw frames that were taken off the ring before.
  private func moveAhead(_ part: inout TakePart, limit: Int) throws(TakeFileError) -> Int {
    let count = min(limit, ahead.count / plan.rawFormat.channels)
    try admit(bytes: count * plan.rawFormat.bytesPerFrame)
    try part.appendRaw(ahead, frames: count)
    ahead.removeFirst(count * plan.rawFormat.channels)
    return count
  }

  /// Takes raw frames off the ring that the rendered file has not reached.
  ///
  /// The renderer holds its last frames back until more come. In a pause none come, and a place in the ring that is held
  /// for all of it would keep the ring from running on.
  private func readAhead() {
    guard plan.keepsRaw, var reader = raw.take() else { return }
    let channels = plan.rawFormat.channels
    while true {
      var moved = 0
      switch reader.next(limit: Self.mostAhead - ahead.count / channels) {
      case .waiting, .finished: break
      case .frames(let words, let count):
        ahead.append(contentsOf: UnsafeBufferPointer(start: words, count: count * channels))
        moved = count
      case .silence(let count):
        ahead.append(contentsOf: repeatElement(0, count: count * channels))
        moved = count
      }
      if moved == 0 { break }
      reader.advance(moved)
    }
    raw = consume reader
  }

  private func catchUpRaw(_ part: inout TakePart) throws(TakeFileError) {
    while plan.keepsRaw, part.rawFrames < part.frames, try moveRaw(&part) > 0 {}
  }

  private func admit(bytes: Int) throws(TakeFileError) {
    do throws(StorageRefusal) {
      try storage.admit(bytes: bytes)
    } catch {
      throw .system(operation: .write, path: plan.directory, code: error.errno)
    }
  }

  /// The files of a part; when the raw file cannot be made, none.
  private func beginPart(
    _ file: consuming WAVWriter, name: TakeName
  ) throws(TakeFileError) -> TakePart {
    var part = TakePart(file: file)
    guard plan.keepsRaw else { return part }
    var rawName = name
    rawName.content = .raw
    let path = rawName.path(in: plan.directory)
    do throws(TakeFileError) {
      part.raw = try WAVWriter.create(path: path, format: plan.rawFormat)
    } catch {
      // Nothing is in the other file yet.
      unlink(part.file.inProgressPath)
      throw error
    }
    part.rawPath = path
    return part
  }

  /// The first file of a take has no letter, because nobody knew that it would be continued; the second one is `_b`.
  private func nextPart(after first: TakeName, number: Int) throws(TakeFileError) -> TakePart {
    var name = first
    name.part = number
    try admit(bytes: 0)
    let file = try WAVWriter.create(
      path: name.path(in: plan.directory), format: plan.renderedFormat)
    return try beginPart(file, name: name)
  }

  private func close(_ part: consuming TakePart, words: String) throws(TakeFileError) {
    var part = part
    do throws(TakeFileError) {
      // While it can still be salvaged: everything to the file, and a header that says so.
      try admit(bytes: 0)
      try part.updateHeaders()
    } catch {
      salvage(part)
      throw error
    }
    let chunk = WAVChunk.information(comment: plan.comment(end: words))
    let (path, rawPath) = (part.file.path, part.rawPath)
    try part.finish(chunks: [chunk])
    files.append(path)
    if let rawPath { rawFiles.append(rawPath) }
  }

  /// Keeps what is on disk after a write failed.
  private func salvage(_ part: consuming TakePart) {
    let (path, rawPath, appended) = (part.file.path, part.rawPath, part.frames)
    if let kept = part.salvage() {
      frames.subtract(appended - kept, ordering: .releasing)
      files.append(path)
      if let rawPath { rawFiles.append(rawPath) }
    }
  }
}

/// Why a take ends, told by the control thread before it ends the take.
final class TakeEnding: Sendable {
  private let state = Mutex<TakeEnd>(.shutdown)

  /// The end; "shut down" until somebody knows better.
  var end: TakeEnd {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// The files of one part of a take.
private struct TakePart: ~Copyable {
  var file: WAVWriter
  var raw: WAVWriter?
  var rawPath: String?
  var frames = 0
  var rawFrames = 0

  init(file: consuming WAVWriter) {
    self.file = file
    raw = nil
  }

  mutating func updateHeaders() throws(TakeFileError) {
    try file.updateHeader()
    try raw?.updateHeader()
  }

  mutating func appendRaw(
    _ words: UnsafePointer<Int32>, frames: Int
  ) throws(TakeFileError) {
    try raw?.append(words: words, frames: frames)
    rawFrames += frames
  }

  /// Finishes both files; the raw one also when the other cannot be.
  consuming func finish(chunks: [WAVChunk]) throws(TakeFileError) {
    var whole = self
    let raw = whole.raw.take()
    var failure: TakeFileError?
    do throws(TakeFileError) {
      try whole.file.finish(chunks: chunks)
    } catch {
      failure = error
    }
    if let raw { try raw.finish(chunks: chunks) }
    if let failure { throw failure }
  }

  /// Frames of the rendered file that were kept, or `nil` when not even that could be done.
  consuming func salvage() -> Int? {
    var whole = self
    let raw = whole.raw.take()
    if let raw { _ = Self.salvaged(raw) }
    return Self.salvaged(whole.file)
  }

  private static func salvaged(_ file: consuming WAVWriter) -> Int? {
    var file = file
    do throws(TakeFileError) {
      // The other file of the take may have failed, and this one still takes what waits in memory.
      try file.flush()
    } catch {
      // Then what is on the medium is what there is.
    }
    do throws(TakeFileError) {
      return try file.salvage()
    } catch {
      // The medium does not even take a header: the file stays under its name in progress, valid up to its last one.
      return nil
    }
  }
}
