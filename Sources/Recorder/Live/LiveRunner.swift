import CRealtimeGuard
import Glibc
import Realtime

/// A live rendering in progress: its thread, its meters, and the switch that controls it.
///
/// - Thread: control.
final class LiveRunner {
  /// The meters of left and right, or of the channels of ambisonics.
  let meters = MeterBank(channels: 4)
  /// The switch that sets filters and requests tones.
  let control = LiveSwitch()
  /// The errno with which the realtime priority of the thread was refused; `nil` if it was not refused.
  var priorityRefusal: Int32? { thread.refusal }
  private let stop = StopFlag()
  private let thread: Thread
  private let rate: Int
  /// The last tap connected, which is kept because the loop may still be writing to it.
  private var tap: LiveTap?

  /// Milliseconds between two looks at the ring while the sound is played.
  static let playingMilliseconds = 5
  /// Milliseconds between two looks at the ring while only meters are shown.
  static let calmMilliseconds = 50

  /// Starts a thread that renders the sound of a capture.
  ///
  /// - Parameters:
  ///   - headphones: the ring that takes left and right for the headphones; `nil` if there are no headphones.
  ///   - programs: the ring that takes left and right for other programs' device; `nil` if there is none.
  ///   - isHasty: true if time is simulated, and therefore waits for the rendering.
  /// - Throws: ``MonitorFault/threadRefused(errno:)`` if the system has no free thread, or ``Realtime/FrameRingError``
  ///   if the ring has no free reader.
  init(
    capture: CaptureRunner, headphones: SampleRing?, programs: SampleRing?,
    monitor: MonitorConfiguration?, isHasty: Bool = false, priority: Int?
  ) throws {
    let ring = capture.ring
    self.rate = capture.grant.rate
    let rate = Double(capture.grant.rate)
    let gain = monitor.map { $0.playsSound ? $0.gain : 0 } ?? 0
    let shell = LiveShell(
      LiveRenderLoop(
        reader: try ring.makeReader(), control: control, rate: rate,
        meters: meters.makeWriter(rate: rate), writer: headphones?.makeWriter(),
        programs: programs?.makeWriter(), gain: gain,
        tones: (
          Tone.samples(hertz: Tone.startHertz, rate: rate),
          Tone.samples(hertz: Tone.stopHertz, rate: rate)
        )),
      milliseconds: isHasty
        ? 1
        : headphones == nil && programs == nil
          ? Self.calmMilliseconds : Self.playingMilliseconds)
    let stop = stop
    do throws(SessionFault) {
      thread = try Thread(name: "live", priority: priority) {
        shell.run(until: stop)
        // The loop uses the memory of all these rings: keep it until the thread has ended.
        withExtendedLifetime((ring, headphones, programs)) {}
      }
    } catch {
      throw MonitorFault(error)
    }
  }

  /// Gives the rendered sound to listening programs as well, through a tap; `nil` stops that.
  func connect(_ tap: LiveTap?) {
    if let tap {
      tap.rate = rate
      self.tap = tap
    }
    control.connect(tap)
  }

  /// Ends the thread.
  func shutDown() {
    stop.raise()
    thread.join()
  }
}

/// A thin shell around the live loop, which waits while there is nothing to do.
///
/// - Thread: ``run(until:)`` on the live thread.
private final class LiveShell: @unchecked Sendable {
  private var loop: LiveRenderLoop
  private let milliseconds: Int

  init(_ loop: consuming LiveRenderLoop, milliseconds: Int) {
    self.loop = loop
    self.milliseconds = milliseconds
  }

  func run(until stop: StopFlag) {
    while !stop.isRaised {
      realtime_guard_enter()
      let step = loop.step()
      realtime_guard_exit()
      if step == .waitForFrames { Recorder.pause(milliseconds: milliseconds) }
    }
  }
}

extension MonitorConfiguration {
  /// The linear gain that corresponds to the volume.
  var gain: Float { Float(pow(10, volumeDecibels / 20)) }
}

extension MonitorFault {
  /// Creates the monitor's fault for a thread that could not be started.
  init(_ fault: SessionFault) {
    if case .threadRefused(let errno) = fault {
      self = .threadRefused(errno: errno)
    } else {
      self = .unavailable
    }
  }
}
