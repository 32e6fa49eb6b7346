/// A moment at which the capture thread woke up and found frames.
public struct WakeUp: Sendable, Equatable {
  /// The time at which the thread looked, in seconds on the control clock.
  public var time: Double
  /// The time at which the device reported its position, in seconds on the control clock; at most ``time``.
  public var stamp: Double
  /// The number of frames of the time line that the device had captured by then, including lost frames.
  public var captured: Int
  /// The number of captured frames that were waiting to be read.
  public var waiting: Int
  /// True if the device captures by its own clock; if it does not, ``stamp`` says nothing about the device's rate.
  public var hasClock: Bool

  /// Creates a wake-up from its parts.
  #if compiler(>=6.2)
    @_noAllocation @_noLocks
  #endif
  public init(time: Double, stamp: Double, captured: Int, waiting: Int, hasClock: Bool = true) {
    self.time = time
    self.stamp = stamp
    self.captured = captured
    self.waiting = waiting
    self.hasClock = hasClock
  }
}
