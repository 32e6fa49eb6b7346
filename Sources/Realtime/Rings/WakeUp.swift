/// A moment at which the capture thread woke up and found frames.
public struct WakeUp: Sendable, Equatable {
  /// Seconds on the control clock when the thread looked.
  public var time: Double
  /// Seconds on the control clock when the device reported its position; at most ``time``.
  public var stamp: Double
  /// Frames of the time line captured by the device by then, including lost ones.
  public var captured: Int
  /// Frames of these waiting to be read.
  public var waiting: Int
  /// True if the device captures by its own clock; if not, ``stamp`` says nothing about its rate.
  public var hasClock: Bool

  /// A wake-up from its parts.
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
