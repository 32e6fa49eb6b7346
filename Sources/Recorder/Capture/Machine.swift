import Synchronization
import TakeFiles

/// The machine of a board: everything outside the recorder that it captures from, looks at, writes to or queries.
///
/// Sessions and checkups take the same ports. Real hardware, scenarios and tests each provide a machine.
package struct Machine: Sendable {
  /// True for a simulated board.
  package var isSimulated = false
  /// The device that captures the microphones.
  package var capture: any CapturePort
  /// The contacts and the accelerometer.
  package var hands: any HandPort
  /// The lights.
  package var lights: (any LightPort)?
  /// The medium of the takes.
  package var storage: any StoragePort
  /// The headphones; `nil` if there are none.
  package var playback: (any PlaybackPort)?
  /// The storage on a second medium.
  package var mirror: any StoragePort = PlainStorage()
  /// The device from which other programs take the live sound; `nil` if none can be opened.
  package var programs: (any PlaybackPort)?
  /// Available bytes of memory; `nil` if unknown.
  package var freeMemory: @Sendable () -> Int?
  /// The time of day at a time of the control clock.
  package var wallTime: @Sendable (Double) -> WallTime

  /// The quality of the clock; `nil` if unknown.
  package var clockQuality: @Sendable () -> ClockQuality? = { nil }

  /// The state of the pulse per second that corrects the clock, at a control-clock time; `nil` without a pulse.
  package var pulse: (@Sendable (Double) -> PulseState)?

  /// Seconds for which the control clock stood still while the time of day went on: the computer slept.
  package var sleptSeconds: @Sendable () -> Double = { 0 }

  /// The place that a GPS receiver reports now; `nil` if there is none.
  package var place: @Sendable () -> Place? = { nil }

  /// The charge of the battery; `nil` if there is none.
  package var battery: @Sendable () -> BatteryCharge? = { nil }

  // MARK: For checks

  /// The clock for callers that wait; sessions get the time from their callers.
  package var clock: any BoardClock = WaitedClock()
  /// The names of the existing capture devices.
  package var inputs: @Sendable () -> [String] = { [] }
  /// The speed of the medium of the takes.
  package var card: (any StorageProbe)?
  /// The load that keeps the machine busy.
  package var load: (any LoadProbe)?
  /// The system around the recorder.
  package var system: (any SystemProbe)?

  /// A machine from the ports that a session needs.
  package init(
    capture: any CapturePort, hands: any HandPort, storage: any StoragePort,
    playback: (any PlaybackPort)? = nil,
    freeMemory: @escaping @Sendable () -> Int? = { nil },
    wallTime: @escaping @Sendable (Double) -> WallTime
  ) {
    self.capture = capture
    self.hands = hands
    self.storage = storage
    self.playback = playback
    self.freeMemory = freeMemory
    self.wallTime = wallTime
  }
}

/// A clock that only waiting advances, for machines without their own.
private final class WaitedClock: BoardClock {
  private let seconds = Mutex(0.0)

  func now() -> Double { seconds.withLock { $0 } }

  func wait(seconds: Double) { self.seconds.withLock { $0 += seconds } }
}
