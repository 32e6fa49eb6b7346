import Beamforming
import Face
import Glibc
import Recorder
import ResponseFiles
import SimulatedBoard
import TOML
import TakeFiles

extension CommandError {
  /// The error for an audio file that is damaged or cannot be used.
  init(_ error: TakeFileError) {
    switch error {
    case .system(let operation, _, let code):
      self.init(error.description, Self.exitCode(operation, code))
    case .malformed, .unsupported, .notWAV, .foreign: self.init(error.description, .data)
    case .notKept: self.init(error.description, .inputOutput)
    case .filesExhausted, .namesExhausted, .encoder: self.init(error.description, .cannotCreate)
    }
  }

  /// The error for a file that could not be recovered; it must not advise to recover the file.
  static func recovering(_ error: TakeFileError) -> CommandError {
    guard case .malformed(let path, let offset, let problem) = error else {
      return CommandError(error)
    }
    return CommandError(
      "\(path): byte \(offset): \(problem); it cannot be recovered: use another copy", .data)
  }

  private static func exitCode(_ operation: FileOperation, _ code: Int32) -> ExitCode {
    if code == EACCES || code == EPERM { return .noPermission }
    // A medium that is read-only or full fails only if a file is created or grows, so that is what was tried.
    if [EROFS, ENOSPC, EDQUOT].contains(code) { return .cannotCreate }
    switch operation {
    case .create, .rename: return .cannotCreate
    case .open, .list: return .noInput
    case .read, .write, .updateHeader, .truncate, .sync, .close, .delete: return .inputOutput
    }
  }

  /// The error for a file that cannot be rendered.
  init(_ error: OfflineRenderError) {
    switch error {
    case .file(let error): self.init(error)
    case .mismatch(let file, let problem): self.init("\(file): \(problem)", .data)
    }
  }

  /// The error if a new take cannot be made from other takes.
  init(_ error: TakeEditError) {
    switch error {
    case .unfinished: self.init(error.words, .temporary)
    case .unsuitable: self.init(error.words, .data)
    case .noRoom: self.init(error.words, .cannotCreate)
    case .file(let error): self.init(error)
    }
  }

  /// The error if filters are not available.
  init(_ error: FilterStoreError) {
    switch error {
    case .design: self.init(error.description, .configuration)
    case .head(let file), .body(.file(let file)):
      if case .missing = file {
        self.init(error.description, .noInput)
      } else {
        self.init(error.description, .data)
      }
    case .body(.cancelled): self.init(error.description, .temporary)
    }
  }

  /// The error for a fault that keeps a session from working.
  init(_ fault: SessionFault) {
    switch fault {
    case .capture(.busy): self.init(fault.description, .temporary)
    case .capture(.refused): self.init(fault.description, .configuration)
    case .capture(.failed(_, _, let code)) where code == EACCES || code == EPERM:
      self.init(fault.description, .noPermission)
    case .capture(.absent(let device)): self.init(Self.absent(device), .unavailable)
    case .capture, .captureEnded, .channelsRotated: self.init(fault.description, .unavailable)
    case .filters(let error): self.init(error)
    case .storage(let error): self.init(error)
    case .threadRefused, .tooManyTakes, .powerFailing: self.init(fault.description, .temporary)
    case .channels: self.init(fault.description, .configuration)
    }
  }

  /// A message that points to ALSA's configuration, because a PCM is also absent if a part that it needs is absent.
  private static func absent(_ device: String) -> String {
    InputList.namesCard(device)
      ? CaptureFault.absent(device: device).description
      : "\(device): there is no such capture device, or a file that it reads is missing; "
        + "see ALSA's configuration and 'pinna inputs'"
  }

  /// The error if headphones cannot play.
  init(_ fault: MonitorFault) {
    switch fault {
    case .device(.busy), .threadRefused: self.init(fault.description, .temporary)
    default: self.init(fault.description, .unavailable)
    }
  }

  /// The error for a request that a session refuses.
  init(_ refusal: SessionRefusal) {
    switch refusal {
    case .fault(let fault): self.init(fault)
    case .storageFull: self.init(refusal.description, .cannotCreate)
    case .takeRuns, .takeWaits, .copyRuns, .wifiRuns, .deviceLent, .deviceInTake:
      self.init(refusal.description, .temporary)
    default: self.init(refusal.description, .configuration)
    }
  }

  // The initializers above as named functions for `translate`, which cannot infer the error type of an initializer.

  static func file(_ error: TakeFileError) -> CommandError { CommandError(error) }
  static func filters(_ error: FilterStoreError) -> CommandError { CommandError(error) }
  static func render(_ error: OfflineRenderError) -> CommandError { CommandError(error) }
  static func session(_ fault: SessionFault) -> CommandError { CommandError(fault) }
  static func refusal(_ refusal: SessionRefusal) -> CommandError { CommandError(refusal) }
  static func toml(_ error: TOMLError) -> CommandError { CommandError(error) }
  static func setting(_ error: UnavailableSetting) -> CommandError {
    CommandError(error.description, .configuration)
  }
}
