import Beamforming
import Boards
import Diagnostics
import Drawings
import Recorder

/// The abilities of a board's geometry in each case, as text for a terminal.
struct GeometryReport {
  /// The board that was checked.
  let board: Board
  /// The cases, in the order of their rows in the table.
  let cases: [CaseStudy]
  /// The ears that the filters imitate, in words, such as "the KEMAR head".
  let ears: String

  /// Takes the cases from the report of a checkup; there are none if the geometry was not checked.
  init(_ report: CheckReport, ears: Ears) {
    let board = report.board
    (self.board, self.ears) = (board, ears.words)
    cases = board.inOrder(report.cases) { $0.design.which }
  }

  /// The report as lines that are no wider than the terminal, and no wider than 80 columns.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal.
  ///   - colored: true to write styles as escape sequences.
  func text(width: Int, colored: Bool) -> [String] {
    guard !cases.isEmpty else { return [] }
    let width = min(width, DesignReport.widest)
    let notes = DesignReport(entries: cases.map { .init($0.designed, board: board) })
    let words = legend.wrapped(to: width).map {
      colored ? TextStyle.dim.applied(to: $0) : $0
    }
    return fitted(width).lines(colored: colored) + words + [""] + notes.sentences(width: width)
  }

  /// The table; until it fits, the cases are shortened to their numbers, and then columns are removed.
  private func fitted(_ width: Int) -> TextTable {
    var table = table(Self.textColumns).fitted(to: width)
    while table.isWider(than: width), table.columns.count > 2 {
      table.columns.removeLast()
    }
    return table
  }

  private var legend: String {
    "What this geometry can do, for the ears of \(ears). L/R: level difference between left and right from "
      + "500 Hz to 4 kHz, in dB; HEAD: that difference as a share of the head's. F/B: level difference between "
      + "front and back for pink noise, in dB. UP TO: highest frequency without spatial aliasing, in Hz. "
      + "NOISE: self-noise relative to one microphone, in dB(A)."
      + (hasMeasured ? " The line below a case has the figures with the measured gains." : "")
  }

  var hasMeasured: Bool { cases.contains { $0.measured != nil } }

  // MARK: The table

  private static let values: [@Sendable (Figures) -> String?] = [
    { $0.separation?.text(digits: 1) },
    { figures in
      guard figures.separation != nil else { return nil }
      return "\((100 * DesignPage.separationShare(figures)).text(digits: 0)) %"
    },
    { $0.broadbandFrontToBack.text(digits: 1) },
    { $0.usableBandwidth.text(digits: 0) },
    { $0.selfNoise.signedText(digits: 1) },
  ]

  private static func columns(_ titles: [String]) -> [FigureColumn] {
    zip(titles, values).map { FigureColumn(title: $0, text: $1) }
  }

  private static let textColumns = columns(["L/R", "HEAD", "F/B", "UP TO", "NOISE"])
  static let pageColumns = columns([
    "Left to right, dB", "of the head", "Front to back, dB", "Up to, Hz", "Self-noise, dB(A)",
  ])

  /// A table with one row for each case, followed by a row for the measured gains if they are known.
  func table(_ columns: [FigureColumn]) -> TextTable {
    func row(_ title: TextTable.Cell, _ figures: Figures) -> [TextTable.Cell] {
      [title] + columns.map { .init($0.text(figures) ?? "-", title.style) }
    }
    return TextTable(
      columns: [.init("CASE")] + columns.map { .init($0.title, .right) },
      rows: cases.flatMap { study in
        [row(.init(board.caseTitle(of: study.design.which)), study.figures)]
          + (study.measured.map { [row(.init("  as measured", .dim), $0)] } ?? [])
      })
  }
}

extension CaseStudy {
  /// The case in the form that the pages of designs show.
  var designed: DesignedCase { DesignedCase(design: design, figures: figures, curves: curves) }
}
