import Beamforming
import Boards
import Realtime

/// Left and right as they sound now: for meters, for headphones, and for programs, which listen or have a device.
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
    var lowCutHertz: Double?
  }

  /// The sound that programs pull.
  let pulls = LivePulls()
  private let headphones: LiveOutput?
  private let programs: LiveOutput?
  private let monitor: MonitorConfiguration?
  private var metersEars: Bool
  /// True when takes begin by the levels of left and right: they are metered in takes as well, never by an old value.
  private let isTrigger: Bool
  private let isSimulated: Bool
  /// The ring of the programs that listen.
  private var tap: LiveTap?
  private let priority: Int?
  private var runner: LiveRunner?
  private var shown: Choice?
  private var outputs = 0
  private var fault: MonitorFault?

  /// A monitor of a session; nothing runs yet.
  ///
  /// - Parameters:
  ///   - playback: the way to play into headphones.
  ///   - programs: the way to play into the device for other programs.
  init(
    playback: (any PlaybackPort)?, programs: (any PlaybackPort)?,
    configuration: SessionConfiguration
  ) {
    let priority = configuration.renderPriority
    monitor = configuration.monitor.flatMap { $0.playsSound || $0.playsTones ? $0 : nil }
    headphones = monitor.map {
      LiveOutput(.headphones, device: $0.device, port: playback, priority: priority)
    }
    self.programs = configuration.programsDevice.map {
      LiveOutput(.programs, device: $0, port: programs, priority: priority)
    }
    metersEars = configuration.metersEars
    isTrigger = configuration.trigger?.sound == .stereo
    isSimulated = configuration.waitsForFilters
    self.priority = priority
  }

  /// The grant of the headphones' device; `nil` while it does not play.
  var grant: PlaybackGrant? { headphones?.grant }

  /// The grant of the device for other programs; `nil` while it does not play.
  var programsGrant: PlaybackGrant? { programs?.grant }

  /// True while the live sound is played.
  var isHeard: Bool { grant != nil && monitor?.playsSound == true || programsGrant != nil }

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

  /// True while a program listens.
  var isListenedTo: Bool { tap != nil }

  /// True while meters, headphones or a program need the rendering.
  private var isNeeded: Bool {
    metersEars || tap != nil || headphones?.isPossible == true || programs?.isPossible == true
  }

  /// Frames that were captured and did not go by here yet; 0 when nothing runs.
  func backlog(_ captured: Int) -> Int { runner.map { max(0, captured - $0.control.place) } ?? 0 }

  /// Starts rendering and opens devices that should play and do not, and closes those that have ended.
  func tend(_ capture: CaptureRunner, _ now: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if runner == nil, isNeeded {
      do {
        // Rings of a rendering that could not be started are no rings of this one.
        headphones?.close()
        programs?.close()
        let made = try LiveRunner(
          capture: capture, headphones: headphones?.begin(capture.grant),
          programs: programs?.begin(capture.grant), monitor: monitor, isHasty: isSimulated,
          priority: priority)
        made.connect(tap)
        runner = made
        fault = nil
        if let errno = made.priorityRefusal { events.append(.priorityRefused(.live, errno: errno)) }
      } catch let fault as MonitorFault {
        if fault != self.fault { events.append(.monitorFault(fault)) }
        self.fault = fault
      } catch {
        // All readers of the ring are in use by takes that are being finished: with the next look.
      }
    }
    runner?.control.collect()
    events += headphones?.tend(now) ?? []
    events += programs?.tend(now) ?? []
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
      outputs = made.taps.channels
      runner.control.render(made)
    }
    shown = choice
  }

  /// True when left and right are to be rendered here: a take has meters of its own.
  func needsRendering(duringTake: Bool) -> Bool {
    isHeard || tap != nil || pulls.wantsStereo || isTrigger || metersEars && !duringTake
  }

  /// Sounds a tone where tones are asked for.
  func play(_ tone: LiveTone) {
    if monitor?.playsTones == true, grant != nil { runner?.control.play(tone) }
  }

  /// Ends everything.
  func close() {
    pulls.disconnect()
    closeRunner()
    headphones?.close()
    programs?.close()
  }

  private func closeRunner() {
    runner?.shutDown()
    runner = nil
    shown = nil
  }
}
