import Beamforming
import Boards
import Realtime

/// Left and right as they sound now: for meters, for headphones and for programs that listen.
///
/// Nothing is rendered unless one of them needs it.
///
/// - Thread: control.
final class LiveMonitor {
  /// The filters that are rendered with.
  struct Choice: Equatable {
    var which: Board.Case
    var pattern: PolarPattern
    var unusable: Set<Int>
    /// True when the filters are the refined ones.
    var isRefined: Bool
  }

  /// Seconds between two tries to open a playback device.
  static let retrySeconds = 1.0

  /// The sound that programs pull.
  let pulls = PullDesk()
  private let playback: (any PlaybackPort)?
  private let monitor: MonitorConfiguration?
  private var metersEars: Bool
  /// The ring of the programs that listen.
  private var tap: LiveTap?
  private let priority: Int?
  private var player: PlaybackRunner?
  private var runner: LiveRunner?
  private var shown: Choice?
  private var outputs = 0
  private var retryAt = -Double.infinity
  private var fault: MonitorFault?

  /// A monitor of a session; nothing runs yet.
  init(playback: (any PlaybackPort)?, configuration: SessionConfiguration) {
    self.playback = playback
    monitor = configuration.monitor.flatMap { $0.playsSound || $0.playsTones ? $0 : nil }
    metersEars = configuration.metersEars
    priority = configuration.renderPriority
  }

  /// The grant of the headphones' device; `nil` while it does not play.
  var grant: PlaybackGrant? { player?.grant }

  /// True while the live sound is heard.
  var isHeard: Bool { player != nil && monitor?.playsSound == true }

  /// The levels of the rendered sound; none while nothing is rendered.
  var meters: [MeterReading] {
    guard shown != nil, let runner else { return [] }
    return Array(runner.meters.snapshot().prefix(outputs))
  }

  /// Renders left and right for their meters from now on, or does so no more.
  func meterEars(_ isWanted: Bool) {
    guard isWanted != metersEars else { return }
    metersEars = isWanted
    if !isNeeded { closeRunner() }
  }

  /// Renders left and right for programs that listen from now on, or does so no more.
  func listen(_ tap: LiveTap?) {
    guard tap !== self.tap else { return }
    self.tap = tap
    runner?.connect(tap)
    if !isNeeded { closeRunner() }
  }

  /// True while meters, headphones or a program need the rendering.
  private var isNeeded: Bool { metersEars || player != nil || tap != nil }

  /// Frames that were captured and did not go by here yet; 0 when nothing runs.
  func backlog(_ captured: Int) -> Int { runner.map { max(0, captured - $0.control.place) } ?? 0 }

  /// Opens playback and rendering that should run and do not, and closes playback that has ended.
  func tend(_ capture: CaptureRunner, _ now: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if let end = player?.end { events += lost(end, now) }
    if monitor != nil, player == nil, now >= retryAt { events += open(capture, now) }
    if runner == nil, isNeeded {
      do {
        let made = try LiveRunner(
          capture: capture, player: player, monitor: monitor, priority: priority)
        made.connect(tap)
        runner = made
        events += refusal(made.priorityRefusal, of: .live)
      } catch let fault as MonitorFault {
        events += report(fault)
      } catch {
        // All readers of the ring are in use by takes that are being finished: with the next look.
      }
    }
    runner?.control.collect()
    do throws(FrameRingError) {
      try pulls.tend(capture)
    } catch {
      // As above.
    }
    return events
  }

  /// Renders with the filters of a choice; `nil` renders nothing.
  ///
  /// - Parameter configuration: the renderer's; `nil` when the filters are not designed yet, which leaves all as it is.
  func show(_ choice: Choice?, _ configuration: () -> TakeRendererConfiguration?) {
    if let choice {
      pulls.show(choice) {
        var made = configuration()
        made?.safetyGain = nil
        return made
      }
    }
    guard choice != shown, let runner else { return }
    if choice == nil {
      runner.control.render(nil)
    } else {
      guard var made = configuration() else { return }
      made.safetyGain = nil
      outputs = made.taps.outputs
      runner.control.render(made)
    }
    shown = choice
  }

  /// True when left and right are to be rendered here: a take has meters of its own.
  func needsRendering(duringTake: Bool) -> Bool {
    isHeard || tap != nil || pulls.wantsStereo || metersEars && !duringTake
  }

  /// Sounds a tone where tones are asked for.
  func play(_ tone: LiveTone) {
    if monitor?.playsTones == true { runner?.control.play(tone) }
  }

  /// Ends everything.
  func close() {
    pulls.disconnect()
    closeRunner()
    player?.shutDown()
    player = nil
    retryAt = -.infinity
  }

  private func closeRunner() {
    runner?.shutDown()
    runner = nil
    shown = nil
  }

  private func open(_ capture: CaptureRunner, _ now: Double) -> [SessionEvent] {
    guard let monitor else { return [] }
    guard let playback else {
      retryAt = .infinity
      return report(.unavailable)
    }
    do throws(MonitorFault) {
      let opened = try PlaybackRunner(
        port: playback, device: monitor.device, capture: capture.grant, priority: priority)
      // The rendering is started again, with the headphones.
      closeRunner()
      player = opened
      fault = nil
      return [.monitorStarted(opened.grant)] + refusal(opened.priorityRefusal, of: .playback)
    } catch {
      retryAt = now + Self.retrySeconds
      return report(error)
    }
  }

  private func lost(_ end: PlaybackEnd, _ now: Double) -> [SessionEvent] {
    closeRunner()
    player?.shutDown()
    player = nil
    retryAt = now + Self.retrySeconds
    return report(.ended(device: monitor?.device ?? "", end))
  }

  private func refusal(_ errno: Int32?, of thread: RealtimeThread) -> [SessionEvent] {
    errno.map { [.priorityRefused(thread, errno: $0)] } ?? []
  }

  /// Tells a fault once, however often it is tried again.
  private func report(_ fault: MonitorFault) -> [SessionEvent] {
    guard fault != self.fault else { return [] }
    self.fault = fault
    return [.monitorFault(fault)]
  }
}
