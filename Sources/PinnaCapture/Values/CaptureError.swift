/// The reason why a capture session cannot do something; nothing has changed then.
public enum CaptureError: Error, Sendable, Equatable {
  /// There is no such board, or not exactly one is attached.
  case unknownBoard(String)
  /// The file of the board, or of the scene, is wrong.
  case invalidFile(String)
  /// The capture device is not there.
  case deviceAbsent(String)
  /// Another program has the capture device.
  case deviceBusy(String)
  /// The device does not offer what was asked for, or failed.
  case deviceFailed(String)
  /// The session captures nothing now.
  case notActive
  /// The setting cannot change while a take is made.
  case duringTake(setting: String)
  /// A take is made already.
  case takeRuns
  /// No take is made.
  case noTake
  /// The session was not told where takes go.
  case noDirectory
  /// A take can be paused only so often.
  case tooManyPauses
  /// The board has no such data source.
  case noSuchDataSource(String, available: [String])
  /// The data source does not support the pattern.
  case unsupportedPolarPattern(PolarPattern, available: [PolarPattern])
  /// The board has a fixed up.
  case orientationFixed
  /// The value is outside of what can be asked for.
  case unavailable(String)
  /// The storage does not take a take, or failed.
  case storage(String)
  /// The filters cannot be made.
  case filters(String)
  /// The system refuses what the session needs.
  case system(String)
  /// So many programs pull sound already.
  case tooManyPulls(limit: Int)
  /// The session was closed.
  case closed
}

extension CaptureError: CustomStringConvertible {
  /// A sentence that says what happened, and what to do.
  public var description: String {
    switch self {
    case .unknownBoard(let text), .invalidFile(let text), .deviceAbsent(let text),
      .deviceBusy(let text), .deviceFailed(let text), .unavailable(let text), .storage(let text),
      .filters(let text), .system(let text):
      text
    case .notActive: "the session captures nothing now; activate it, and wait for the device"
    case .duringTake(let setting): "\(setting) cannot change during a take; stop it first"
    case .takeRuns: "a take is already being made"
    case .noTake: "no take is being made"
    case .noDirectory: "the session makes no takes; name a folder for them in its configuration"
    case .tooManyPauses: "this take was paused too often; start a new one"
    case .noSuchDataSource(let name, let available):
      "there is no data source \(name); this board has \(available.joined(separator: ", "))"
    case .unsupportedPolarPattern(let pattern, let available):
      "the data source does not support \(pattern.rawValue); it supports "
        + available.map(\.rawValue).joined(separator: ", ")
    case .orientationFixed: "this board has a fixed orientation"
    case .tooManyPulls(let limit): "\(limit) pulls are in use already; let one of them go"
    case .closed: "the session was closed; make another one"
    }
  }
}
