import Recorder

extension SessionRefusal {
  /// The reason as a word for programs; words may be added but are never removed.
  package var code: String {
    switch self {
    case .duringTake, .takeMade, .copyDuringTake, .wifiDuringTake, .deviceInTake: "duringTake"
    case .notArmed: "notArmed"
    case .notRecording: "notRecording"
    case .deviceLent: "deviceLent"
    case .noSuchDataSource: "noSuchDataSource"
    case .noSuchPattern, .unsupportedPattern, .noAmbisonics: "unsupportedPattern"
    case .orientationFixed: "orientationFixed"
    case .tooManyPauses: "tooManyPauses"
    case .storageFull: "storageFull"
    case .takeRuns: "takeRuns"
    case .takesOff: "takesOff"
    case .scheduleMissed: "scheduleMissed"
    case .copyNotConfigured, .copyRequest: "copyNotConfigured"
    case .copyRuns: "copyRuns"
    case .wifiRuns: "wifiRuns"
    case .wifiRequest: "wifiRequest"
    case .format: "format"
    case .unavailable: "unavailable"
    case .fault: "fault"
    }
  }
}

extension SessionFault {
  /// The reason as a word for programs; words may be added but are never removed.
  package var code: String {
    switch self {
    case .capture(.absent): "deviceAbsent"
    case .capture(.busy): "deviceBusy"
    case .capture, .captureEnded: "deviceFailed"
    case .channels: "channels"
    case .channelsRotated: "channelsRotated"
    case .filters: "filters"
    case .storage: "storage"
    case .tooManyTakes: "tooManyTakes"
    case .threadRefused: "threadRefused"
    case .powerFailing: "powerFailing"
    }
  }
}
