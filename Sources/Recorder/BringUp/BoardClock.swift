/// The time of a board: on hardware that of the machine, on a simulated board the scenario's.
package protocol BoardClock: Sendable {
  /// Seconds on the control clock.
  ///
  /// - Thread: any.
  func now() -> Double

  /// Lets so many seconds pass.
  ///
  /// - Thread: control.
  func wait(seconds: Double)
}
