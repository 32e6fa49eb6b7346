import Beamforming
import Boards
import Drawings

/// The design of a case with its figures, for programs and for the report.
struct DesignFigures: Encodable {
  let designed: DesignedCase
  private var facts: Values
  var design: Design { designed.design }

  private struct Values: Encodable {
    var dataSource: String
    var orientation: String?
    var pattern: String
    var preferredPattern: String
    var frontEmphasis: Double
    var taps: Int
    var delayFrames: Int
    var rate: Int
    var tellsFrontFromBack: Bool
    var notes: [String]
    var findings: [String]
    var listener: ListenerErrors?
    var figures: Figures
    var curves: DesignCurves
    var noiseFloorDecibels: Double
    var mismatch: Robustness?
    var on: DesignOnBoard.Values?
    var plain: PlainComparison?
    var isPlainBetter: Bool?
  }

  init(_ designed: DesignedCase, board: Board, noiseFloor: Double, on: DesignOnBoard.Values?) {
    self.designed = designed
    let design = designed.design
    facts = Values(
      dataSource: board.dataSources[design.which.dataSource].name,
      orientation: design.which.orientation?.rawValue, pattern: design.pattern.rawValue,
      preferredPattern: design.preferredPattern.rawValue, frontEmphasis: design.frontEmphasis,
      taps: design.filters.taps, delayFrames: design.filters.delay, rate: design.filters.rate,
      tellsFrontFromBack: !design.notes.contains { note in
        switch note {
        case .frontAndBackAlike, .monoFallback, .omniFallback: true
        default: design.pattern == .omni
        }
      },
      notes: design.notes.map(\.description),
      findings: DesignNote.findings(designed.figures, designed.curves).map(\.description),
      listener: designed.heard, figures: designed.figures, curves: designed.curves,
      noiseFloorDecibels: noiseFloor,
      mismatch: designed.robustness, on: on,
      plain: designed.plain, isPlainBetter: designed.plain?.isPlainBetter)
  }

  func encode(to encoder: any Encoder) throws { try facts.encode(to: encoder) }

  /// The entry for this case in the report for people.
  func entry(_ board: Board) -> DesignReport.Entry {
    var entry = DesignReport.Entry(designed, board: board)
    entry.elsewhere = facts.on?.figures
    return entry
  }
}
