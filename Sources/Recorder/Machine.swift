/// The machine that a recorder works on: everything outside of it that it captures from, looks at, writes to or asks.
///
/// A board of Linux and a simulated board each give one, and so does a test.
public struct Machine: Sendable {
  /// The device that captures the microphones.
  public var capture: any CapturePort
  /// The contacts and the accelerometer.
  public var hands: any HandPort
  /// The medium of the takes.
  public var storage: any StoragePort
  /// The headphones; `nil` where there are none.
  public var playback: (any PlaybackPort)?
  /// Bytes of memory that can be had; `nil` when nobody knows.
  public var freeMemory: @Sendable () -> Int?
  /// The time of day at a time of the control clock.
  public var wallTime: @Sendable (Double) -> WallTime

  /// A machine from its parts.
  public init(
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
