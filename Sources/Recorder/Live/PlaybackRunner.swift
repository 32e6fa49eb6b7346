import Essentials
import Realtime
import Synchronization

/// Playback while it runs: the device, its thread and the ring that it plays.
///
/// - Thread: control, but for the ring.
final class PlaybackRunner {
  /// The grant of the device.
  let grant: PlaybackGrant
  /// Left and right on their way to the headphones.
  let ring: SampleRing
  /// The errno of a refused realtime priority.
  var priorityRefusal: Int32? { thread.refusal }
  private let port: any PlaybackPort
  private let stop = StopFlag()
  private let outcome = PlaybackOutcome()
  private let thread: Thread

  /// Periods of the hardware buffer: few, because the sound is heard live.
  private static let periods = 4
  /// Seconds that may wait to be played; more than any buffer of a device needs.
  private static let ringSeconds = 0.5

  /// Opens the device and starts its thread.
  init(
    port: any PlaybackPort, device: String, capture: CaptureGrant, priority: Int?
  ) throws(MonitorFault) {
    let request = PlaybackRequest(
      device: device, rate: capture.rate, period: capture.period,
      buffer: Self.periods * capture.period)
    grant = try translate(try port.open(request), to: MonitorFault.device)
    self.port = port
    let ring = SampleRing(
      channels: 2,
      capacity: max(4 * request.buffer, Int(Self.ringSeconds * Double(capture.rate))))
    self.ring = ring
    let reader = ReaderBox(ring.makeReader())
    let (outcome, stop) = (outcome, stop)
    do throws(SessionFault) {
      thread = try Thread(name: "playback", priority: priority) {
        if let reader = reader.take() { outcome.end = port.run(reader, stop: stop) }
        withExtendedLifetime(ring) {}
      }
    } catch {
      port.close()
      throw MonitorFault(error)
    }
  }

  /// The reason why playback ended; `nil` while it runs.
  var end: PlaybackEnd? { outcome.end }

  /// Stops the thread and closes the device.
  func shutDown() {
    stop.raise()
    thread.join()
    port.close()
  }
}

/// A cell in which the playback thread leaves the reason why it ended, once.
private final class PlaybackOutcome: Sendable {
  private let state = Mutex<PlaybackEnd?>(nil)

  var end: PlaybackEnd? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A box that carries the reader to the playback thread: put in before the thread starts, taken out by it once.
private final class ReaderBox: @unchecked Sendable {
  private var reader: SampleRingReader?

  init(_ reader: consuming SampleRingReader) { self.reader = consume reader }

  func take() -> SampleRingReader? { reader.take() }
}
