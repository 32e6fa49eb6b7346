import Boards
import Recorder

/// The result of a checkup.
package struct CheckReport: Sendable {
  /// The board that was checked.
  package var board: Board
  /// True if the board was simulated, whatever device its file names.
  package var isSimulated = false
  /// The start time of the checkup, by the caller's clock.
  package var time: WallTime
  /// The requested duration of sound in seconds.
  package var seconds: Double
  /// All findings, in the order of ``Check``.
  package var findings: [Finding]
  /// The captured sound, with all facts about the capture; `nil` if nothing was captured.
  package var record: CaptureRecord?
  /// The capture with busy processors and a busy card; `nil` if it was not tried.
  package var busyRecord: CaptureRecord?
  /// The upper bound of each microphone's self-noise in dBFS(A), by the microphone's index on the board, if known.
  package var ownNoise: [Int: Double] = [:]
  /// The filters in use for every case, with their figures; empty if the filters were not checked.
  package var cases: [CaseStudy]
  /// The claps in takes, compared with the predictions of the filters, in the order of the cases.
  package var claps: [ClapComparison] = []

  /// Creates a report from its parts.
  package init(
    board: Board, time: WallTime, seconds: Double, findings: [Finding],
    record: CaptureRecord? = nil, cases: [CaseStudy] = []
  ) {
    self.board = board
    self.time = time
    self.seconds = seconds
    self.findings = findings
    self.record = record
    self.cases = cases
  }

  /// The findings with this verdict, in order.
  package func findings(_ verdict: Verdict) -> [Finding] {
    findings.filter { $0.verdict == verdict }
  }

  /// True if no check failed.
  package var isPassed: Bool { findings(.fail).isEmpty }
}
