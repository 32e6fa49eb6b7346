import Boards
import Recorder

/// The result of a checkup.
public struct CheckReport: Sendable {
  /// The board that was looked at.
  public var board: Board
  /// `true` for a board that is made of numbers, whatever its file says of a device.
  public var isSimulated = false
  /// When it began, as the caller's clock has it.
  public var time: WallTime
  /// Seconds of sound that were asked for.
  public var seconds: Double
  /// Everything that was found, in the order of ``Check``.
  public var findings: [Finding]
  /// The sound that was captured, with all that is known about the capture; `nil` when there was none.
  public var record: CaptureRecord?
  /// The same while processors and card were kept busy; `nil` when that was not tried.
  public var busyRecord: CaptureRecord?
  /// dBFS(A) of noise that microphones have at most, by their place on the board, where that could be told.
  public var ownNoise: [Int: Double] = [:]
  /// The filters in use, with what they give in every case; empty where that was not looked at.
  public var cases: [CaseStudy]
  /// Claps in takes, beside what the filters promise, in the order of the cases.
  public var claps: [ClapComparison] = []

  /// A report from its parts.
  public init(
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
  public func findings(_ verdict: Verdict) -> [Finding] {
    findings.filter { $0.verdict == verdict }
  }

  /// `true` where nothing failed.
  public var isPassed: Bool { findings(.fail).isEmpty }
}
