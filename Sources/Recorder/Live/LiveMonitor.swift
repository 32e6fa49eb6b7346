import Beamforming
import Boards
import Realtime

/// Renders the live sound, left and right, for meters, for headphones, and for programs that listen to it or take it
/// from a device.
///
/// It renders only while one of these needs the sound.
///
/// - Thread: control.
final class LiveMonitor {
  /// The choice of filters with which the sound is rendered.
  struct Choice: Equatable {
    var which: Board.Case
    var pattern: PolarPattern
    var unusable: Set<Int>
    var lowCutHertz: Double?
  }

  /// The sources of the sound that programs pull.
  let pulls = LivePulls()
  private let headphones: LiveOutput?
  private let programs: LiveOutput?
  private let monitor: MonitorConfiguration?
  private var metersEars: Bool
  /// True if the levels of left and right start takes; they are then also metered here during takes, so that no
  /// outdated level counts.
  private let isTrigger: Bool
  private let isSimulated: Bool
  /// The ring from which listening programs read; `nil` while none listens.
  private var tap: LiveTap?
  private let priority: Int?
  private var runner: LiveRunner?
  private var shown: Choice?
  private var outputs = 0
  private var fault: MonitorFault?

  /// Creates the monitor of a session, which does not run yet.
  ///
  /// - Parameters:
  ///   - playback: the port for the headphones.
  ///   - programs: the port for the device from which other programs take the sound.
  init(
    playback: (any PlaybackPort)?, programs: (any PlaybackPort)?,
    configuration: SessionConfiguration
  ) {
    let priority = configuration.renderPriority
    monitor = configuration.monitor.flatMap { $0.playsSound || $0.playsTones ? $0 : nil }
    headphones = monitor.map {
      LiveOutput(.headphones, device: $0.device, port: playback, priority: priority)
    }
    self.programs = configuration.settings.live.device.map {
      LiveOutput(.programs, device: $0, port: programs, priority: priority)
    }
    metersEars = configuration.metersEars
    isTrigger = configuration.settings.trigger?.sound == .stereo
    isSimulated = configuration.waitsForFilters
    self.priority = priority
  }

  /// The settings that the headphones' device granted; `nil` while it does not play.
  var grant: PlaybackGrant? { headphones?.grant }

  /// The settings that the device for other programs granted; `nil` while it does not play.
  var programsGrant: PlaybackGrant? { programs?.grant }

  /// True while the live sound is being played.
  var isHeard: Bool { grant != nil && monitor?.playsSound == true || programsGrant != nil }

  /// The levels of the rendered sound; empty while nothing is rendered.
  var meters: [MeterReading] {
    guard shown != nil, let runner else { return [] }
    return Array(runner.meters.snapshot().prefix(outputs))
  }

  /// Starts or stops rendering left and right for their meters.
  func meterEars(_ isWanted: Bool) {
    guard isWanted != metersEars else { return }
    metersEars = isWanted
    if !isNeeded { closeRunner() }
  }

  /// Starts or stops rendering left and right for listening programs.
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

  /// The number of captured frames that the live rendering has not processed yet; 0 if nothing is being rendered.
  func backlog(_ captured: Int) -> Int { runner.map { max(0, captured - $0.control.place) } ?? 0 }

  /// Starts the rendering if it is needed, opens devices that should be playing, and closes devices that stopped
  /// playing.
  func tend(_ capture: CaptureRunner, _ now: Double) -> [SessionEvent] {
    var events: [SessionEvent] = []
    if runner == nil, isNeeded {
      do {
        // Discard the rings that belong to an attempt at rendering that failed to start.
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
        // Takes that are being finished use all readers of the ring: try again at the next call.
      }
    }
    runner?.control.collect()
    events += headphones?.tend(now) ?? []
    events += programs?.tend(now) ?? []
    do throws(FrameRingError) {
      try pulls.tend(capture)
    } catch {
      // All readers are in use here too: try again at the next call.
    }
    return events
  }

  /// Renders from now on with the filters of a choice; `nil` stops the rendering.
  ///
  /// - Parameter configuration: returns the renderer's configuration; `nil` if the filters are not designed yet, and
  ///   the rendering then stays as it is.
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

  /// True if left and right must be rendered here; during a take this may be unnecessary, because the take has meters
  /// of its own.
  func needsRendering(duringTake: Bool) -> Bool {
    isHeard || tap != nil || pulls.wantsStereo || isTrigger || metersEars && !duringTake
  }

  /// Plays a tone if tones are enabled.
  func play(_ tone: LiveTone) {
    if monitor?.playsTones == true, grant != nil { runner?.control.play(tone) }
  }

  /// Ends the rendering and closes the devices.
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
