import Glibc
import Realtime
import Synchronization
import TakeFiles

/// Writes a take to a second medium as well, with rings and threads of its own, so that neither medium waits for the
/// other.
///
/// - Thread: control.
final class TakeMirror {
  /// A second medium to which takes are written.
  struct Place: Sendable {
    /// The folder of takes on the second medium.
    var directory: String
    /// The storage of the files on the second medium.
    var storage: any StoragePort
    /// Seconds of frames, besides the pre-roll, that may wait while the medium stalls; if it stalls for longer, the
    /// take is no longer written to it.
    var ringSeconds: Double
    /// The longest wait, in seconds, for the second medium once the first is done, and also for the number of the take
    /// on the first medium.
    var patience: Double
    /// The bytes of memory that are available; `nil` if unknown.
    var freeMemory: Int?

    /// Returns the number of frames that may wait, with a pre-roll of so many frames.
    ///
    /// The pre-roll is rendered far faster than in real time, so it may fill its part of the rings during a short
    /// stall. That part is shorter if the rings would otherwise take more than half of the available memory.
    func ringFrames(preRollFrames: Int, rate: Int, samplesPerFrame: Int) -> Int {
      let least = Int(ringSeconds * Double(rate))
      let most = freeMemory.map { $0 / 2 / (samplesPerFrame * MemoryLayout<Float>.size) }
      return max(least, min(least + preRollFrames, most ?? .max))
    }
  }

  /// The folder of takes on the second medium.
  let directory: String
  /// The longest wait, in seconds, for the files on the second medium after those on the first are closed.
  let patience: Double
  private let rendered: SampleRing
  private let raw: SampleRing?
  private let ending = SharedValue(TakeEnd.shutdown)
  private let writer: TakeWriter
  /// The sync thread's work for the second medium.
  let syncer = TakeSyncer()
  private let threads: [Thread]
  private var isTold = false
  /// True if the files end before the take does, because the medium is about to be full.
  private var isClosed = false

  /// The next free number on the second medium; `nil` until it is known.
  final class NextNumber: Sendable {
    private let number = Mutex<Int?>(nil)
    /// The longest wait for the number; the take has no file on the first medium meanwhile.
    private static let patienceSeconds = 0.5

    func note(_ number: Int) { self.number.withLock { $0 = number } }

    /// Waits a little for the number; `nil` if the medium does not answer in time.
    func wait() -> Int? {
      for _ in 0..<Int(Self.patienceSeconds * 100) {
        if let number = number.withLock({ $0 }) { return number }
        pause(milliseconds: 10)
      }
      return nil
    }
  }

  /// Starts writing a take to a second medium.
  ///
  /// - Parameters:
  ///   - plan: the plan of the take on the first medium.
  ///   - outputs: the number of channels of the rendered frames.
  ///   - next: receives the next free number on the second medium.
  ///   - earlier: the take before on the second medium, which gets its number first; `nil` if there is none.
  ///   - name: returns the name of the take on the first medium; `nil` until it has one.
  init(
    _ place: Place, plan: TakePlan, preRollFrames: Int, outputs: Int,
    next: NextNumber, after earlier: TakeMirror?, name: @escaping @Sendable () -> String?,
    events: @escaping TakeParts.Events
  ) throws(SessionFault) {
    var plan = plan
    plan.directory = place.directory
    (directory, patience) = (place.directory, place.patience)
    let frames = place.ringFrames(
      preRollFrames: preRollFrames, rate: plan.grant.rate,
      samplesPerFrame: outputs + (plan.form.keepsRaw ? plan.grant.channels : 0))
    let rendered = SampleRing(channels: outputs, capacity: frames)
    let raw =
      plan.form.keepsRaw ? SampleRing(channels: plan.grant.channels, capacity: frames) : nil
    (self.rendered, self.raw) = (rendered, raw)
    // If the frames end before the take does, the medium was abandoned because it stalled.
    ending.value = .storageFailed(
      .system(operation: .write, path: place.directory, code: Self.behind))
    let writer = TakeWriter(
      plan: plan, preRollFrames: preRollFrames, storage: place.storage,
      stereo: rendered.makeReader(), raw: nil, ending: ending, syncer: syncer, events: events)
    writer.mirror(raw: raw?.makeReader()) { number in
      next.note(number)
      for _ in 0..<Int(place.patience * 50) {
        if let name = name() { return TakeName(fileName: name + ".wav")?.number }
        pause(milliseconds: 20)
      }
      return nil
    }
    writer.follow(earlier?.writer.isNamed)
    self.writer = writer
    let syncer = syncer
    let sync = try Thread(name: "mirror sync") { syncer.run() }
    do throws(SessionFault) {
      threads = [
        try Thread(name: "mirror", stackBytes: Thread.largeStack) {
          writer.run()
          // The memory of the rings must outlive the thread.
          withExtendedLifetime((rendered, raw)) {}
        }, sync,
      ]
    } catch {
      syncer.stop()
      sync.join()
      throw error
    }
  }

  /// The errno that stands for a medium that stalled.
  private static let behind = ETIMEDOUT

  /// Makes the writer with which the render thread fills the rings; call it only once.
  func makeWriter(channels: Int) -> TakeMirrorWriter {
    TakeMirrorWriter(
      rendered: rendered.makeWriter(), raw: raw?.makeWriter(), channels: channels)
  }

  /// Sets the reason for the end of the take, before the frames end; this has no effect if the medium was abandoned
  /// earlier.
  func finish(_ end: TakeEnd) {
    if !rendered.isFinished, !isClosed { ending.value = end }
  }

  /// Ends the files on the second medium after this many frames of the take, because the medium is about to be full.
  func close(_ end: TakeEnd, after frames: Int) {
    guard isWell else { return }
    ending.value = end
    isClosed = true
    writer.limit.store(frames, ordering: .releasing)
  }

  /// Ends the writing without any frames, because the take could not be started.
  func cancel() {
    rendered.end()
    raw?.end()
    for thread in threads { thread.join() }
  }

  /// Accepts no more frames, because the writer failed.
  private func refuse() {
    rendered.refuse()
    raw?.refuse()
  }

  /// True while the second medium gets all frames of the take and accepts them.
  var isWell: Bool {
    !writer.hasFailed.load(ordering: .acquiring) && !isClosed && !rendered.isFinished
  }
  /// True once the second medium has the files and their first frames.
  var isConfirmed: Bool { writer.isConfirmed.load(ordering: .acquiring) }
  /// The name of the take on the second medium; `nil` until its first file is created.
  var name: String? { writer.name }
  /// The number of frames written to the second medium.
  var frames: Int { writer.frames.load(ordering: .acquiring) }
  /// The number of rendered frames that wait for the second medium.
  var waitingFrames: Int { rendered.waiting }
  /// The number of frames of the take that the second medium certainly has; 0 until its files are closed.
  var securedFrames: Int {
    writer.isDone.load(ordering: .acquiring) ? writer.securedFrames : 0
  }
  /// True once the files on the second medium are closed and synced.
  var isDone: Bool {
    writer.isDone.load(ordering: .acquiring) && syncer.isDone.load(ordering: .acquiring)
  }

  /// Returns the reason why the writing ended before the take did, but only once.
  ///
  /// - Parameter isTaking: true if the take continues.
  func news(isTaking: Bool) -> TakeEnd? {
    if writer.hasFailed.load(ordering: .acquiring) { refuse() }
    guard isTaking, !isTold, !isWell else { return nil }
    isTold = true
    let hasFailed = writer.hasFailed.load(ordering: .acquiring)
    return hasFailed ? writer.error.map { .storageFailed($0) } ?? ending.value : ending.value
  }

  /// The files on the second medium: the rendered files, the safety files, and the files with every channel.
  struct Files {
    var rendered: [String]
    var safety: [String]
    var raw: [String]
    /// True if the files contain the whole take.
    var isWhole: Bool
  }

  /// The error that ended the writing, if it was not reported during the take; otherwise `nil`.
  var untoldError: TakeFileError? {
    !isTold && writer.isDone.load(ordering: .acquiring) ? writer.error : nil
  }

  /// Waits at most this many seconds for the threads to end; returns the files, or `nil` if the medium is stalled.
  func join(patience: Double) -> Files? {
    for _ in 0..<Int(patience * 50) where !isDone { pause(milliseconds: 20) }
    guard isDone else {
      // Nothing must wait for the name of a take that is abandoned on this medium.
      writer.isNamed.raise()
      return nil
    }
    for thread in threads { thread.join() }
    return Files(
      rendered: writer.files, safety: writer.safetyFiles, raw: writer.rawFiles,
      isWhole: writer.error == nil && !isTold)
  }
}
