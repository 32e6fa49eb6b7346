import Synchronization
import TakeFiles

/// The machine around a recorder: everything outside it that the recorder captures from, looks at, writes to or
/// queries.
///
/// Sessions and checkups use the same ports. Real hardware, scenarios and tests each provide a machine of their own.
package struct Machine: Sendable {
  /// True if the board is simulated.
  package var isSimulated = false
  /// The device that captures the microphones.
  package var capture: any CapturePort
  /// The contacts and the accelerometer of the board.
  package var hands: any HandPort
  /// The port for the lights; `nil` if there are none.
  package var lights: (any LightPort)?
  /// The storage of the takes.
  package var storage: any StoragePort
  /// The port for the headphones; `nil` if there are none.
  package var playback: (any PlaybackPort)?
  /// The storage of the takes' copies on a second medium.
  package var mirror: any StoragePort = PlainStorage()
  /// The port for the device from which other programs take the live sound; `nil` if there is none.
  package var programs: (any PlaybackPort)?
  /// Returns the available memory in bytes; `nil` if unknown.
  package var freeMemory: @Sendable () -> Int?
  /// Converts a time of the control clock to the time of day.
  package var wallTime: @Sendable (Double) -> WallTime

  /// Returns the seconds, at a time of the control clock, by which ``wallTime`` is ahead of the clock that other
  /// programs of this machine read.
  package var clockCorrection: @Sendable (Double) -> Double = { _ in 0 }

  /// Returns the quality of the machine's clock; `nil` if unknown.
  package var clockQuality: @Sendable () -> ClockQuality? = { nil }

  /// Returns the state, at a control-clock time, of the pulse per second that corrects the clock; `nil` if there is no
  /// pulse.
  package var pulse: (@Sendable (Double) -> PulseState)?

  /// Returns the seconds for which the computer has slept: the control clock stood still while the time of day went on.
  package var sleptSeconds: @Sendable () -> Double = { 0 }

  /// Returns the place that a GPS receiver reports at present; `nil` if there is no receiver or it reports no place.
  package var place: @Sendable () -> Place? = { nil }

  /// Returns the charge of the battery; `nil` if there is no battery.
  package var battery: @Sendable () -> BatteryCharge? = { nil }

  // MARK: For checks

  /// The clock for checks, which have to wait; sessions get the time from their callers.
  package var clock: any BoardClock = WaitedClock()
  /// Returns the names of the capture devices that exist.
  package var inputs: @Sendable () -> [String] = { [] }
  /// The test of the medium that holds the takes.
  package var card: (any StorageProbe)?
  /// The means of keeping the machine busy.
  package var load: (any LoadProbe)?
  /// The examination of the system on which the recorder runs.
  package var system: (any SystemProbe)?

  /// Creates a machine from the ports that a session needs.
  package init(
    capture: any CapturePort, hands: any HandPort, storage: any StoragePort,
    playback: (any PlaybackPort)? = nil,
    freeMemory: @escaping @Sendable () -> Int? = { nil },
    wallTime: @escaping @Sendable (Double) -> WallTime
  ) {
    (self.capture, self.hands, self.storage) = (capture, hands, storage)
    (self.playback, self.freeMemory, self.wallTime) = (playback, freeMemory, wallTime)
  }
}

/// A clock that advances only when someone waits on it, for machines that provide no clock.
private final class WaitedClock: BoardClock {
  private let seconds = Mutex(0.0)

  func now() -> Double { seconds.withLock { $0 } }

  func wait(seconds: Double) { self.seconds.withLock { $0 += seconds } }
}
