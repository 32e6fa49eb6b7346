import CRealtimeGuard
import Essentials
import Realtime
import Synchronization
import TakeFiles

/// A take while it is made: its segments, its render thread and its writer thread.
///
/// - Thread: control.
final class Take {
  /// The plan that was latched at the press.
  let plan: TakePlan
  /// Frames of the time line before the take.
  let start: Int
  /// Frames of it that lie before the press.
  let preRollFrames: Int
  /// The place of the press on the time line.
  var pressPlace: Int { start + preRollFrames }
  /// True when it ended before its first frame and another one is made in its place.
  var isReplaced = false
  /// Levels of the rendered channels.
  let meters: MeterBank
  /// The raw ring that it reads.
  let ring: FrameRing
  /// The errno of a refused realtime priority of its render thread.
  var priorityRefusal: Int32? { renderThread.refusal }
  private var isFailureTold = false
  /// The time of day at the press, as the clock shows it now.
  private var time: WallTime
  /// The frame of the take at which the time of day is noted next.
  private var nextPairFrame = 0
  private let segments: TakeSegments
  private let stereo: SampleRing
  /// Markers and gaps.
  let journal: TakeJournal
  private let writer: TakeWriter
  private let renderer: RenderShell
  private let ending = TakeEnding()
  private let renderThread: Thread
  private let writerThread: Thread
  private let syncThread: Thread
  private let syncer = TakeSyncer()

  /// Seconds of rendered frames that may wait for the writer; longer stalls are held by the raw ring.
  static let stereoSeconds = 2.0

  /// Starts a take that begins `plan.form.preRollSeconds` before a place of the time line.
  ///
  /// Everything that the threads need is allocated and touched here.
  init(
    plan: TakePlan, pressedAt press: Int, capture: CaptureRunner, storage: any StoragePort,
    priority: Int?
  ) throws(SessionFault) {
    (self.plan, time) = (plan, plan.time)
    let ring = capture.ring
    self.ring = ring
    let wanted = press - Int((plan.form.preRollSeconds * Double(plan.grant.rate)).rounded())
    var first = try Self.reader(of: ring)
    var second = try Self.reader(of: ring)
    start = first.begin(at: max(capture.start, wanted))
    _ = second.begin(at: start)
    preRollFrames = press - start
    segments = TakeSegments(start: start)
    journal = TakeJournal(
      board: plan.board, ring: ring, clips: capture.clips, segments: segments)
    let renderer = TakeRenderer(plan.renderer)
    let stereo = SampleRing(
      channels: renderer.outputs,
      capacity: max(8192, Int(Self.stereoSeconds * Double(plan.grant.rate))))
    self.stereo = stereo
    meters = MeterBank(channels: renderer.mainOutputs)
    let shell = RenderShell(
      TakeRenderLoop(
        reader: TakeReader(first, segments: segments), renderer: renderer,
        writer: stereo.makeWriter(), meters: meters.makeWriter(rate: Double(plan.grant.rate)),
        events: journal.rendering.makeWriter()))
    let (journal, syncer) = (journal, syncer)
    let writer = TakeWriter(
      plan: plan, preRollFrames: preRollFrames, storage: storage, stereo: stereo.makeReader(),
      raw: plan.form.keepsRaw ? TakeReader(second, segments: segments) : nil, ending: ending,
      syncer: syncer,
      events: { journal.events(from: $0, to: $1, limit: $2) })
    self.renderer = shell
    self.writer = writer
    renderThread = try Thread(name: "render", priority: priority) {
      shell.run()
      withExtendedLifetime(stereo) {}
    }
    do throws(SessionFault) {
      writerThread = try Thread(name: "writer", stackBytes: Thread.largeStack) {
        writer.run()
        withExtendedLifetime(stereo) {}
      }
      do throws(SessionFault) {
        syncThread = try Thread(name: "sync") { syncer.run() }
      } catch {
        segments.finish(at: start)
        writerThread.join()
        throw error
      }
    } catch {
      shell.abort.raise()
      renderThread.join()
      throw error
    }
  }

  private static func reader(of ring: FrameRing) throws(SessionFault) -> FrameRingReader {
    return try translate(try ring.makeReader()) { (_: FrameRingError) in SessionFault.tooManyTakes }
  }

  /// The place up to which the threads may go on.
  var extent: Int { segments.extent }

  /// Lets the threads of a paused take hold the raw ring from a place of the time line on: it may be resumed there.
  func keep(from place: Int) { segments.keep(from: place) }

  /// Lets the threads go on up to a place of the time line: the frames before it belong to the take.
  func extend(to place: Int) { segments.extend(to: place) }

  /// Ends the open segment; frames after this place of the time line are not part of the take.
  func pause(at place: Int) { segments.pause(at: place) }

  /// Goes on; false when the take has as many segments as it can have.
  func resume(at place: Int) -> Bool { segments.resume(at: place) }

  /// Ends the take, here or at a place of the time line.
  ///
  /// It is complete when ``isDone``.
  func finish(at place: Int? = nil, end: TakeEnd) {
    ending.end = end
    segments.finish(at: place ?? ring.timelineEnd)
  }

  /// Frames of the take up to a place of the time line.
  func frames(at place: Int) -> Int {
    segments.segments.reduce(0) { $0 + max(0, min($1.end, place) - $1.start) }
  }

  /// Notes the time of day, when a minute of the take is over, in its journal.
  ///
  /// - Parameter place: the place of the time line that was captured at that time.
  func noteTime(_ time: WallTime, at place: Int) {
    let (frame, rate) = (frames(at: place), plan.grant.rate)
    guard frame >= nextPairFrame else { return }
    // Of a pair that was passed a moment ago.
    let late = Double(frame - nextPairFrame) / Double(rate)
    let milliseconds = Int(((time.epochSeconds - late) * 1000).rounded())
    nextPairFrame = journal.noteTime(milliseconds) * rate
  }

  /// Dates the take anew: the clock was set by so many seconds.
  func clockWasSet(by step: Double, _ now: WallTime, _ quality: ClockQuality?) {
    time.epochSeconds += step
    (time.utcOffsetSeconds, time.isSet) = (now.utcOffsetSeconds, now.isSet)
    journal.noteSet(time, quality)
  }

  /// Frames that are captured and not yet given to the storage.
  func unwrittenFrames(at place: Int) -> Int {
    frames(at: place) - writer.frames.load(ordering: .acquiring)
  }

  /// Frames that are rendered and wait for nothing but the storage.
  var waitingFrames: Int { stereo.waiting }

  /// The name of the take, as soon as its first file has it.
  var name: String? { writer.name }

  /// Seconds since the oldest write that the storage medium may not have.
  var unsyncedSeconds: Double { syncer.unsyncedSeconds }

  /// Seconds that the longest sync took.
  var longestSyncSeconds: Double { syncer.longestSyncSeconds }

  /// True when the storage medium has the files and their first frames.
  var isConfirmed: Bool { writer.isConfirmed.load(ordering: .acquiring) }

  /// True when the storage failed, so that the take must end.
  var hasFailed: Bool { writer.hasFailed.load(ordering: .acquiring) }

  /// True when the files are closed and nothing waits for their medium.
  var isDone: Bool { isWritten && syncer.isDone.load(ordering: .acquiring) }

  private var isWritten: Bool { writer.isDone.load(ordering: .acquiring) }

  /// The error of the storage that ended the take, once, as soon as it is known.
  func newFailure() -> TakeFileError? {
    guard !isFailureTold, isWritten, let error = writer.error else { return nil }
    isFailureTold = true
    return error
  }

  /// Waits for the threads and gives the result.
  func result() -> TakeResult {
    writerThread.join()
    syncThread.join()
    // Behind a failed writer the renderer would wait for space for ever.
    renderer.abort.raise()
    renderThread.join()
    var end = ending.end
    if let error = writer.error { end = .storageFailed(error) }
    let gaps = journal.gaps
    return TakeResult(
      plan: plan, files: writer.files, safetyFiles: writer.safetyFiles,
      rawFiles: writer.rawFiles,
      frames: writer.frames.load(ordering: .acquiring),
      preRollFrames: preRollFrames, timelineStart: start, gaps: gaps.onTimeline,
      gapTotals: gaps.totals, markers: journal.markers,
      limitedFrames: renderer.limitedFrames, clippedSamples: writer.clippedSamples, end: end)
  }
}

/// The thin shell around the render loop: it waits when the loop has nothing to do.
///
/// - Thread: ``run()`` on the render thread; counters after it has ended.
private final class RenderShell: @unchecked Sendable {
  private var loop: TakeRenderLoop
  let abort = StopFlag()

  init(_ loop: consuming TakeRenderLoop) { self.loop = loop }

  func run() {
    while !abort.isRaised {
      realtime_guard_enter()
      let step = loop.step()
      realtime_guard_exit()
      switch step {
      case .progress: continue
      case .finished: return
      // A fraction of the rings' seconds: this thread need not be woken.
      case .waitForFrames: Recorder.pause(milliseconds: 40)
      case .waitForRoom: Recorder.pause(milliseconds: 10)
      }
    }
  }

  var limitedFrames: Int { loop.limitedFrames }
}
