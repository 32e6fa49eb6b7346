import Boards
import Face
import Recorder
import TakeFiles

extension CaptureCore {
  /// The preferred and the actual choices of the session.
  var route: CaptureRoute {
    let readings = host.readings
    var preferred = choice(readings.preferred)
    preferred.inputGain = setup.gain
    var actual = choice(readings.actual)
    actual.inputGain = readings.inputGain
    let layout = readings.actual.pattern.hasSides ? setup.board.layout(readings.which) : nil
    return CaptureRoute(
      preferred: preferred, actual: actual,
      layout: layout.map { .init(leftEdge: $0.leftEdge, rightEdge: $0.rightEdge) })
  }

  private func choice(_ route: Route) -> CaptureRoute.Choice {
    CaptureRoute.Choice(
      dataSource: route.dataSource, polarPattern: route.pattern,
      inputOrientation: route.orientation, sampleRate: route.rate, ioBufferFrames: route.period,
      inputChannels: route.channels)
  }

  /// The current levels.
  var levels: Levels { Levels(host.readings) }

  /// The take in progress; `nil` if there is none.
  var runningTake: RunningTake? {
    guard let progress = session.progress, let id = session.takeIdentity else { return nil }
    let route = session.actual
    return RunningTake(
      id: id, dataSource: route.dataSource, polarPattern: progress.pattern,
      inputOrientation: progress.which.orientation,
      seconds: Double(progress.frames) / Double(max(1, route.rate)),
      isConfirmed: progress.isConfirmed, isPaused: host.readings.state == .paused)
  }

  /// The current state of the session.
  var status: CaptureStatus {
    let readings = host.readings
    let activity: CaptureStatus.Activity =
      switch readings.state {
      case .idle where isActive && session.isCapturing: .active
      case .idle, .lent: isActive ? .interrupted(.notActive) : .inactive
      case .armed: .active
      case .recording, .paused: runningTake.map { .recording($0) } ?? .active
      case .finishing: .finishing
      case .faulted: .interrupted(session.fault.map { CaptureError($0) } ?? .notActive)
      }
    let isReady =
      filters.prepared(session.currentCase, pattern: session.preferred.pattern) != nil
    return CaptureStatus(
      activity: activity, route: route, levels: Levels(readings),
      preRollSeconds: readings.preRollSeconds, lostFrames: readings.gapFrames,
      storageSeconds: readings.secondsLeft, deadMicrophones: readings.unusable,
      isReady: isReady, latencySeconds: session.liveLatencySeconds)
  }

  /// Translates an event of the recorder into a change, and sends the change to the listeners.
  func tell(_ event: RecorderEvent) {
    switch (event.kind, event.subject) {
    case (.armed, _):
      if isInterrupted { outlets.tell(.deviceBack(route)) }
      isInterrupted = false
    case (.selected, _): outlets.tell(.route(route))
    case (_, .orientation(let orientation)): outlets.tell(.orientation(orientation))
    case (_, .fault(.channelsRotated)): outlets.tell(.notice(event.details))
    case (_, .fault(let fault)):
      isInterrupted = isActive
      outlets.tell(.interrupted(CaptureError(fault)))
    case (.takeStarted, _): runningTake.map { outlets.tell(.takeStarted($0)) }
    case (.takePaused, _): outlets.tell(.takePaused(true))
    case (.takeResumed, _): outlets.tell(.takePaused(false))
    case (_, .take(let result)): finish(FinishedTake(result))
    case (_, .refusal(let refusal)): outlets.tell(.refused(CaptureError(refusal)))
    case (let kind?, _) where Self.notices.contains(kind): outlets.tell(.notice(event.sentence))
    default: break
    }
  }

  /// The kinds of events that are sent as notices.
  private static let notices: Set<RecorderEvent.Kind> = [
    .patternReplaced, .microphonesDead, .microphonesBack, .storageLow, .storageSlow, .recovered,
    .clock, .clockSet, .priorityRefused, .ringShortened, .sensorSilent, .sensorBack, .doubt,
    .channelsRotated,
  ]

  private func finish(_ take: FinishedTake) {
    outlets.tell(.takeFinished(take))
    let waiters = waiting.removeValue(forKey: take.id) ?? []
    if take.id == started { (started, ended) = waiters.isEmpty ? (take.id, take) : (nil, nil) }
    for waiter in waiters { waiter(.success(take)) }
  }
}
