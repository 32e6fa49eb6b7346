import Glibc
import Realtime
import TakeFiles

/// The same take on a second medium, with its own rings and threads: neither medium waits for the other.
///
/// - Thread: control.
final class TakeMirror {
  /// The second medium of takes.
  struct Place: Sendable {
    /// The folder of its takes.
    var directory: String
    /// The storage of its files.
    var storage: any StoragePort
    /// The largest file that its file system accepts, in bytes; `nil` for no limit.
    var fileLimit: Int?
    /// Seconds of frames that may wait while it stalls; if there are more, it gets no others.
    var ringSeconds: Double
    /// The longest wait in seconds for it once the first medium is done, and for the take's number there.
    var patience: Double
  }

  /// The folder of its takes.
  let directory: String
  /// The longest wait in seconds for its files after those on the first medium are closed.
  let patience: Double
  private let rendered: SampleRing
  private let raw: SampleRing?
  private let ending = TakeEnding()
  private let writer: TakeWriter
  private let syncer = TakeSyncer()
  private let threads: [Thread]
  private var isTold = false

  /// A mirror being written.
  ///
  /// - Parameters:
  ///   - plan: the plan of the take on the first medium.
  ///   - outputs: channels of the rendered frames.
  ///   - name: the name of the take on the first medium, once it has one.
  init(
    _ place: Place, plan: TakePlan, preRollFrames: Int, outputs: Int,
    name: @escaping @Sendable () -> String?, events: @escaping TakeParts.Events
  ) throws(SessionFault) {
    var plan = plan
    (plan.directory, plan.fileLimit) = (place.directory, place.fileLimit)
    (directory, patience) = (place.directory, place.patience)
    let frames = Int(place.ringSeconds * Double(plan.grant.rate))
    let rendered = SampleRing(channels: outputs, capacity: frames)
    let raw =
      plan.form.keepsRaw ? SampleRing(channels: plan.grant.channels, capacity: frames) : nil
    (self.rendered, self.raw) = (rendered, raw)
    // Until the take ends, its frames end only if the medium is abandoned.
    ending.end = .storageFailed(
      .system(operation: .write, path: place.directory, code: Self.behind))
    let writer = TakeWriter(
      plan: plan, preRollFrames: preRollFrames, storage: place.storage,
      stereo: rendered.makeReader(), raw: nil, ending: ending, syncer: syncer, events: events)
    writer.mirror(raw: raw?.makeReader()) {
      for _ in 0..<Int(place.patience * 50) {
        if let name = name() { return TakeName(fileName: name + ".wav")?.number }
        pause(milliseconds: 20)
      }
      return nil
    }
    self.writer = writer
    let syncer = syncer
    let sync = try Thread(name: "mirror sync") { syncer.run() }
    do throws(SessionFault) {
      threads = [
        try Thread(name: "mirror", stackBytes: Thread.largeStack) {
          writer.run()
          // The rings' memory must outlive the thread.
          withExtendedLifetime((rendered, raw)) {}
        }, sync,
      ]
    } catch {
      syncer.stop()
      sync.join()
      throw error
    }
  }

  /// The errno of a stalled medium.
  private static let behind = ETIMEDOUT

  /// The render thread's end of its rings; call once.
  func makeWriter(channels: Int) -> TakeMirrorWriter {
    TakeMirrorWriter(
      rendered: rendered.makeWriter(), raw: raw?.makeWriter(), channels: channels)
  }

  /// Sets the reason for the end of the take, before its frames end; no effect after it has ended.
  func finish(_ end: TakeEnd) {
    if !rendered.isFinished { ending.end = end }
  }

  /// Ends it here, because its medium is about to be full.
  func close(_ end: TakeEnd) {
    guard isWell else { return }
    ending.end = end
    rendered.refuse()
    raw?.refuse()
  }

  /// Ends it without frames: the take could not be started.
  func cancel() {
    rendered.end()
    raw?.end()
    for thread in threads { thread.join() }
  }

  /// Accepts no more frames: its writer failed.
  private func refuse() {
    rendered.refuse()
    raw?.refuse()
  }

  /// True while it gets all frames and its medium accepts them.
  var isWell: Bool { !writer.hasFailed.load(ordering: .acquiring) && !rendered.isFinished }
  /// True once the medium has its files and their first frames.
  var isConfirmed: Bool { writer.isConfirmed.load(ordering: .acquiring) }
  /// The name of the take there.
  var name: String? { writer.name }
  /// Written frames.
  var frames: Int { writer.frames.load(ordering: .acquiring) }
  /// True once its files are closed and nothing waits for their medium.
  var isDone: Bool {
    writer.isDone.load(ordering: .acquiring) && syncer.isDone.load(ordering: .acquiring)
  }

  /// The reason why it ended before the take; returned once.
  ///
  /// - Parameter isTaking: true while the take continues.
  func news(isTaking: Bool) -> TakeEnd? {
    if writer.hasFailed.load(ordering: .acquiring) { refuse() }
    guard isTaking, !isTold, !isWell else { return nil }
    isTold = true
    let hasFailed = writer.hasFailed.load(ordering: .acquiring)
    return hasFailed ? writer.error.map { .storageFailed($0) } ?? ending.end : ending.end
  }

  /// Its files: the rendered files, the safety files, and those with every channel.
  struct Files {
    var rendered: [String]
    var safety: [String]
    var raw: [String]
    /// True if they have the whole take.
    var isWhole: Bool
  }

  /// The error that ended it, if not reported in the take.
  var untoldError: TakeFileError? {
    !isTold && writer.isDone.load(ordering: .acquiring) ? writer.error : nil
  }

  /// Waits for its threads up to this many seconds; returns its files, or `nil` if its medium is stalled.
  func join(patience: Double) -> Files? {
    for _ in 0..<Int(patience * 50) where !isDone { pause(milliseconds: 20) }
    guard isDone else { return nil }
    for thread in threads { thread.join() }
    return Files(
      rendered: writer.files, safety: writer.safetyFiles, raw: writer.rawFiles,
      isWhole: writer.error == nil && !isTold)
  }
}
