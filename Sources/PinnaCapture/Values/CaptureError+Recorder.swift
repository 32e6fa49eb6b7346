import Assembly
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

extension CaptureError {
  /// The error for a request that the recorder refuses.
  init(_ refusal: SessionRefusal) {
    switch refusal {
    case .duringTake(let setting): self = .duringTake(setting: setting)
    case .takeMade, .takeRuns, .takeWaits: self = .takeRuns
    case .notArmed, .deviceLent: self = .notActive
    case .notRecording: self = .noTake
    case .takesOff: self = .noDirectory
    case .tooManyPauses: self = .tooManyPauses
    case .noSuchDataSource(let name, let available):
      self = .noSuchDataSource(name, available: available)
    case .unsupportedPattern(let pattern, _, let available):
      self = .unsupportedPolarPattern(pattern, available: available)
    case .noSuchPattern(let name, _): self = .unavailable("there is no polar pattern \(name)")
    case .orientationFixed: self = .orientationFixed
    case .storageFull: self = .storage(refusal.description)
    case .fault(let fault): self.init(fault)
    case .format(let reason), .unavailable(let reason): self = .unavailable(reason)
    case .noAmbisonics, .deviceInTake, .scheduleMissed, .restMissed, .copyDuringTake,
      .copyNotConfigured, .copyRuns, .copyRequest, .wifiDuringTake, .wifiRuns, .wifiRequest:
      self = .unavailable(refusal.description)
    }
  }

  /// The error for a fault that keeps the recorder from working.
  init(_ fault: SessionFault) {
    switch fault {
    case .capture(.absent), .captureEnded(.disconnected): self = .deviceAbsent(fault.description)
    case .capture(.busy): self = .deviceBusy(fault.description)
    case .capture, .captureEnded, .channels, .channelsRotated:
      self = .deviceFailed(fault.description)
    case .filters: self = .filters(fault.description)
    case .storage, .tooManyTakes: self = .storage(fault.description)
    case .threadRefused, .powerFailing: self = .system(fault.description)
    }
  }

  /// The error for a board file or a scene that cannot be read.
  init(_ error: TOMLError) {
    if case .file = error.cause {
      self = .unknownBoard(error.description)
    } else {
      self = .invalidFile(error.description)
    }
  }

  /// The error for a simulation that cannot start.
  init(simulation error: any Error) {
    switch error {
    case let error as CaptureError: self = error
    case let error as TOMLError: self.init(error)
    case let error as TakeFileError: self = .invalidFile(error.description)
    case let error as SessionRefusal: self.init(error)
    default: self = .invalidFile("the board cannot be simulated: \(error)")
    }
  }

  // The initialisers above as named functions, because the error type of an initialiser cannot be inferred.

  static func refusal(_ refusal: SessionRefusal) -> CaptureError { CaptureError(refusal) }
  static func fault(_ fault: SessionFault) -> CaptureError { CaptureError(fault) }
  static func file(_ error: TOMLError) -> CaptureError { CaptureError(error) }
  static func setting(_ error: UnavailableSetting) -> CaptureError {
    .unavailable(error.description)
  }
  static func folder(_ error: OutputFolderError) -> CaptureError { .storage(error.description) }
}
