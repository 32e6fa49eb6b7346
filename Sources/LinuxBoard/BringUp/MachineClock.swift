import Recorder

/// The time of this machine.
public struct MachineClock: BoardClock {
  /// The machine's clock.
  public init() {}

  /// Seconds of CLOCK_MONOTONIC.
  public func now() -> Double { MonotonicClock.now() }

  /// Sleeps for `seconds`.
  public func wait(seconds: Double) { KernelClock.sleep(seconds: max(0, seconds)) }
}
