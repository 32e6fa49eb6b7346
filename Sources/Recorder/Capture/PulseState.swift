/// The state of the pulse per second by which a clock is corrected.
package enum PulseState: Sendable, Equatable {
  /// Too few edges have come so far.
  case awaited
  /// It corrects the clock, to so many seconds.
  case steady(errorSeconds: Double)
  /// It cannot be used: times are those of the clock alone.
  case unusable(HardwareProblem)
}
