import Boards
import Calibration
import Diagnostics

/// A calibration in the form for programs; names and meanings of the fields stay the same within one `schema`.
struct CalibrationReport: Encodable {
  /// The values of a microphone in a board file.
  struct Values: Encodable {
    var channel: Int
    var isInverted: Bool
    /// The gain that the board file adds for this microphone.
    var gainDecibels: Double
    var delayMicroseconds: Double
    var positionMillimetres: [Double]

    init(_ microphone: Microphone) {
      channel = microphone.channel
      isInverted = microphone.isInverted
      gainDecibels = microphone.gain
      // Adding 0 removes the sign of a 0.
      delayMicroseconds = (microphone.delay * 1e8).rounded() / 100 + 0
      positionMillimetres = (0..<3).map { (microphone.position[$0] * 1e6).rounded() / 1000 + 0 }
    }
  }

  /// The standard deviations of the measured values.
  struct Deviations: Encodable {
    var gainDecibels: Double
    var delayMicroseconds: Double
    var positionMillimetres: [Double]
  }

  /// One microphone.
  struct Found: Encodable {
    var name: String
    var before: Values
    var after: Values
    var deviation: Deviations
  }

  /// The misfit between the arrivals of the sounds and the positions in a board file.
  struct Misfit: Encodable {
    var delayMicroseconds: Double
    var levelError: Double

    init(_ misfit: ArrayCalibration.Misfit) {
      (delayMicroseconds, levelError) = (misfit.delay, misfit.level)
    }
  }

  /// The separation of left and right in a case.
  struct Separation: Encodable {
    var `case`: String
    var decibelsBefore: Double
    var decibelsAfter: Double
  }

  var schema = "pinna-calibration-4"
  var board: String
  var boardFile: String
  var proposal: String
  /// True if everything could be measured; only then does the proposal call the board calibrated.
  var isCalibrated: Bool
  var knowsGains: Bool
  var knowsDelays: Bool
  var microphones: [Found]
  var changes: [String]
  var misfitBefore: Misfit?
  var misfitAfter: Misfit
  var separation: Separation?
  var soundsUsed: [String]
  var soundsUnused: [String]
  var notes: [String]

  init(_ outcome: CalibrationOutcome) {
    let found = outcome.found
    board = found.board.id
    (boardFile, proposal) = (outcome.boardPath, outcome.proposalPath)
    (knowsGains, knowsDelays) = (found.knowsGains, found.knowsDelays)
    isCalibrated = knowsGains && knowsDelays
    microphones = outcome.microphones.map { before, after, found in
      Found(
        name: found.name, before: Values(before), after: Values(after),
        deviation: Deviations(
          gainDecibels: found.gain.error, delayMicroseconds: found.delay.error,
          positionMillimetres: found.offset.map(\.error)))
    }
    changes = outcome.proposal.changes
    misfitBefore = found.keepsChannels ? found.before.map(Misfit.init) : nil
    misfitAfter = Misfit(found.after)
    separation = outcome.separation.map {
      Separation(case: $0.name, decibelsBefore: $0.before, decibelsAfter: $0.after)
    }
    (soundsUsed, soundsUnused, notes) = (found.used, found.unused, found.notes)
  }
}
