/// The state of the pulse per second that corrects a clock.
package enum PulseState: Sendable, Equatable {
  /// Too few pulses have come so far.
  case awaited
  /// The pulse corrects the clock to within this many seconds.
  case steady(errorSeconds: Double)
  /// The pulse cannot be used: times come from the clock alone.
  case unusable(HardwareProblem)
}
