/// The clock of a board: the machine's clock on real hardware, the scenario's clock on a simulated board.
package protocol BoardClock: Sendable {
  /// The current time, in seconds on the control clock.
  ///
  /// - Thread: any.
  func now() -> Double

  /// Lets this many seconds pass.
  ///
  /// - Thread: control.
  func wait(seconds: Double)
}
