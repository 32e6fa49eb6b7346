import Boards
import Recorder

/// The result of a checkup.
package struct CheckReport: Sendable {
  /// The checked board.
  package var board: Board
  /// True for a simulated board, whatever device its file names.
  package var isSimulated = false
  /// Its start time, by the caller's clock.
  package var time: WallTime
  /// Requested seconds of sound.
  package var seconds: Double
  /// All findings, in the order of ``Check``.
  package var findings: [Finding]
  /// The captured sound, with all facts about the capture; `nil` if there was none.
  package var record: CaptureRecord?
  /// The capture under load on processors and card; `nil` if none was tried.
  package var busyRecord: CaptureRecord?
  /// The upper bound of each microphone's self-noise in dBFS(A), by its place on the board, if it is known.
  package var ownNoise: [Int: Double] = [:]
  /// The filters in use, with their figures in every case; empty when they were not checked.
  package var cases: [CaseStudy]
  /// Claps in takes, compared with the predictions of the filters, in the order of the cases.
  package var claps: [ClapComparison] = []

  /// A report from its parts.
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

  /// The findings of one verdict, in order.
  package func findings(_ verdict: Verdict) -> [Finding] {
    findings.filter { $0.verdict == verdict }
  }

  /// True if nothing failed.
  package var isPassed: Bool { findings(.fail).isEmpty }
}
