/// The hands on a simulated board, and its time.
public struct Simulation: Sendable {
  private let mailbox: CaptureMailbox

  init(_ mailbox: CaptureMailbox) { self.mailbox = mailbox }

  /// Lets time pass where the scene is manual, and waits until all that follows from it was done.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)`` when time passes by itself, ``CaptureError/closed``.
  public func advance(seconds: Double) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in try core.advance(seconds) }
  }

  /// Turns the board as its accelerometer sees it; `nil` silences that.
  ///
  /// Sounds stay where they are on the board.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func turn(_ orientation: InputOrientation?) async throws(CaptureError) {
    try await mailbox.perform { core in core.time?.hold(orientation) }
  }

  /// Takes the capture device away.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func unplug() async throws(CaptureError) {
    try await mailbox.perform { core in core.time?.setPlugged(false) }
  }

  /// Brings the capture device back.
  ///
  /// - Throws: ``CaptureError/closed``.
  public func plugIn() async throws(CaptureError) {
    try await mailbox.perform { core in core.time?.setPlugged(true) }
  }
}
