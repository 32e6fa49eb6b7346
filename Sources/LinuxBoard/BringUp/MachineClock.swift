import Recorder

/// The time of this machine.
package struct MachineClock: BoardClock {
  /// The machine's clock.
  package init() {}

  /// Seconds of CLOCK_MONOTONIC.
  package func now() -> Double { MonotonicClock.now() }

  /// Sleeps for `seconds`.
  package func wait(seconds: Double) { KernelClock.sleep(seconds: max(0, seconds)) }
}
