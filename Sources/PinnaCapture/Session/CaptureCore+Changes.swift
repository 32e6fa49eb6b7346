import Boards
import Recorder
import TakeFiles

extension CaptureCore {
  /// The choices, preferred and actual.
  var route: CaptureRoute {
    let snapshot = session.snapshot(loop.clock())
    var preferred = choice(snapshot.preferred)
    preferred.inputGain = setup.gain
    var actual = choice(snapshot.actual)
    actual.inputGain = snapshot.grant?.inputGain
    return CaptureRoute(preferred: preferred, actual: actual)
  }

  private func choice(_ route: Route) -> CaptureRoute.Choice {
    CaptureRoute.Choice(
      dataSource: route.dataSource, polarPattern: route.pattern,
      inputOrientation: route.orientation, sampleRate: route.rate, ioBufferFrames: route.period,
      inputChannels: route.channels)
  }

  /// The levels now.
  func levels(_ now: Double) -> Levels {
    let snapshot = session.snapshot(now)
    return Levels(
      stereo: snapshot.ears.map(Level.init), channels: snapshot.channels.map(Level.init))
  }

  /// The take that is made.
  var runningTake: RunningTake? {
    guard let progress = session.progress, let id = session.takeIdentity else { return nil }
    let route = session.actual
    var isPaused = false
    if case .paused = session.state { isPaused = true }
    return RunningTake(
      id: id, dataSource: route.dataSource, polarPattern: progress.pattern,
      inputOrientation: progress.which.orientation,
      seconds: Double(progress.frames) / Double(max(1, route.rate)),
      isConfirmed: progress.isConfirmed, isPaused: isPaused)
  }

  /// The state now.
  var status: CaptureStatus {
    let now = loop.clock()
    let snapshot = session.snapshot(now)
    let activity: CaptureStatus.Activity =
      switch snapshot.state {
      case .idle where isActive && session.isCapturing: .active
      case .idle, .lent: isActive ? .interrupted(.notActive) : .inactive
      case .armed: .active
      case .recording, .paused: runningTake.map { .recording($0) } ?? .active
      case .finishing: .finishing
      case .faulted(let fault): .interrupted(CaptureError(fault))
      }
    let isReady =
      filters.prepared(session.currentCase, pattern: session.preferred.pattern) != nil
    return CaptureStatus(
      activity: activity, route: route, levels: levels(now),
      preRollSeconds: snapshot.preRollSeconds, lostFrames: snapshot.gapFrames,
      storageSeconds: snapshot.storage?.secondsLeft, deadMicrophones: snapshot.unusable,
      isReady: isReady)
  }

  /// Tells what the session says.
  func tell(_ event: SessionEvent) {
    switch event {
    case .armed:
      if isInterrupted { outlets.tell(.deviceBack(route)) }
      isInterrupted = false
    case .route: outlets.tell(.route(route))
    case .orientation(let orientation): outlets.tell(.orientation(orientation))
    case .fault(let fault):
      if case .channelsRotated = fault { return outlets.tell(.notice("\(fault)")) }
      isInterrupted = isActive
      outlets.tell(.interrupted(CaptureError(fault)))
    case .takeStarted: runningTake.map { outlets.tell(.takeStarted($0)) }
    case .takePaused(let isPaused): outlets.tell(.takePaused(isPaused))
    case .takeFinished(let result): finish(FinishedTake(result))
    case .refused(let refusal): outlets.tell(.refused(CaptureError(refusal)))
    default: notice(event).map { outlets.tell(.notice($0)) }
    }
  }

  private func finish(_ take: FinishedTake) {
    outlets.tell(.takeFinished(take))
    for waiter in waiting.removeValue(forKey: take.id) ?? [] { waiter(.success(take)) }
  }

  /// The sentence of an event that is nothing but said.
  private func notice(_ event: SessionEvent) -> String? {
    switch event {
    case .patternReplaced(let words): words
    case .unusable(let names):
      names.isEmpty
        ? "all microphones deliver again" : "no sound from \(names.joined(separator: ", "))"
    case .diedInTake(let names): "no sound from \(names.joined(separator: ", ")) within the take"
    case .storageLow(let seconds): "the storage has room for \(Int(seconds)) s"
    case .storageSlow(let seconds): "the storage is slow: \(Int(seconds.rounded(.up))) s behind"
    case .recovered(let files): "\(files.count) interrupted files of takes were looked after"
    case .clock(let quality): quality.warning ?? "the clock: \(quality.words)"
    case .clockSet(let seconds):
      "the clock was set \(Int(abs(seconds).rounded())) s \(seconds < 0 ? "back" : "forward")"
    case .priorityRefused(let thread, let errno):
      "the system refused the realtime priority of the \(thread.rawValue) thread (errno \(errno))"
    case .ringShortened(let seconds, let wanted):
      "the memory allows \(Int(seconds)) s of sound to be kept, \(Int(wanted)) s are wanted"
    case .sensor(let isSilent):
      isSilent ? "the accelerometer is silent; the last orientation counts" : "it answers again"
    case .doubt(let doubt): "\(doubt)"
    case .channelsRotated(let count):
      "the channels came \(count) further up; the device is opened anew"
    default: nil
    }
  }
}
