/// The state of the pulse per second that corrects a clock.
package enum PulseState: Sendable, Equatable {
  /// Too few edges so far.
  case awaited
  /// It corrects the clock, to this many seconds.
  case steady(errorSeconds: Double)
  /// It cannot be used: times come from the clock alone.
  case unusable(HardwareProblem)
}
