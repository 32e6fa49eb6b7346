/// The time of a board: the machine's clock on hardware, the scenario's on a simulated board.
package protocol BoardClock: Sendable {
  /// Seconds on the control clock.
  ///
  /// - Thread: any.
  func now() -> Double

  /// Lets this many seconds pass.
  ///
  /// - Thread: control.
  func wait(seconds: Double)
}
