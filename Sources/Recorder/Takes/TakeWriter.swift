import Essentials
import Realtime
import Synchronization
import TakeFiles

/// The work of a take's writer thread, which moves frames from the stereo ring and the raw ring to files.
///
/// - Thread: ``run()`` on the writer thread; everything else, except the atomics, before that thread starts or after
///   ``isDone``. Because the compiler cannot check this hand-over, the class is unchecked.
final class TakeWriter: @unchecked Sendable {
  private var plan: TakePlan
  private var parts: TakeParts
  private let storage: any StoragePort
  private var stereo: SampleRingReader
  private var raw: TakeReader?
  /// The reader of a ring that carries the bits of raw frames, for a second medium, which must not block the raw ring.
  private var rawRing: SampleRingReader?
  private let ending: SharedValue<TakeEnd>
  private let syncer: TakeSyncer
  private(set) var files: [String] = []
  private(set) var safetyFiles: [String] = []
  private(set) var rawFiles: [String] = []
  /// The number of rendered frames written so far.
  let frames = Atomic<Int>(0)
  /// The number of frames of the take that the medium certainly has; read it once the thread has ended.
  ///
  /// If a sync fails, anything written since the one before may be lost.
  var securedFrames: Int {
    let frames = frames.load(ordering: .acquiring)
    guard error != nil else { return frames }
    let held = plan.form.kind == .wav ? 0 : Int(Self.encoderSeconds * Double(plan.grant.rate))
    return min(frames, max(0, syncer.syncedFrames - held))
  }
  private(set) var clippedSamples = 0
  private(set) var error: TakeFileError?
  /// The name of the take; `nil` until its first file is created.
  var name: String? { nameCell.withLock { $0 } }
  private let nameCell = Mutex<String?>(nil)
  /// Raised once the take has a name on this medium, or will never have one.
  let isNamed = StopFlag()
  /// The flag of the take before, if that take may still have no name; otherwise `nil`.
  private var earlier: StopFlag?
  /// The number of frames of the take after which its files on this medium end; `.max` if they end with the take.
  let limit = Atomic<Int>(.max)
  /// True once the medium has the files and their first frames.
  let isConfirmed = Atomic<Bool>(false)
  /// True if the storage failed, so that the take must end.
  let hasFailed = Atomic<Bool>(false)
  /// True once the thread has ended.
  let isDone = Atomic<Bool>(false)

  /// Seconds of frames that are written to a file between two syncs.
  static let syncSeconds = 0.5

  /// The most seconds of frames that an encoder holds back at a sync: after a power cut, compressed files lack up to a
  /// second more than WAV files.
  private static let encoderSeconds = 1.0

  /// The number of raw frames that are moved at once.
  private static let rawBlock = 16384
  /// The number of blocks moved to the raw file for each block moved to the rendered file, while both files are behind.
  private static let rawBlocks = 4
  /// The number of rendered frames that are moved at once; the raw file waits while they are encoded.
  private static let block = 4096
  /// A buffer for the channels of one file, if the ring has the channels of two files.
  private var scratch: [Float] = []

  /// Creates the writer of a take.
  ///
  /// - Parameters:
  ///   - preRollFrames: the number of frames of the take before the press.
  ///   - events: returns the gaps and markers so far.
  init(
    plan: TakePlan, preRollFrames: Int, storage: any StoragePort,
    stereo: consuming SampleRingReader, raw: consuming TakeReader?, ending: SharedValue<TakeEnd>,
    syncer: TakeSyncer, events: @escaping TakeParts.Events
  ) {
    self.plan = plan
    rawRing = nil
    parts = TakeParts(plan: plan, preRollFrames: preRollFrames, events: events)
    self.storage = storage
    self.stereo = stereo
    self.raw = raw
    self.ending = ending
    self.syncer = syncer
  }

  /// Makes this the writer of a second medium, before its thread starts.
  ///
  /// - Parameters:
  ///   - raw: the reader of a ring that carries the bits of raw frames, which is used instead of the raw ring.
  ///   - number: as for ``match(number:)``.
  func mirror(raw: consuming SampleRingReader?, number: @escaping @Sendable (Int) -> Int?) {
    rawRing = raw
    match(number: number)
  }

  /// Gives the take the same number on both media, before the thread starts.
  ///
  /// - Parameter number: takes the next free number on this medium, waits for the number on the other medium, and
  ///   returns it; `nil` if there is none.
  func match(number: @escaping @Sendable (Int) -> Int?) { parts.number = number }

  /// Lets the take get its number only after an earlier take has one, before the thread starts.
  ///
  /// A card that stalled answers the threads of all waiting takes at once, in any order.
  ///
  /// - Parameter earlier: the ``isNamed`` of the take before; `nil` if there is none.
  func follow(_ earlier: StopFlag?) { self.earlier = earlier }

  /// Writes until the take is complete or the storage fails.
  ///
  /// It polls the rings at a fraction of the time that they can hold, because nothing wakes this thread.
  func run() {
    do throws(TakeFileError) {
      try writeTake()
    } catch {
      self.error = error
      hasFailed.store(true, ordering: .releasing)
    }
    isNamed.raise()
    syncer.stop()
    // Whatever happened, release the frames held in the raw ring.
    raw = nil
    isDone.store(true, ordering: .releasing)
  }

  private func writeTake() throws(TakeFileError) {
    try admit(bytes: 0)
    // Ask only now, because the storage may not answer before it admits a write.
    plan.fileLimit = storage.fileLimit(directory: plan.directory)
    while let earlier, !earlier.isRaised { pause(milliseconds: 10) }
    var part = try parts.first()
    part.syncers.forEach(syncer.add)
    nameCell.withLock { [stem = part.name.stem] in $0 = stem }
    isNamed.raise()
    while true {
      do throws(TakeFileError) {
        if try fill(&part) { break }
        try catchUpRaw(&part)
      } catch {
        salvage(part, error)
        throw error
      }
      part = try next(after: part)
    }
    do throws(TakeFileError) {
      try catchUpRaw(&part)
    } catch {
      salvage(part, error)
      throw error
    }
    // If the files end before the take does, nothing must wait for room in the ring.
    stereo.refuse()
    if part.number == 0, part.frames == 0 {
      // A file without frames is not a recording, and programs that read compressed sound would call it damaged.
      syncer.removeAll()
      part.discard()
      return
    }
    try close(part, isLast: true)
  }

  /// Creates the next part and then finishes the previous one, so that no file names a continuation that could not be
  /// created.
  private func next(after part: consuming TakePart) throws(TakeFileError) -> TakePart {
    let next: TakePart
    do throws(TakeFileError) {
      try admit(bytes: 0)
      next = try parts.begin(part.nextName, firstFrame: part.firstFrame + part.frames)
    } catch {
      salvage(part, error)
      throw error
    }
    do throws(TakeFileError) {
      try close(part, isLast: false)
    } catch {
      salvage(next, error)
      throw error
    }
    next.syncers.forEach(syncer.add)
    return next
  }

  /// Writes frames to a part; returns true at the end of the take, false if a new part must follow.
  private func fill(_ part: inout TakePart) throws(TakeFileError) -> Bool {
    var rule = CheckpointRule(interval: Int(Self.syncSeconds * Double(plan.grant.rate)))
    var hasCaughtUp = false
    while true {
      let moved = try move(&part)
      if rule.isDue(rendered: part.frames, raw: part.rawFrames) { try checkpoint(&part) }
      if let error = syncer.error { throw error }
      if syncer.hasSynced { isConfirmed.store(true, ordering: .releasing) }
      if moved > 0 { continue }
      if stereo.isAtEnd || part.firstFrame + part.frames >= limit.load(ordering: .acquiring) {
        return true
      }
      // Begin the next part only when there are frames for it, because a file without frames is not a recording.
      if part.frames == plan.splitFrames, stereo.next(limit: 1).frames > 0 {
        // The end of the part can reach the medium while the next files are created.
        try checkpoint(&part)
        return false
      }
      if !hasCaughtUp, part.frames > 0 {
        // The file now contains the pre-roll, whose sync must not wait for the next interval.
        hasCaughtUp = true
        rule.hasten()
      } else {
        // The ring holds two seconds, and a wake-up costs more than processing what waits meanwhile.
        pause(milliseconds: 40)
      }
    }
  }

  private func checkpoint(_ part: inout TakePart) throws(TakeFileError) {
    try part.checkpoint(parts.metadata(of: part.name, from: part.firstFrame))
    syncer.request(frames: part.firstFrame + part.frames)
  }

  // MARK: - Frames

  /// Moves waiting frames from the rings to the files.
  ///
  /// The raw file comes first, because lost parts of the rendered file can be rendered from it again. Filters and
  /// encoders that are late after a long pre-roll do not delay it.
  private func move(_ part: inout TakePart) throws(TakeFileError) -> Int {
    var moved = 0
    for _ in 0..<Self.rawBlocks {
      let count = try moveRaw(&part)
      if count == 0 { break }
      moved += count
    }
    let (samples, count) = stereo.next(limit: min(room(in: part, after: part.frames), Self.block))
    if count > 0 {
      try admit(bytes: count * plan.renderedFormat.bytesPerFrame * (plan.form.keepsSafety ? 2 : 1))
      try append(samples, frames: count, to: &part)
      stereo.advance(count)
      part.frames += count
      frames.add(count, ordering: .releasing)
    }
    return moved + count
  }

  /// Returns how many frames a file of a part can still get if it has this many.
  private func room(in part: borrowing TakePart, after frames: Int) -> Int {
    max(0, min(plan.splitFrames, limit.load(ordering: .acquiring) - part.firstFrame) - frames)
  }

  private func append(
    _ samples: UnsafePointer<Float>, frames count: Int, to part: inout TakePart
  ) throws(TakeFileError) {
    guard plan.form.keepsSafety else {
      clippedSamples += try part.file.append(interleaved: samples, frames: count)
      return
    }
    let outputs = plan.renderedFormat.channels
    copy(samples, frames: count, channels: 0..<outputs, of: 2 * outputs)
    clippedSamples += try part.file.append(interleaved: scratch, frames: count)
    copy(samples, frames: count, channels: outputs..<(2 * outputs), of: 2 * outputs)
    _ = try part.safety?.append(interleaved: scratch, frames: count)
  }

  /// Copies some channels of interleaved frames to the scratch buffer.
  private func copy(
    _ samples: UnsafePointer<Float>, frames count: Int, channels: Range<Int>, of all: Int
  ) {
    if scratch.isEmpty { scratch = [Float](repeating: 0, count: Self.block * channels.count) }
    for frame in 0..<count {
      for (index, channel) in channels.enumerated() {
        scratch[frame * channels.count + index] = samples[frame * all + channel]
      }
    }
  }

  /// Moves raw frames to the raw file, at most up to the end of the part.
  private func moveRaw(_ part: inout TakePart) throws(TakeFileError) -> Int {
    let room = min(room(in: part, after: part.rawFrames), Self.rawBlock)
    guard plan.form.keepsRaw, room > 0 else {
      // A reader that stays at the end of the files would hold up the raw ring, for as long as the take is paused.
      if part.firstFrame + part.rawFrames >= limit.load(ordering: .acquiring) { raw = nil }
      return 0
    }
    if var ring = rawRing.take() {
      let (samples, count) = ring.next(limit: room)
      if count > 0 {
        // A Float and the word that holds its bits have the same layout.
        let words = UnsafeRawPointer(samples).assumingMemoryBound(to: Int32.self)
        try appendRaw(words, frames: count, to: &part)
        ring.advance(count)
      }
      rawRing = consume ring
      return count
    }
    guard var reader = raw.take() else { return 0 }
    let chunk = reader.next(limit: room)
    var moved = 0
    switch chunk {
    case .waiting, .finished:
      break
    case .frames(let samples, let count):
      try appendRaw(samples, frames: count, to: &part)
      moved = count
    case .silence(let count):
      let samples = [Int32](repeating: 0, count: count * plan.rawFormat.channels)
      try appendRaw(samples, frames: count, to: &part)
      moved = count
    }
    reader.advance(moved)
    raw = consume reader
    return moved
  }

  private func appendRaw(
    _ samples: UnsafePointer<Int32>, frames count: Int, to part: inout TakePart
  ) throws(TakeFileError) {
    try admit(bytes: count * plan.rawFormat.bytesPerFrame)
    try part.raw?.append(samples: samples, frames: count)
    part.rawFrames += count
  }

  private func catchUpRaw(_ part: inout TakePart) throws(TakeFileError) {
    while plan.form.keepsRaw, part.rawFrames < part.frames, try moveRaw(&part) > 0 {}
  }

  private func admit(bytes: Int) throws(TakeFileError) {
    try translate(try storage.admit(bytes: bytes)) { (error: StorageRefusal) in
      TakeFileError.system(operation: .write, path: plan.directory, code: error.errno)
    }
  }

  private func admitConclusion() throws(TakeFileError) {
    try translate(try storage.admitConclusion()) { (error: StorageRefusal) in
      TakeFileError.system(operation: .close, path: plan.directory, code: error.errno)
    }
  }

  // MARK: - Files

  private func close(_ part: consuming TakePart, isLast: Bool) throws(TakeFileError) {
    var part = part
    do throws(TakeFileError) {
      // Write everything to the files, with matching heads, while the part can still be salvaged.
      try admit(bytes: 0)
      try checkpoint(&part)
      try admitConclusion()
    } catch {
      salvage(part, error)
      throw error
    }
    syncer.removeAll()
    let metadata = parts.metadata(
      of: part.name, from: part.firstFrame, to: part.firstFrame + part.frames,
      end: isLast ? ending.value.told : .continued, isLast: isLast)
    let done = part.finish(metadata)
    record(done)
    if let error = done.error { throw error }
  }

  /// Finishes the files of a part after a write failed, so that the data that reached the medium are kept.
  private func salvage(_ part: consuming TakePart, _ error: TakeFileError) {
    syncer.removeAll()
    do throws(TakeFileError) {
      try admitConclusion()
    } catch {
      // The medium is gone: the files stay in progress, and will be recovered when it is back.
      part.handOver()
      return
    }
    let appended = part.frames
    let metadata = parts.metadata(
      of: part.name, from: part.firstFrame, to: part.firstFrame + part.frames,
      end: TakeEnd.storageFailed(error).told, isLast: true)
    let before = FinishedPart(
      file: files.last, safety: safetyFiles.last, raw: rawFiles.last)
    let done = part.salvage(metadata, after: before)
    if done.file != nil { frames.subtract(appended - done.frames, ordering: .releasing) }
    record(done)
  }

  private func record(_ done: FinishedPart) {
    if let file = done.file { files.append(file) }
    if let file = done.safety { safetyFiles.append(file) }
    if let file = done.raw { rawFiles.append(file) }
  }
}
