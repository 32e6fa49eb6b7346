import Diagnostics
import Recorder
import TakeFiles

/// A checkup in the form for programs; names and meanings of the fields stay the same within one `schema`.
struct CheckupReport: Encodable {
  /// One finding.
  struct Found: Encodable {
    var check: String
    var subject: String
    var verdict: Verdict
    var message: String
    var value: Double?
    var unit: String?
    var limit: String?
    var remedy: String?

    init(_ finding: Finding) {
      check = finding.check.rawValue
      subject = finding.subject
      verdict = finding.verdict
      message = finding.message
      // JSON has no infinity, so the level of silence is left out.
      value = finding.value.flatMap { $0.isFinite ? $0 : nil }
      unit = finding.unit
      limit = finding.limit
      remedy = finding.remedy
    }
  }

  /// A clap in a take, with what the filters predict for it; all values are positive to the RIGHT.
  struct Clap: Encodable {
    /// The name of the case that the take was made in.
    var `case`: String
    /// The side on which the person clapped: "left" or "right".
    var side: String
    /// The level difference in decibels, right minus left.
    var levelDifference: Double
    /// The level difference that the filters predict.
    var promisedLevelDifference: Double
    /// The time difference in microseconds, positive if the right channel is earlier.
    var timeDifferenceMicroseconds: Double
    /// The time difference that the filters predict.
    var promisedTimeDifferenceMicroseconds: Double
  }

  /// The number of findings of each verdict.
  struct Summary: Encodable {
    var hasPassed: Bool
    var pass: Int
    var warn: Int
    var fail: Int
    var skip: Int
  }

  /// A check in the list of checks.
  struct Entry: Encodable {
    var check: String
    var part: String
    var meaning: String

    init(_ check: Check) {
      self.check = check.rawValue
      part = check.part.rawValue
      meaning = check.summary
    }
  }

  var schema = "pinna-check-4"
  var board: String
  var device: String
  /// True if the board is simulated.
  var isSimulated: Bool
  /// The local time at which the checkup started, in ISO 8601.
  var date: String
  /// True if the clock of this computer was set.
  var isClockSet: Bool
  /// The seconds of sound that were asked for.
  var seconds: Double
  var findings: [Found]
  /// The claps in takes; left out if there were none.
  var claps: [Clap]?
  var summary: Summary

  init(_ report: CheckReport) {
    board = report.board.id
    device = report.board.capture.device
    isSimulated = report.isSimulated
    date = Self.text(report.time)
    isClockSet = report.time.isSet
    seconds = report.seconds
    findings = report.findings.map(Found.init)
    let claps = report.claps.map { clap in
      Clap(
        case: report.board.name(of: clap.which), side: clap.side.rawValue,
        levelDifference: clap.heard.decibels, promisedLevelDifference: clap.promised.decibels,
        timeDifferenceMicroseconds: clap.heard.microseconds,
        promisedTimeDifferenceMicroseconds: clap.promised.microseconds)
    }
    self.claps = claps.isEmpty ? nil : claps
    summary = Summary(
      hasPassed: report.isPassed, pass: report.findings(.pass).count,
      warn: report.findings(.warn).count, fail: report.findings(.fail).count,
      skip: report.findings(.skip).count)
  }

  /// The time in ISO 8601, such as `2026-11-22T09:30:00+01:00`.
  static func text(_ time: WallTime) -> String {
    "\(time.localDate.dayText)T\(time.localDate.timeText)\(time.offsetText)"
  }
}

extension CheckReport {
  /// The device that was checked, for people.
  var deviceWords: String { isSimulated ? "simulated" : board.capture.device }
}
