import Boards
import Recorder

extension CaptureSession {
  /// Prefers a data source, which determines forward.
  ///
  /// A pattern that it does not support is replaced by stereo, else by its first supported one.
  ///
  /// - Parameter name: its name, or the face that it looks out of.
  /// - Throws: ``CaptureError/noSuchDataSource(_:available:)``, ``CaptureError/duringTake(setting:)``,
  ///   ``CaptureError/closed``.
  public func setPreferredDataSource(_ name: String) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.choose({ $0.dataSource = name }) { () throws(SessionRefusal) in
        try core.session.setDataSource(name)
      }
    }
  }

  /// Prefers one of ``inputDataSources``.
  ///
  /// - Throws: as ``setPreferredDataSource(_:)-(String)``.
  public func setPreferredDataSource(_ source: InputDataSource) async throws(CaptureError) {
    try await setPreferredDataSource(source.name)
  }

  /// Prefers a polar pattern.
  ///
  /// - Throws: ``CaptureError/unsupportedPolarPattern(_:available:)``, ``CaptureError/duringTake(setting:)``,
  ///   ``CaptureError/closed``.
  public func setPreferredPolarPattern(_ pattern: PolarPattern) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.choose({ $0.pattern = pattern }) { () throws(SessionRefusal) in
        try core.session.setPattern(pattern)
      }
    }
  }

  /// Prefers an orientation, or follows the accelerometer.
  ///
  /// - Throws: ``CaptureError/orientationFixed``, ``CaptureError/duringTake(setting:)``, ``CaptureError/closed``.
  public func setPreferredInputOrientation(
    _ orientation: PreferredInputOrientation
  ) async throws(CaptureError) {
    let wanted = orientation.orientation
    try await mailbox.perform { (core) throws(CaptureError) in
      // On a board with a fixed up there is nothing to follow; requesting it is harmless.
      guard wanted != nil || core.setup.board.orientation == .handHeld else { return }
      try core.choose({ $0.orientation = wanted }) { () throws(SessionRefusal) in
        try core.session.setOrientation(wanted)
      }
    }
  }

  /// Prefers a number of frames per second; an active session opens its device again.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)``, ``CaptureError/duringTake(setting:)``, or the error of the device.
  public func setPreferredSampleRate(_ rate: Int) async throws(CaptureError) {
    guard Capture.rates.contains(rate) else {
      throw .unavailable("\(rate) frames per second: must be \(Capture.rates.words)")
    }
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.change("the sample rate") { $0.board.capture.rate = rate }
    }
  }

  /// Prefers a number of frames per device period; an active session opens its device again.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)``, ``CaptureError/duringTake(setting:)``, or the error of the device.
  public func setPreferredIOBufferFrames(_ frames: Int) async throws(CaptureError) {
    guard Capture.periods.contains(frames) else {
      throw .unavailable("\(frames) frames at once: must be \(Capture.periods.words)")
    }
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.change("the I/O buffer") { $0.board.capture.period = frames }
    }
  }

  /// Prefers an input gain of the card in decibels; `nil` leaves it as it is.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)`` if the board does not name a control for it,
  ///   ``CaptureError/duringTake(setting:)``, or the error of the device.
  public func setPreferredInputGain(_ decibels: Double?) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.change("the input gain") { $0.gain = decibels }
    }
  }
}

extension ClosedRange {
  /// The bounds in words: "16 to 8192".
  fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}
