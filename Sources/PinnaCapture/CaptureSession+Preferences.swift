import Boards
import Recorder

extension CaptureSession {
  /// Requests a data source, which determines the forward direction.
  ///
  /// If the source does not support the current pattern, stereo replaces the pattern, or else the first supported
  /// pattern.
  ///
  /// - Parameter name: the name of the source, or the face of the board that the source points out of.
  /// - Throws: ``CaptureError/noSuchDataSource(_:available:)``, ``CaptureError/duringTake(setting:)``,
  ///   ``CaptureError/closed``.
  public func setPreferredDataSource(_ name: String) async throws(CaptureError) {
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.choose({ $0.dataSource = name }) { () throws(SessionRefusal) in
        try core.session.setDataSource(name)
      }
    }
  }

  /// Requests one of ``inputDataSources``.
  ///
  /// - Throws: as ``setPreferredDataSource(_:)-(String)``.
  public func setPreferredDataSource(_ source: InputDataSource) async throws(CaptureError) {
    try await setPreferredDataSource(source.name)
  }

  /// Requests a polar pattern.
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

  /// Requests an orientation, or lets the session follow the accelerometer.
  ///
  /// - Throws: ``CaptureError/orientationFixed``, ``CaptureError/duringTake(setting:)``, ``CaptureError/closed``.
  public func setPreferredInputOrientation(
    _ orientation: PreferredInputOrientation
  ) async throws(CaptureError) {
    let wanted = orientation.orientation
    try await mailbox.perform { (core) throws(CaptureError) in
      // On a board whose up direction is fixed, this request has no effect and is not an error.
      guard wanted != nil || core.setup.board.orientation == .handHeld else { return }
      try core.choose({ $0.orientation = wanted }) { () throws(SessionRefusal) in
        try core.session.setOrientation(wanted)
      }
    }
  }

  /// Requests a sample rate in frames per second; an active session reopens its device.
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

  /// Requests a device period in frames; an active session reopens its device.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)``, ``CaptureError/duringTake(setting:)``, or the error of the device.
  public func setPreferredIOBufferFrames(_ frames: Int) async throws(CaptureError) {
    guard Capture.periods.contains(frames) else {
      throw .unavailable("a period of \(frames) frames: must be \(Capture.periods.words)")
    }
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.change("the I/O buffer") { $0.board.capture.period = frames }
    }
  }

  /// Requests an input gain of the card in decibels, -60 to 60; `nil` leaves the gain unchanged.
  ///
  /// - Throws: ``CaptureError/unavailable(_:)`` if the board file names no gain control,
  ///   ``CaptureError/duringTake(setting:)``, or the error of the device.
  public func setPreferredInputGain(_ decibels: Double?) async throws(CaptureError) {
    if let decibels, !Capture.inputGains.contains(decibels) {
      throw .unavailable("\(decibels) dB of input gain: must be \(Capture.inputGains.words)")
    }
    try await mailbox.perform { (core) throws(CaptureError) in
      try core.change("the input gain") { $0.gain = decibels }
    }
  }
}

extension ClosedRange {
  /// The bounds in words, such as "16 to 8192".
  fileprivate var words: String { "\(lowerBound) to \(upperBound)" }
}
