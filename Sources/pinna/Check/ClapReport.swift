import Beamforming
import Boards
import Diagnostics
import Drawings

/// Claps on the left and right as a take recorded them, beside what the filters predict.
struct ClapReport {
  /// The board that was checked.
  let board: Board
  /// The claps and the predictions.
  let claps: [ClapComparison]

  /// Takes the claps from the report of a checkup.
  init(_ report: CheckReport) { (board, claps) = (report.board, report.claps) }

  /// The report as lines that are no wider than the terminal, and no wider than 80 columns.
  func text(width: Int, colored: Bool) -> [String] {
    guard !claps.isEmpty else { return [] }
    let width = min(width, DesignReport.widest)
    let words = legend("dB, LEVEL", "us, DELAY").wrapped(to: width).map {
      colored ? TextStyle.dim.applied(to: $0) : $0
    }
    return table(Self.textTitles).fitted(to: width).lines(colored: colored) + words
  }

  /// Adds the report to a page.
  func add(to page: inout HTMLPage) {
    guard !claps.isEmpty else { return }
    page.heading("Claps in a take")
    page.paragraph(legend("dB", "µs"))
    page.table(table(Self.pageTitles))
    page.multiples(ClapChart(report: self).fragments, areWide: true)
  }

  private static let textTitles = ["CLAP", "LEVEL", "EXPECTED", "DELAY", "EXPECTED"]
  private static let pageTitles = [
    "Clap", "Right louder, dB", "expected", "Right earlier, µs", "expected",
  ]

  private func table(_ titles: [String]) -> TextTable {
    TextTable(
      columns: titles.enumerated().map { .init($0.element, $0.offset == 0 ? .left : .right) },
      rows: claps.map { clap in
        let style: TextStyle? = clap.isExchanged ? .red : nil
        return [
          .init(title(clap), style, short: shortTitle(clap)),
          .init(clap.heard.decibels.signedText(digits: 1), style),
          .init(clap.promised.decibels.signedText(digits: 1), .dim),
          .init(clap.heard.microseconds.signedText(digits: 0), style),
          .init(clap.promised.microseconds.signedText(digits: 0), .dim),
        ]
      })
  }

  private func legend(_ level: String, _ delay: String) -> String {
    "Each clap as recorded in a take: how much louder the right channel is (\(level), from 500 Hz to 4 kHz) "
      + "and how much earlier (\(delay), below 1.5 kHz), next to the values expected from the filters for "
      + "sounds within \(ClapComparison.sector.text(digits: 0)) degrees of that side. For claps on the left, "
      + "both are negative."
  }

  /// The case and the side of a clap, such as "#1 Back portrait, left".
  private func title(_ clap: ClapComparison) -> String {
    "\(board.title(of: clap.which)), \(clap.side.rawValue)"
  }

  /// The title for a narrow place, such as "#1 left"; the whole title if the case has no number.
  func shortTitle(_ clap: ClapComparison) -> String {
    board.number(of: clap.which).map { "#\($0) \(clap.side.rawValue)" } ?? title(clap)
  }
}
