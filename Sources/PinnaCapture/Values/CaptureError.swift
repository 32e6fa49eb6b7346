/// The reason why a request to a capture session failed; the session stays unchanged.
public enum CaptureError: Error, Sendable, Equatable {
  /// The board does not exist, or not exactly one board is attached.
  case unknownBoard(String)
  /// The board file or the scenario file is invalid.
  case invalidFile(String)
  /// The capture device is absent.
  case deviceAbsent(String)
  /// Another program is using the capture device.
  case deviceBusy(String)
  /// The device failed, or does not offer the requested settings.
  case deviceFailed(String)
  /// The session is not capturing.
  case notActive
  /// The setting cannot change during a take.
  case duringTake(setting: String)
  /// A take is already in progress.
  case takeRuns
  /// No take is in progress.
  case noTake
  /// The session has no folder for takes.
  case noDirectory
  /// The take was paused too often.
  case tooManyPauses
  /// The board has no data source of this name.
  case noSuchDataSource(String, available: [String])
  /// The data source does not support this pattern.
  case unsupportedPolarPattern(PolarPattern, available: [PolarPattern])
  /// The up direction of the board is fixed, so you cannot choose an orientation.
  case orientationFixed
  /// The value is not supported.
  case unavailable(String)
  /// The storage failed, or cannot hold a take.
  case storage(String)
  /// The filters cannot be designed.
  case filters(String)
  /// The system refuses something that the session needs.
  case system(String)
  /// The maximum number of pulls is already in use.
  case tooManyPulls(limit: Int)
  /// The session was closed.
  case closed
}

extension CaptureError: CustomStringConvertible {
  /// A sentence that explains the problem and the remedy.
  public var description: String {
    switch self {
    case .unknownBoard(let text), .invalidFile(let text), .deviceAbsent(let text),
      .deviceBusy(let text), .deviceFailed(let text), .unavailable(let text), .storage(let text),
      .filters(let text), .system(let text):
      text
    case .notActive: "the session is not capturing; activate it, and wait for the device"
    case .duringTake(let setting): "\(setting) cannot change during a take; stop the take first"
    case .takeRuns: "a take is already in progress"
    case .noTake: "no take is in progress"
    case .noDirectory:
      "the session does not make takes; name a folder for them in its configuration"
    case .tooManyPauses: "this take was paused too often; start a new one"
    case .noSuchDataSource(let name, let available):
      "there is no data source \(name); this board has \(available.joined(separator: ", "))"
    case .unsupportedPolarPattern(let pattern, let available):
      "the data source does not support \(pattern.rawValue); it supports "
        + available.map(\.rawValue).joined(separator: ", ")
    case .orientationFixed: "this board has a fixed orientation"
    case .tooManyPulls(let limit): "all \(limit) pulls are in use; release one"
    case .closed: "the session was closed; create another one"
    }
  }
}
