/// Controls a simulated board and its time.
public struct Simulation: Sendable {
  private let mailbox: CaptureMailbox

  init(_ mailbox: CaptureMailbox) { self.mailbox = mailbox }

  /// Lets time pass in a manual scene, and waits until everything that this causes is done.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)`` if time passes by itself, ``CaptureError/closed``.
  public func advance(seconds: Double) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in try core.advance(seconds) }
  }

  /// Turns the board, as its accelerometer reports it; `nil` makes the accelerometer fall silent.
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
