/// Controls a simulated board and its time.
public struct Simulation: Sendable {
  private let mailbox: CaptureMailbox

  init(_ mailbox: CaptureMailbox) { self.mailbox = mailbox }

  /// Lets time pass in a manual scene, and waits until the session has handled all events in that time.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)`` if the scene is not manual, ``CaptureError/closed``.
  public func advance(seconds: Double) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in try core.advance(seconds) }
  }

  /// Turns the board, as reported by its accelerometer; with `nil`, the accelerometer stops answering.
  ///
  /// The sounds keep their directions relative to the board.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func turn(_ orientation: InputOrientation?) async throws(CaptureError) {
    try await mailbox.perform { core in core.time?.hold(orientation) }
  }

  /// Unplugs the capture device.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func unplug() async throws(CaptureError) {
    try await mailbox.perform { core in core.time?.setPlugged(false) }
  }

  /// Plugs the capture device in again.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func plugIn() async throws(CaptureError) {
    try await mailbox.perform { core in core.time?.setPlugged(true) }
  }
}
