import Recorder

/// The reasons for refusals and faults, as words for programs; words may be added but are never removed.
package enum RecorderReason: String, Sendable, CaseIterable {
  case duringTake, notArmed, notRecording, deviceLent, noSuchDataSource, unsupportedPattern
  case orientationFixed, tooManyPauses, storageFull, takeRuns, takesOff, scheduleMissed
  case copyNotConfigured, copyRuns, wifiRuns, wifiRequest, format, unavailable, fault
  // Faults.
  case deviceAbsent, deviceBusy, deviceFailed, channels, channelsRotated, filters, storage
  case tooManyTakes, threadRefused, powerFailing
  // Presses of buttons that are locked, and calls that have no button.
  case locked, notSimulated, tooManyListeners, takeOpen
  case notDeleted, notEdited, notTrimmed, notFocused
}

extension SessionRefusal {
  /// The reason as a word for programs.
  package var code: String { reason.rawValue }

  /// The reason as a word of the recorder's refusals.
  var reason: RecorderReason {
    switch self {
    case .duringTake, .takeMade, .copyDuringTake, .wifiDuringTake, .deviceInTake: .duringTake
    case .notArmed: .notArmed
    case .notRecording: .notRecording
    case .deviceLent: .deviceLent
    case .noSuchDataSource: .noSuchDataSource
    case .noSuchPattern, .unsupportedPattern, .noAmbisonics: .unsupportedPattern
    case .orientationFixed: .orientationFixed
    case .tooManyPauses: .tooManyPauses
    case .storageFull: .storageFull
    case .takeRuns, .takeWaits: .takeRuns
    case .takesOff: .takesOff
    case .scheduleMissed, .restMissed: .scheduleMissed
    case .copyNotConfigured, .copyRequest: .copyNotConfigured
    case .copyRuns: .copyRuns
    case .wifiRuns: .wifiRuns
    case .wifiRequest: .wifiRequest
    case .format: .format
    case .unavailable: .unavailable
    case .fault: .fault
    }
  }
}

extension SessionFault {
  /// The reason as a word for programs.
  package var code: String { reason.rawValue }

  private var reason: RecorderReason {
    switch self {
    case .capture(.absent): .deviceAbsent
    case .capture(.busy): .deviceBusy
    case .capture, .captureEnded: .deviceFailed
    case .channels: .channels
    case .channelsRotated: .channelsRotated
    case .filters: .filters
    case .storage: .storage
    case .tooManyTakes: .tooManyTakes
    case .threadRefused: .threadRefused
    case .powerFailing: .powerFailing
    }
  }
}
