import Boards
import Recorder

/// The result of a checkup.
package struct CheckReport: Sendable {
  /// The board that was checked.
  package var board: Board
  /// True for a simulated board, whatever device its file names.
  package var isSimulated = false
  /// The time at which it began, by the caller's clock.
  package var time: WallTime
  /// Seconds of sound that were requested.
  package var seconds: Double
  /// All findings, in the order of ``Check``.
  package var findings: [Finding]
  /// The captured sound, with all that is known about the capture; `nil` when there was none.
  package var record: CaptureRecord?
  /// The capture while processors and card were kept busy; `nil` when none was tried.
  package var busyRecord: CaptureRecord?
  /// The upper bound of each microphone's self-noise in dBFS(A), by its place on the board, where it is known.
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

  /// True when nothing failed.
  package var isPassed: Bool { findings(.fail).isEmpty }
}
