import Essentials
import Realtime

/// A running playback: the open device, and the thread that plays the frames of a ring on it.
///
/// - Thread: control, except that the ring may be used by other threads.
final class PlaybackRunner {
  /// The settings that the device granted.
  let grant: PlaybackGrant
  /// The errno with which the realtime priority of the thread was refused; `nil` if it was not refused.
  var priorityRefusal: Int32? { thread.refusal }
  private let port: any PlaybackPort
  private let stop = StopFlag()
  private let outcome = SharedValue<PlaybackEnd?>(nil)
  private let thread: Thread

  /// Opens the device and starts a thread that plays the frames that enter the ring from now on.
  ///
  /// - Precondition: nothing else reads from the ring.
  init(
    port: any PlaybackPort, request: PlaybackRequest, ring: SampleRing, priority: Int?
  ) throws(MonitorFault) {
    grant = try translate(try port.open(request), to: MonitorFault.device)
    self.port = port
    var rest = ring.makeReader()
    // Skip the frames from before the device was open, which are out of date.
    rest.advance(rest.waiting())
    let reader = HandOver(rest)
    let (outcome, stop) = (outcome, stop)
    do throws(SessionFault) {
      thread = try Thread(name: "playback", priority: priority) {
        if let reader = reader.remove() { outcome.value = port.run(reader, stop: stop) }
        withExtendedLifetime(ring) {}
      }
    } catch {
      port.close()
      throw MonitorFault(error)
    }
  }

  /// The reason why playback ended; `nil` while playback is running.
  var end: PlaybackEnd? { outcome.value }

  /// Stops the thread and closes the device.
  func shutDown() {
    stop.raise()
    thread.join()
    port.close()
  }
}
