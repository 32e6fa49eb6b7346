import Beamforming
import Boards
import Essentials
import Realtime
import TakeFiles

/// The reason why the recorder cannot work at present.
package enum SessionFault: Error, Sendable, Equatable {
  /// The capture device cannot be opened.
  case capture(CaptureFault)
  /// The capture device was open and stopped delivering.
  case captureEnded(CaptureEnd)
  /// Filters cannot be designed.
  case filters(FilterStoreError)
  /// The storage failed, which may have ended the last take.
  case storage(TakeFileError)
  /// The system has no free thread.
  case threadRefused(errno: Int32)
  /// The storage is so slow that earlier takes still hold the ring, so no other take can start.
  case tooManyTakes
  /// The device granted another number of channels than the board needs.
  case channels(wanted: Int, granted: Int)
  /// The board reports that its supply is about to end.
  case powerFailing
  /// The device's channels stay rotated by this many places, however often the device is reopened; takes are made all
  /// the same.
  case channelsRotated(by: Int)
}

/// The reason why a request was refused; nothing has changed.
package enum SessionRefusal: Error, Sendable, Equatable {
  /// A setting cannot change during a take.
  case duringTake(setting: String)
  /// A take is already running.
  case takeMade
  /// The recorder is not armed; the value is the fault that prevents it, if there is one.
  case notArmed(SessionFault? = nil)
  /// No take is running.
  case notRecording
  /// Another program has borrowed the capture device.
  case deviceLent(to: String)
  /// The capture device cannot be lent, because a take is running or about to start.
  case deviceInTake
  /// The board has no such data source.
  case noSuchDataSource(String, available: [String])
  /// There is no such polar pattern.
  case noSuchPattern(String, available: [PolarPattern])
  /// The data source does not support the pattern.
  case unsupportedPattern(PolarPattern, dataSource: String, available: [PolarPattern])
  /// The microphones of the data source cannot make ambisonics; the value is the reason.
  case noAmbisonics(DesignError)
  /// The board's orientation is fixed.
  case orientationFixed
  /// The take has been paused as often as a take can be.
  case tooManyPauses
  /// The storage has so little free space that a new take could not be closed properly.
  case storageFull(freeBytes: Int, neededBytes: Int)
  /// Another take is running.
  case takeRuns
  /// An interrupted scheduled take waits to continue.
  case takeWaits
  /// The session only measures and makes no takes.
  case takesOff
  /// The scheduled take was over before it could be started.
  case scheduleMissed
  /// The scheduled take was interrupted, and was over before it could continue.
  case restMissed
  /// Takes cannot be copied, because a take is running.
  case copyDuringTake
  /// No medium to copy takes to is configured.
  case copyNotConfigured
  /// Takes are already being copied.
  case copyRuns
  /// The file that requests a copy cannot be written.
  case copyRequest(path: String, errno: Int32)
  /// The Wi-Fi can be neither opened nor closed, because a take is running.
  case wifiDuringTake
  /// The Wi-Fi is already being opened or closed.
  case wifiRuns
  /// The file that requests the Wi-Fi cannot be written.
  case wifiRequest(path: String, errno: Int32)
  /// The kind of file cannot hold the audio of the device.
  case format(String)
  /// A choice is not available, as a sentence explains.
  case unavailable(String)
  /// The take cannot be started.
  case fault(SessionFault)
}

extension SessionRefusal: CustomStringConvertible {
  /// A sentence that says what was requested and why it is refused.
  package var description: String {
    switch self {
    case .duringTake(let setting):
      "\(setting) cannot change during a take; stop the take first"
    case .takeMade: "a take is already in progress"
    case .notArmed(let fault): "the recorder is not armed" + (fault.map { ": \($0)" } ?? "")
    case .notRecording: "no take is in progress"
    case .deviceInTake: "the capture device is not lent during a take; stop the take first"
    case .deviceLent(let borrower):
      "\(borrower) is using the capture device; wait until that program ends"
    case .noSuchDataSource(let name, let available):
      "there is no data source \(name); this board has \(available.joined(separator: ", "))"
    case .noSuchPattern(let name, let available):
      "there is no polar pattern \(name); this data source has "
        + available.map(\.rawValue).joined(separator: ", ")
    case .unsupportedPattern(let pattern, let source, let available):
      "\(source) does not support \(pattern.rawValue); it supports "
        + available.map(\.rawValue).joined(separator: ", ")
    case .noAmbisonics(let reason): "\(reason); choose another pattern"
    case .orientationFixed: "this board has a fixed orientation"
    case .tooManyPauses:
      "this take was paused \(TakeSegments.capacity) times, the maximum; start a new one"
    case .storageFull(let free, let needed):
      // What is needed is rounded up, so that it is always more than what is left.
      "the storage is full: \(Self.megabytes(free)) left, but a take needs "
        + "\(Self.megabytes(needed + 999_999)) to close safely; free some space or insert another card"
    case .takeRuns: "another take is in progress, and it continues"
    case .takeWaits: "an earlier scheduled take was interrupted, and waits to continue"
    case .takesOff: "this recorder only shows meters; takes are made by 'pinna run' or 'record'"
    case .scheduleMissed: "its time had passed before it could start"
    case .restMissed: "its time had passed before it could continue"
    case .copyDuringTake: "takes cannot be copied during a take; stop the take first"
    case .copyNotConfigured:
      "no other medium is configured: set [copy] enabled = true in pinna.toml"
    case .copyRuns: "takes are already being copied"
    case .copyRequest(let path, let errno):
      "\(path): the request to copy takes cannot be written (errno \(errno)); "
        + "check [copy] request in pinna.toml and the permissions of its folder"
    case .wifiDuringTake: "the Wi-Fi cannot change during a take; stop the take first"
    case .wifiRuns: "the Wi-Fi is already being opened or closed"
    case .wifiRequest(let path, let errno):
      "\(path): the request for the Wi-Fi cannot be written (errno \(errno)); "
        + "check the permissions of its folder"
    case .format(let reason), .unavailable(let reason): reason
    case .fault(let fault): "\(fault)"
    }
  }

  /// A size in words, in megabytes; from one megabyte on, it is rounded down to a whole number.
  private static func megabytes(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "less than 1 MB" : "\(bytes / 1_000_000) MB"
  }
}

extension SessionRefusal {
  /// True if a schedule entry with this refusal is not tried again.
  package var endsSchedule: Bool {
    [.takeRuns, .scheduleMissed, .restMissed].contains(self) || isLasting
  }

  /// True if the reason for the refusal will not go away by itself.
  var isLasting: Bool {
    switch self {
    case .takesOff, .format, .fault(.filters): true
    default: false
    }
  }

  /// Returns true if another refusal says the same, apart from figures that change all the time.
  func isSameKind(as other: SessionRefusal) -> Bool {
    if case (.storageFull, .storageFull) = (self, other) { return true }
    return self == other
  }
}

extension SessionFault: CustomStringConvertible {
  /// A sentence that says what happened, and what to do.
  package var description: String {
    switch self {
    case .capture(let fault): "\(fault)"
    case .captureEnded(.disconnected): "the capture device was disconnected; plug it in again"
    case .captureEnded(.silent): "the capture device delivers no frames; check its clock and cable"
    case .captureEnded(.failed(let errno)): "the capture device failed (errno \(errno))"
    case .captureEnded(.wrongSpeed(let percent)):
      "the capture device delivers \(percent) % of the frames that its rate implies; check its rate and clock"
    case .captureEnded(.stopped): "capture was stopped"
    case .filters(let error): "\(error)"
    case .storage(let error): "\(error)"
    case .threadRefused(let errno): "the system refused a thread (errno \(errno))"
    case .tooManyTakes:
      "earlier takes are still being written; wait until the storage has caught up"
    case .channels(let wanted, let granted):
      "the device delivers \(granted.counted("channel")), but the board needs \(wanted); check [capture] channels"
    case .powerFailing:
      "power is failing: no take starts until the [power] line is inactive or the battery is charged"
    case .channelsRotated(let count):
      "the channels are still rotated by \(count) after reopening the device; takes may have the wrong microphones: "
        + "unplug the device and plug it back in, and check the channels of the board"
    }
  }
}

extension CaptureFault: CustomStringConvertible {
  /// A sentence that says which device was opened, what failed, and how to remedy it.
  package var description: String {
    switch self {
    case .absent(let device): "\(device): there is no such capture device; see 'pinna inputs'"
    case .busy(let device, let holder):
      "\(device): the device is in use" + (holder.map { " by \($0)" } ?? "")
        + "; end that program and try again"
    case .refused(let device, let asked, let offered):
      "\(device): the device does not offer \(asked); it offers \(offered); set an offered value in "
        + "[capture] of the board file, or install the firmware that the board file expects"
    case .failed(let device, let call, let errno): "\(device): \(call) failed (errno \(errno))"
    }
  }
}
