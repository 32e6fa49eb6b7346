import CRealtimeGuard
import Essentials
import Realtime
import Synchronization
import TakeFiles

/// A running take: its segments, its render thread and its writer thread.
///
/// - Thread: control.
final class Take {
  /// The plan latched at the press.
  let plan: TakePlan
  /// Frames of the time line before the take.
  let start: Int
  /// Frames of the take before the press.
  let preRollFrames: Int
  /// The place of the press on the time line.
  var pressPlace: Int { start + preRollFrames }
  /// True if it ended before its first frame and another take replaces it.
  var isReplaced = false
  /// Levels of the rendered channels.
  let meters: MeterBank
  /// The raw ring that it reads.
  let ring: FrameRing
  /// The errno if the realtime priority of its render thread was refused.
  var priorityRefusal: Int32? { renderThread.refusal }
  private var isFailureTold = false
  /// The time of day at the press, by the clock's current setting.
  private var time: WallTime
  /// The next frame of the take at which the time of day is noted.
  private var nextPairFrame = 0
  private var isStartRefined = false
  /// Seconds of a take after which the time of its first frame is known well.
  private static let refinedSeconds = 45
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
  /// The same take on a second medium; `nil` for none.
  private let mirror: TakeMirror?
  /// The error that prevented the use of the second medium; `nil` once reported.
  private var mirrorRefusal: SessionFault?
  private var isMainLossTold = false

  /// Seconds of rendered frames that may wait for the writer; the raw ring holds longer stalls.
  static let stereoSeconds = 2.0

  /// Starts a take `plan.form.preRollSeconds` before a place of the time line.
  ///
  /// Allocates and touches everything that the threads need.
  ///
  /// - Parameter place: a second medium that gets the same take.
  init(
    plan: TakePlan, pressedAt press: Int, capture: CaptureRunner, storage: any StoragePort,
    mirror place: TakeMirror.Place? = nil, priority: Int?
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
    let pressure = SoundPressure(plan.board, inputGain: plan.grant.inputGain)
    let levels = pressure.map { _ in SoundLevelBank(channels: plan.grant.channels) }
    journal = TakeJournal(
      board: plan.board, ring: ring, clips: capture.clips, segments: segments,
      soundLevel: { levels.flatMap { pressure?.equivalentLevels($0) } })
    let renderer = TakeRenderer(plan.renderer)
    let stereo = SampleRing(
      channels: renderer.outputs,
      capacity: max(8192, Int(Self.stereoSeconds * Double(plan.grant.rate))))
    self.stereo = stereo
    meters = MeterBank(channels: renderer.mainOutputs)
    let (journal, syncer) = (journal, syncer)
    let writer = TakeWriter(
      plan: plan, preRollFrames: preRollFrames, storage: storage, stereo: stereo.makeReader(),
      raw: plan.form.keepsRaw ? TakeReader(second, segments: segments) : nil, ending: ending,
      syncer: syncer,
      events: { journal.events(from: $0, to: $1, limit: $2) })
    let (mirror, refusal) = Self.mirror(
      place, plan, preRollFrames: preRollFrames, outputs: renderer.outputs, writer, journal)
    (self.mirror, mirrorRefusal) = (mirror, refusal)
    let shell = RenderShell(
      TakeRenderLoop(
        reader: TakeReader(first, segments: segments), renderer: renderer,
        writer: stereo.makeWriter(), meters: meters.makeWriter(rate: Double(plan.grant.rate)),
        levels: levels?.makeWriter(
          rate: Double(plan.grant.rate), format: plan.grant.format.raw),
        mirror: mirror?.makeWriter(channels: plan.grant.channels),
        events: journal.rendering.makeWriter()))
    self.renderer = shell
    self.writer = writer
    do throws(SessionFault) {
      (renderThread, writerThread, syncThread) = try Self.threads(
        shell, writer, syncer, segments, stereo, priority: priority)
    } catch {
      mirror?.cancel()
      throw error
    }
  }

  /// The same take on a second medium, if there is one; else the reason.
  private static func mirror(
    _ place: TakeMirror.Place?, _ plan: TakePlan, preRollFrames: Int, outputs: Int,
    _ writer: TakeWriter, _ journal: TakeJournal
  ) -> (TakeMirror?, SessionFault?) {
    guard let place else { return (nil, nil) }
    do throws(SessionFault) {
      let mirror = try TakeMirror(
        place, plan: plan, preRollFrames: preRollFrames, outputs: outputs, name: { writer.name },
        events: { journal.events(from: $0, to: $1, limit: $2, isMain: false) })
      return (mirror, nil)
    } catch {
      return (nil, error)
    }
  }

  /// Starts the threads; if the system refuses one, none continues.
  private static func threads(
    _ shell: RenderShell, _ writer: TakeWriter, _ syncer: TakeSyncer, _ segments: TakeSegments,
    _ stereo: SampleRing, priority: Int?
  ) throws(SessionFault) -> (render: Thread, writer: Thread, sync: Thread) {
    let render = try Thread(name: "render", priority: priority) {
      shell.run()
      withExtendedLifetime(stereo) {}
    }
    do throws(SessionFault) {
      let start = segments.segments[0].start
      let writing = try Thread(name: "writer", stackBytes: Thread.largeStack) {
        writer.run()
        withExtendedLifetime(stereo) {}
      }
      do throws(SessionFault) {
        return (render, writing, try Thread(name: "sync") { syncer.run() })
      } catch {
        segments.finish(at: start)
        writing.join()
        throw error
      }
    } catch {
      shell.abort.raise()
      render.join()
      throw error
    }
  }

  private static func reader(of ring: FrameRing) throws(SessionFault) -> FrameRingReader {
    return try translate(try ring.makeReader()) { (_: FrameRingError) in SessionFault.tooManyTakes }
  }

  /// The place up to which the threads may proceed.
  var extent: Int { segments.extent }

  /// Lets the threads of a paused take hold the raw ring from a place of the time line: it may be resumed there.
  func keep(from place: Int) { segments.keep(from: place) }

  /// Lets the threads proceed up to a place of the time line: the frames before it belong to the take.
  func extend(to place: Int) { segments.extend(to: place) }

  /// Ends the open segment; frames after this place of the time line are not part of the take.
  func pause(at place: Int) { segments.pause(at: place) }

  /// Resumes the take; false if it has the maximum number of segments.
  func resume(at place: Int) -> Bool { segments.resume(at: place) }

  /// Ends the take, here or at a place of the time line.
  ///
  /// It is complete when ``isDone``.
  func finish(at place: Int? = nil, end: TakeEnd) {
    if !isMainClosed { ending.end = end }
    lastEnd = end
    mirror?.finish(end)
    segments.finish(at: place ?? ring.timelineEnd)
  }

  /// Frames of the take up to a place of the time line.
  func frames(at place: Int) -> Int {
    segments.segments.reduce(0) { $0 + max(0, min($1.end, place) - $1.start) }
  }

  /// Notes the time of day in the journal when a minute of the take is over.
  ///
  /// - Parameters:
  ///   - place: a captured place of the time line.
  ///   - times: the times of day at places of the time line.
  func noteTime(at place: Int, _ times: PlaceTimes) {
    let (frame, rate) = (frames(at: place), plan.grant.rate)
    refineStart(frame, at: place, times)
    guard frame >= nextPairFrame,
      // For a pair that was passed a moment ago.
      let time = times.time(at: place - (frame - nextPairFrame))
    else { return }
    let (microseconds, error) = (time.seconds * 1e6, time.error * 1e6)
    nextPairFrame =
      journal.noteTime(Int(microseconds.rounded()), error: Int(error.rounded(.up))) * rate
  }

  /// Notes the time of the first frame again, once enough of the take exists to know it well.
  private func refineStart(_ frame: Int, at place: Int, _ times: PlaceTimes) {
    let enough = Self.refinedSeconds * plan.grant.rate
    guard !isStartRefined, frame >= enough, frame < nextPairFrame else { return }
    isStartRefined = true
    // A pause would have shifted it.
    guard place - frame == start, let time = times.time(at: start) else { return }
    journal.refineStart(
      Int((time.seconds * 1e6).rounded()), error: Int((time.error * 1e6).rounded(.up)))
  }

  /// Dates the take again: the clock was set by this many seconds.
  func clockWasSet(by step: Double, _ now: WallTime, _ quality: ClockQuality?) {
    time.epochSeconds += step
    (time.utcOffsetSeconds, time.isSet) = (now.utcOffsetSeconds, now.isSet)
    journal.noteSet(time, quality)
  }

  /// Notes the quality of the clock from now on if the take began with a pulse per second that is now lost.
  func clockChanged(to quality: ClockQuality?) {
    guard plan.clock?.source == .pps, let quality, quality.source != .pps else { return }
    journal.notePulseLost(quality)
  }

  /// Captured frames that the storage does not have yet.
  func unwrittenFrames(at place: Int) -> Int {
    frames(at: place)
      - max(writer.frames.load(ordering: .acquiring), isMainLost ? mirror?.frames ?? 0 : 0)
  }

  /// Rendered frames that wait only for the storage.
  var waitingFrames: Int { stereo.waiting }

  /// The name of the take, once its first file has it.
  var name: String? { writer.name ?? mirror?.name }

  /// Seconds since the oldest write that the storage medium may not have.
  var unsyncedSeconds: Double { syncer.unsyncedSeconds }

  /// Duration of the longest sync in seconds.
  var longestSyncSeconds: Double { syncer.longestSyncSeconds }

  /// True once the storage medium has the files and their first frames.
  var isConfirmed: Bool {
    writer.isConfirmed.load(ordering: .acquiring) || isMainLost && mirror?.isConfirmed == true
  }

  /// True if the storage failed, so that the take must end; with two media, if both failed.
  var hasFailed: Bool { isMainLost && mirror?.isWell != true }

  /// True if the first medium failed.
  private var isMainLost: Bool { writer.hasFailed.load(ordering: .acquiring) }
  /// True if the take continues without the first medium, which was about to be full.
  private(set) var isMainClosed = false
  /// The end of the take.
  private var lastEnd = TakeEnd.shutdown

  /// True once the files are closed and nothing waits for their medium; allows a second medium a little time.
  ///
  /// Called at every look of the session.
  var isDone: Bool {
    guard isWritten, syncer.isDone.load(ordering: .acquiring) else { return false }
    guard let mirror, !mirror.isDone else { return true }
    // If the first medium lacks part of the take, the second one gets all the time it needs.
    guard !isMainLost, !isMainClosed else { return false }
    let since = mainDone ?? .now
    mainDone = since
    return since.duration(to: .now) > .seconds(mirror.patience)
  }

  /// The time at which the first medium was done; `nil` before.
  private var mainDone: ContinuousClock.Instant?

  /// The error of a second medium that could not close its files, if not reported in the take.
  var mirrorFailure: TakeFileError? { mirror?.untoldError }

  /// The second medium, if it is stalled and its files are not closed.
  var unfinishedMirror: TakeMirror? { mirror.flatMap { $0.isDone ? nil : $0 } }

  /// Ends the files on the first medium, which is about to be full, if the second one continues; false if it does not.
  func closeMain(_ end: TakeEnd) -> Bool {
    guard let mirror, mirror.isWell else { return false }
    if !isMainClosed {
      ending.end = end
      stereo.refuse()
      isMainClosed = true
    }
    return true
  }

  /// Ends the files on the second medium, which is about to be full.
  func closeMirror() { mirror?.close(.storageFull) }

  /// True while a second medium gets everything.
  var isMirrored: Bool { mirror?.isWell == true }

  /// True while only the second medium gets it.
  var isOnMirrorAlone: Bool { (isMainLost || isMainClosed) && isMirrored }

  /// The news of one of two media, each reported once.
  ///
  /// - Parameter isTaking: true while the take continues.
  func mediumNews(isTaking: Bool) -> [MediumNews] {
    guard let mirror else {
      defer { mirrorRefusal = nil }
      return mirrorRefusal.map { [.mirrorLost("\($0)")] } ?? []
    }
    var news: [MediumNews] = []
    if isMainLost { stereo.refuse() }
    if isTaking, !isMainLossTold, isMainLost || isMainClosed, mirror.isWell {
      isMainLossTold = true
      let error = isMainClosed ? nil : writer.error
      news.append(.mainLost((error.map { .storageFailed($0) } ?? TakeEnd.storageFull).words))
    }
    if let end = mirror.news(isTaking: isTaking) { news.append(.mirrorLost(end.words)) }
    return news
  }

  private var isWritten: Bool { writer.isDone.load(ordering: .acquiring) }

  /// The error of the storage that ended the take; returned once, as soon as it is known.
  func newFailure() -> TakeFileError? {
    guard !isFailureTold, isWritten, let error = writer.error else { return nil }
    isFailureTold = true
    return error
  }

  /// Waits for the threads and returns the result.
  ///
  /// - Parameter patience: the longest wait for a second medium, in seconds.
  func result(patience: Double = 0) -> TakeResult {
    writerThread.join()
    syncThread.join()
    // Behind a failed writer the renderer would wait for space forever.
    renderer.abort.raise()
    renderThread.join()
    let mirrored = mirror?.join(patience: patience)
    // Of two media, the one with the whole take counts.
    let other = isMainLost || isMainClosed ? mirrored.flatMap { $0.isWhole ? $0 : nil } : nil
    var end = other == nil ? ending.end : lastEnd
    if let error = writer.error, other == nil { end = .storageFailed(error) }
    let gaps = journal.gaps
    return TakeResult(
      plan: plan, files: other?.rendered ?? writer.files,
      safetyFiles: other?.safety ?? writer.safetyFiles, rawFiles: other?.raw ?? writer.rawFiles,
      frames: other == nil
        ? writer.frames.load(ordering: .acquiring) : mirror?.frames ?? 0,
      preRollFrames: preRollFrames, timelineStart: start, gaps: gaps.onTimeline,
      gapTotals: gaps.totals, markers: journal.markers,
      limitedFrames: renderer.limitedFrames, clippedSamples: writer.clippedSamples, end: end,
      mirrorFiles: mirrored.map { $0.rendered + $0.safety + $0.raw } ?? [])
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
      // A fraction of the rings' length: nothing needs to wake this thread.
      case .waitForFrames: Recorder.pause(milliseconds: 40)
      case .waitForRoom: Recorder.pause(milliseconds: 10)
      }
    }
  }

  var limitedFrames: Int { loop.limitedFrames }
}
