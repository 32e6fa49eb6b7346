import Recorder

/// The clock of this machine.
package struct MachineClock: BoardClock {
  /// The clock of this machine.
  package init() {}

  /// The present time in seconds, by CLOCK_MONOTONIC.
  package func now() -> Double { MonotonicClock.now() }

  /// Sleeps for `seconds`.
  package func wait(seconds: Double) { KernelClock.sleep(seconds: max(0, seconds)) }
}
