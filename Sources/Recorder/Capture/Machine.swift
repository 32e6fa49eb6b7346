import Synchronization
import TakeFiles

/// The machine of a board: everything outside of the recorder that it captures from, looks at, writes to or asks.
///
/// Sessions and checkups take the same ports. Real hardware gives a machine, and so do scenarios and tests.
package struct Machine: Sendable {
  /// True for a board that is made of numbers.
  package var isSimulated = false
  /// The device that captures the microphones.
  package var capture: any CapturePort
  /// The contacts and the accelerometer.
  package var hands: any HandPort
  /// The lights.
  package var lights: (any LightPort)?
  /// The medium of the takes.
  package var storage: any StoragePort
  /// The headphones; `nil` where there are none.
  package var playback: (any PlaybackPort)?
  /// The storage of a second medium.
  package var mirror: any StoragePort = PlainStorage()
  /// The device from which other programs take the live sound; `nil` where none can be opened.
  package var programs: (any PlaybackPort)?
  /// Bytes of memory that can be had; `nil` when that is not known.
  package var freeMemory: @Sendable () -> Int?
  /// The time of day at a time of the control clock.
  package var wallTime: @Sendable (Double) -> WallTime

  /// The quality of the clock; `nil` where it cannot be told.
  package var clockQuality: @Sendable () -> ClockQuality? = { nil }

  /// The state of the pulse per second that corrects the clock, at a time of the control clock; `nil` where none does.
  package var pulse: (@Sendable (Double) -> PulseState)?

  /// Seconds for which the control clock has stood while the time of day went on: the computer slept.
  package var sleptSeconds: @Sendable () -> Double = { 0 }

  /// The place that a receiver tells now; `nil` where there is none.
  package var place: @Sendable () -> Place? = { nil }

  /// The charge of the battery; `nil` where there is none.
  package var battery: @Sendable () -> BatteryCharge? = { nil }

  // MARK: For checks

  /// Time for callers that wait; a session is told the time.
  package var clock: any BoardClock = WaitedClock()
  /// The names of the capture devices that are there.
  package var inputs: @Sendable () -> [String] = { [] }
  /// The speed of the medium of the takes.
  package var card: (any StorageProbe)?
  /// The load that keeps it busy.
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

/// A clock that only waiting moves, for machines without one of their own.
private final class WaitedClock: BoardClock {
  private let seconds = Mutex(0.0)

  func now() -> Double { seconds.withLock { $0 } }

  func wait(seconds: Double) { self.seconds.withLock { $0 += seconds } }
}
