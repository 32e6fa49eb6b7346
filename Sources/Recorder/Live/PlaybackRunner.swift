import Essentials
import Realtime
import Synchronization

/// A running playback: the device and its thread, which plays a ring.
///
/// - Thread: control, except for the ring.
final class PlaybackRunner {
  /// The grant of the device.
  let grant: PlaybackGrant
  /// The errno if a realtime priority was refused.
  var priorityRefusal: Int32? { thread.refusal }
  private let port: any PlaybackPort
  private let stop = StopFlag()
  private let outcome = PlaybackOutcome()
  private let thread: Thread

  /// Opens the device and starts its thread, which plays frames that enter the ring from now on.
  ///
  /// - Precondition: nothing else reads the ring.
  init(
    port: any PlaybackPort, request: PlaybackRequest, ring: SampleRing, priority: Int?
  ) throws(MonitorFault) {
    grant = try translate(try port.open(request), to: MonitorFault.device)
    self.port = port
    var rest = ring.makeReader()
    // Frames from before the device was open are stale.
    rest.advance(rest.waiting())
    let reader = ReaderBox(rest)
    let (outcome, stop) = (outcome, stop)
    do throws(SessionFault) {
      thread = try Thread(name: "playback", priority: priority) {
        if let reader = reader.remove() { outcome.end = port.run(reader, stop: stop) }
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

/// A cell for the reason why the playback thread ended, set once.
private final class PlaybackOutcome: Sendable {
  private let state = Mutex<PlaybackEnd?>(nil)

  var end: PlaybackEnd? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

/// A box that carries the reader to the playback thread: filled before the thread starts, emptied by it once.
private final class ReaderBox: @unchecked Sendable {
  private var reader: SampleRingReader?

  init(_ reader: consuming SampleRingReader) { self.reader = consume reader }

  func remove() -> SampleRingReader? { reader.take() }
}
