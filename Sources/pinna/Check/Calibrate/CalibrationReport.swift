import Boards
import Calibration
import Diagnostics

/// A calibration for programs; names and meanings of the fields stay the same within one `schema`.
struct CalibrationReport: Encodable {
  /// The values of a microphone in a board file.
  struct Values: Encodable {
    var channel: Int
    var isInverted: Bool
    /// Gain to add in decibels.
    var gain: Double
    /// Delay of the channel in microseconds.
    var delay: Double
    /// Position in millimetres.
    var position: [Double]

    init(_ microphone: Microphone) {
      channel = microphone.channel
      isInverted = microphone.isInverted
      gain = microphone.gain
      delay = (microphone.delay * 1e8).rounded() / 100
      position = (0..<3).map { (microphone.position[$0] * 1e6).rounded() / 1000 }
    }
  }

  /// The standard deviations of the measured values.
  struct Deviations: Encodable {
    var gain: Double
    var delay: Double
    var position: [Double]
  }

  /// One microphone.
  struct Found: Encodable {
    var name: String
    var before: Values
    var after: Values
    var deviation: Deviations
  }

  /// The misfit between arrivals and a board file, in microseconds and decibels.
  struct Misfit: Encodable {
    var delay: Double
    var level: Double

    init(_ misfit: ArrayCalibration.Misfit) { (delay, level) = (misfit.delay, misfit.level) }
  }

  /// The separation of left and right in a case, in decibels.
  struct Separation: Encodable {
    var `case`: String
    var before: Double
    var after: Double
  }

  var schema = "pinna-calibration-2"
  var board: String
  var boardFile: String
  var proposal: String
  /// True if everything was measured; only then does the proposal say that the board is calibrated.
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
          gain: found.gain.error, delay: found.delay.error, position: found.offset.map(\.error)))
    }
    changes = outcome.proposal.changes
    misfitBefore = found.keepsChannels ? found.before.map(Misfit.init) : nil
    misfitAfter = Misfit(found.after)
    separation = outcome.separation.map {
      Separation(case: $0.name, before: $0.before, after: $0.after)
    }
    (soundsUsed, soundsUnused, notes) = (found.used, found.unused, found.notes)
  }
}
