import CRealtimeGuard
import Essentials
import Realtime
import Synchronization
import TakeFiles

/// A running take, with its segments and the threads that render, write and sync it.
///
/// - Thread: control.
final class Take {
  /// The plan that was latched at the press.
  let plan: TakePlan
  /// The place on the time line where the take starts.
  let start: Int
  /// The number of frames of the take before the press.
  let preRollFrames: Int
  /// The place of the press on the time line.
  var pressPlace: Int { start + preRollFrames }
  /// True if the take ended before its first frame and another take replaces it.
  var isReplaced = false
  /// The meters of the rendered channels.
  let meters: MeterBank
  /// The raw ring from which the take reads.
  let ring: FrameRing
  /// The errno with which the realtime priority of the render thread was refused; `nil` if it was not refused.
  var priorityRefusal: Int32? { renderThread.refusal }
  private var isFailureTold = false
  /// The time of day at the press, according to the present setting of the clock.
  private var time: WallTime
  /// The frame of the take at which the time of day is noted next.
  private var nextPairFrame = 0
  private var isStartRefined = false
  /// Seconds of a take after which the time of day of its first frame is known precisely.
  private static let refinedSeconds = 45
  private let segments: TakeSegments
  private let stereo: SampleRing
  /// The journal of the take's markers and gaps.
  let journal: TakeJournal
  private let writer: TakeWriter
  private let renderer: RenderShell
  private let ending = SharedValue(TakeEnd.shutdown)
  private let renderThread: Thread
  private let writerThread: Thread
  private let syncThread: Thread
  private let syncer = TakeSyncer()
  /// The writer of the same take on a second medium; `nil` if there is none.
  private let mirror: TakeMirror?
  /// The error that prevented the use of the second medium; `nil` if there is none, or it has been reported.
  private var mirrorRefusal: SessionFault?
  private var isMainLossTold = false

  /// Seconds of rendered frames that may wait for the writer; if the writer stalls for longer, frames wait in the raw
  /// ring.
  static let stereoSeconds = 2.0

  /// Starts a take that begins `plan.form.preRollSeconds` before a place of the time line, or as early after that as
  /// the ring allows.
  ///
  /// All memory that the threads need is allocated and touched here.
  ///
  /// - Parameters:
  ///   - earlier: the take before, which gets its number first; `nil` if its files are closed.
  ///   - place: the second medium to which the same take is written; `nil` for none.
  init(
    plan: TakePlan, pressedAt press: Int, capture: CaptureRunner, storage: any StoragePort,
    after earlier: Take?, mirror place: TakeMirror.Place? = nil, priority: Int?
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
    writer.follow(earlier?.writer.isNamed)
    let (mirror, refusal) = Self.mirror(
      place, plan, preRollFrames: preRollFrames, outputs: renderer.outputs, writer, journal,
      after: earlier?.mirror)
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

  /// Creates the writer of the same take on a second medium; if that fails, returns the reason.
  private static func mirror(
    _ place: TakeMirror.Place?, _ plan: TakePlan, preRollFrames: Int, outputs: Int,
    _ writer: TakeWriter, _ journal: TakeJournal, after earlier: TakeMirror?
  ) -> (TakeMirror?, SessionFault?) {
    guard let place else { return (nil, nil) }
    let next = TakeMirror.NextNumber()
    do throws(SessionFault) {
      let mirror = try TakeMirror(
        place, plan: plan, preRollFrames: preRollFrames, outputs: outputs, next: next,
        after: earlier, name: { writer.name },
        events: { journal.events(from: $0, to: $1, limit: $2, isMain: false) })
      writer.match { _ in next.wait() }
      return (mirror, nil)
    } catch {
      return (nil, error)
    }
  }

  /// Starts the threads; if the system refuses one of them, all are ended.
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

  /// The place on the time line up to which the threads may process frames.
  var extent: Int { segments.extent }

  /// Makes the raw ring keep its frames from a place on, so that a paused take can be resumed there.
  func keep(from place: Int) { segments.keep(from: place) }

  /// Lets the threads process frames up to a place of the time line, because the frames before it belong to the take.
  func extend(to place: Int) { segments.extend(to: place) }

  /// Ends the open segment; frames from this place of the time line on are not part of the take until it is resumed.
  func pause(at place: Int) { segments.pause(at: place) }

  /// Resumes the take at a place of the time line; returns false if the take has the maximum number of segments.
  func resume(at place: Int) -> Bool { segments.resume(at: place) }

  /// Ends the take now, or at a place of the time line.
  ///
  /// The files of the take are complete once ``isDone`` is true.
  func finish(at place: Int? = nil, end: TakeEnd) {
    if !isMainClosed { ending.value = end }
    lastEnd = end
    mirror?.finish(end)
    segments.finish(at: place ?? ring.timelineEnd)
  }

  /// Returns the number of frames of the take before a place of the time line.
  func frames(at place: Int) -> Int {
    segments.segments.reduce(0) { $0 + max(0, min($1.end, place) - $1.start) }
  }

  /// Notes the time of day in the journal, whenever the next frame for that has been reached.
  ///
  /// - Parameters:
  ///   - place: a place of the time line that has been captured.
  ///   - times: the times of day at places of the time line.
  func noteTime(at place: Int, _ times: PlaceTimes) {
    let (frame, rate) = (frames(at: place), plan.grant.rate)
    refineStart(frame, at: place, times)
    guard frame >= nextPairFrame,
      // The frame was passed a moment ago: use the time of that moment.
      let time = times.time(at: place - (frame - nextPairFrame))
    else { return }
    let (microseconds, error) = (time.seconds * 1e6, time.error * 1e6)
    nextPairFrame =
      journal.noteTime(Int(microseconds.rounded()), error: Int(error.rounded(.up))) * rate
  }

  /// Notes the time of day of the first frame again, once enough of the take has passed to know it precisely.
  private func refineStart(_ frame: Int, at place: Int, _ times: PlaceTimes) {
    let enough = Self.refinedSeconds * plan.grant.rate
    guard !isStartRefined, frame >= enough, frame < nextPairFrame else { return }
    isStartRefined = true
    // After a pause, the frames of the take no longer match the time line.
    guard place - frame == start, let time = times.time(at: start) else { return }
    journal.refineStart(
      Int((time.seconds * 1e6).rounded()), error: Int((time.error * 1e6).rounded(.up)))
  }

  /// Corrects the date of the take, because the clock was set by this many seconds.
  func clockWasSet(by step: Double, _ now: WallTime, _ quality: ClockQuality?) {
    time.epochSeconds += step
    (time.utcOffsetSeconds, time.isSet) = (now.utcOffsetSeconds, now.isSet)
    journal.noteSet(time, quality)
  }

  /// Notes the quality that the clock has from now on, if the take began with a pulse per second that is now lost.
  func clockChanged(to quality: ClockQuality?) {
    guard plan.clock?.source == .pps, let quality, quality.source != .pps else { return }
    journal.notePulseLost(quality)
  }

  /// Returns the number of captured frames that the storage does not have yet.
  func unwrittenFrames(at place: Int) -> Int {
    frames(at: place)
      - max(writer.frames.load(ordering: .acquiring), isMainOver ? mirror?.frames ?? 0 : 0)
  }

  /// The place on the time line before which a medium certainly has the take; read it once the take is done.
  var securedPlace: Int {
    journal.place(ofFrame: max(writer.securedFrames, mirror?.securedFrames ?? 0))
  }

  /// The number of rendered frames that wait only for the storage.
  var waitingFrames: Int { onlyMedium?.waitingFrames ?? stereo.waiting }

  /// The name of the take; `nil` until its first file is created.
  var name: String? { writer.name ?? mirror?.name }

  /// Seconds since the oldest write that may not have reached the storage medium yet.
  var unsyncedSeconds: Double { (onlyMedium?.syncer ?? syncer).unsyncedSeconds }

  /// The duration of the longest sync so far, in seconds.
  var longestSyncSeconds: Double { (onlyMedium?.syncer ?? syncer).longestSyncSeconds }

  /// True once the storage medium has the files and their first frames.
  var isConfirmed: Bool {
    writer.isConfirmed.load(ordering: .acquiring) || isMainOver && mirror?.isConfirmed == true
  }

  /// True if the storage failed, so that the take must end; if there are two media, true if both failed.
  var hasFailed: Bool { isMainLost && mirror?.isWell != true }

  /// True if the first medium failed.
  private var isMainLost: Bool { writer.hasFailed.load(ordering: .acquiring) }
  /// True if the take continues without the first medium, which was about to be full.
  private(set) var isMainClosed = false
  /// True if the first medium gets no more of the take.
  private var isMainOver: Bool { isMainLost || isMainClosed }
  /// The reason why the take ended; "shut down" until it is set.
  private var lastEnd = TakeEnd.shutdown

  /// True once the files are closed and synced; if only the second medium is not done, it is given a little time.
  ///
  /// The session checks for this in every ``Session/tick(_:)``.
  var isDone: Bool {
    guard isWritten, syncer.isDone.load(ordering: .acquiring) else { return false }
    guard let mirror, !mirror.isDone else { return true }
    // If the first medium lacks part of the take, the second medium is given all the time that it needs.
    guard !isMainOver else { return false }
    let since = mainDone ?? .now
    mainDone = since
    return since.duration(to: .now) > .seconds(mirror.patience)
  }

  /// The time at which the first medium was found to be done; `nil` before that.
  private var mainDone: ContinuousClock.Instant?

  /// The error of a second medium that could not close its files, if it was not reported during the take; otherwise
  /// `nil`.
  var mirrorFailure: TakeFileError? { mirror?.untoldError }

  /// The writer of the second medium, if it has not closed its files; otherwise `nil`.
  var unfinishedMirror: TakeMirror? { mirror.flatMap { $0.isDone ? nil : $0 } }

  /// Ends the files on the first medium, which is about to be full, if the take can continue on a second medium;
  /// returns false if it cannot.
  func closeMain(_ end: TakeEnd) -> Bool {
    guard let mirror, mirror.isWell else { return false }
    if !isMainClosed {
      ending.value = end
      writer.limit.store(frames(at: extent), ordering: .releasing)
      isMainClosed = true
    }
    return true
  }

  /// Ends the files on the second medium, which is about to be full.
  func closeMirror() { mirror?.close(.storageFull, after: frames(at: extent)) }

  /// True while the take is also written to a second medium without loss.
  var isMirrored: Bool { mirror?.isWell == true }

  /// True while the take is written only to the second medium.
  var isOnMirrorAlone: Bool { onlyMedium != nil }

  /// The second medium while the take is written only to it; otherwise `nil`.
  private var onlyMedium: TakeMirror? { isMainOver && isMirrored ? mirror : nil }

  /// Returns the news that one of two media was lost, each once.
  ///
  /// - Parameter isTaking: true if the take continues.
  func mediumNews(isTaking: Bool) -> [MediumNews] {
    guard let mirror else {
      defer { mirrorRefusal = nil }
      return mirrorRefusal.map { [.mirrorLost("\($0)")] } ?? []
    }
    var news: [MediumNews] = []
    if isMainLost { stereo.refuse() }
    if isTaking, !isMainLossTold, isOnMirrorAlone {
      isMainLossTold = true
      let error = isMainClosed ? nil : writer.error
      news.append(.mainLost((error.map { .storageFailed($0) } ?? TakeEnd.storageFull).words))
    }
    if let end = mirror.news(isTaking: isTaking) { news.append(.mirrorLost(end.words)) }
    return news
  }

  private var isWritten: Bool { writer.isDone.load(ordering: .acquiring) }

  /// Returns the error of the storage that ended the take, as soon as it is known, but only once.
  func newFailure() -> TakeFileError? {
    guard !isFailureTold, isWritten, let error = writer.error else { return nil }
    isFailureTold = true
    return error
  }

  /// Waits for the threads to end, and returns the result of the take.
  ///
  /// - Parameter patience: the longest wait for a second medium, in seconds.
  func result(patience: Double = 0) -> TakeResult {
    writerThread.join()
    syncThread.join()
    // If the writer has failed, the renderer would wait forever for space in the ring; but a second medium that has the
    // take alone still needs the rest.
    if isMainOver { stereo.refuse() }
    if !isOnMirrorAlone { renderer.abort.raise() }
    renderThread.join()
    let mirrored = mirror?.join(patience: patience)
    // If only one of two media has the whole take, its files count.
    let other = isMainOver ? mirrored.flatMap { $0.isWhole ? $0 : nil } : nil
    var end = other == nil ? ending.value : lastEnd
    if let error = writer.error, other == nil { end = .storageFailed(error) }
    let frames = other == nil ? writer.frames.load(ordering: .acquiring) : mirror?.frames ?? 0
    // If the storage failed, the take had gone on after its last frame that is safe.
    let gaps = journal.gaps(before: frames)
    return TakeResult(
      plan: plan, files: other?.rendered ?? writer.files,
      safetyFiles: other?.safety ?? writer.safetyFiles, rawFiles: other?.raw ?? writer.rawFiles,
      frames: frames, preRollFrames: preRollFrames, timelineStart: start, gaps: gaps.onTimeline,
      gapTotals: gaps.totals, markers: journal.markers(before: frames),
      limitedFrames: renderer.limitedFrames, clippedSamples: writer.clippedSamples, end: end,
      mirrorFiles: mirrored.map { $0.rendered + $0.safety + $0.raw } ?? [])
  }
}

/// A thin shell around the render loop, which waits while the loop has nothing to do.
///
/// - Thread: ``run()`` on the render thread; the counters are read after it has ended.
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
      // This is a fraction of the time that the rings can hold, so nothing needs to wake this thread.
      case .waitForFrames: Recorder.pause(milliseconds: 40)
      case .waitForRoom: Recorder.pause(milliseconds: 10)
      }
    }
  }

  var limitedFrames: Int { loop.limitedFrames }
}
