import Beamforming
import Glibc
import Recorder
import ResponseFiles
import SimulatedBoard
import TOML
import TakeFiles

extension CommandError {
  /// What is wrong with an audio file.
  init(_ error: TakeFileError) {
    switch error {
    case .system(let operation, _, let code):
      self.init(error.description, Self.exitCode(operation, code))
    case .malformed, .unsupported: self.init(error.description, .data)
    case .notKept: self.init(error.description, .inputOutput)
    case .namesExhausted, .encoder: self.init(error.description, .cannotCreate)
    }
  }

  private static func exitCode(_ operation: FileOperation, _ code: Int32) -> ExitCode {
    if code == EACCES || code == EPERM { return .noPermission }
    // Whatever was to be done, it was to make or change a file.
    if code == EROFS { return .cannotCreate }
    switch operation {
    case .create, .rename: return .cannotCreate
    case .open, .list: return .noInput
    case .read, .write, .updateHeader, .truncate, .sync, .close: return .inputOutput
    }
  }

  /// Why a file cannot be rendered.
  init(_ error: OfflineRenderError) {
    switch error {
    case .file(let error): self.init(error)
    case .mismatch(let file, let problem): self.init("\(file): \(problem)", .data)
    }
  }

  /// Why there are no filters.
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

  /// Why a session cannot work.
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

  /// A PCM of ALSA's configuration is also absent when something is that it is made of.
  private static func absent(_ device: String) -> String {
    InputList.namesCard(device)
      ? CaptureFault.absent(device: device).description
      : "\(device): there is no such capture device, or a file that it reads is missing; "
        + "see ALSA's configuration and 'pinna inputs'"
  }

  /// Why headphones cannot play.
  init(_ fault: MonitorFault) {
    switch fault {
    case .device(.busy), .threadRefused: self.init(fault.description, .temporary)
    default: self.init(fault.description, .unavailable)
    }
  }

  /// Why a session refuses a request.
  init(_ refusal: SessionRefusal) {
    switch refusal {
    case .fault(let fault): self.init(fault)
    case .storageFull: self.init(refusal.description, .cannotCreate)
    case .takeRuns, .copyRuns: self.init(refusal.description, .temporary)
    default: self.init(refusal.description, .configuration)
    }
  }

  // The same by name, for `translate`, which cannot tell by itself what is thrown.

  static func file(_ error: TakeFileError) -> CommandError { CommandError(error) }
  static func filters(_ error: FilterStoreError) -> CommandError { CommandError(error) }
  static func session(_ fault: SessionFault) -> CommandError { CommandError(fault) }
  static func refusal(_ refusal: SessionRefusal) -> CommandError { CommandError(refusal) }
  static func toml(_ error: TOMLError) -> CommandError { CommandError(error) }
  static func setting(_ error: UnavailableSetting) -> CommandError {
    CommandError(error.description, .configuration)
  }
}
