/// A moment at which the capture thread woke up and found frames.
public struct WakeUp: Sendable, Equatable {
  /// Seconds on the control clock at which the thread looked.
  public var time: Double
  /// Seconds on the control clock at which the device told its position; at most ``time``.
  public var stamp: Double
  /// Frames of the time line that the device had captured by then, lost ones among them.
  public var captured: Int
  /// Frames of these that waited to be taken.
  public var waiting: Int
  /// True when the device captures by a clock of its own; if not, ``stamp`` says nothing about its rate.
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
