import Beamforming
import Boards
import Drawings

/// What claps on the left and right became in a take, beside what the filters promise.
struct ClapReport: Sendable {
  /// One clap in one case.
  struct Row: Sendable, Equatable {
    /// The case and the side.
    var title: String
    /// Whether it was on the right.
    var isRight: Bool
    /// What the clap became.
    var heard: SideDifference
    /// What the filters make of a sound from there.
    var promised: SideDifference
    /// Whether left and right are exchanged in it.
    var isExchanged: Bool

    /// A row from its parts.
    init(
      title: String, isRight: Bool, heard: SideDifference, promised: SideDifference,
      isExchanged: Bool
    ) {
      self.title = title
      self.isRight = isRight
      self.heard = heard
      self.promised = promised
      self.isExchanged = isExchanged
    }
  }

  /// The claps.
  let rows: [Row]
  /// Degrees around the side that the promise is a mean of.
  let sector: Double

  /// A report of claps.
  init(rows: [Row], sector: Double) {
    self.rows = rows
    self.sector = sector
  }

  /// The report as lines, none wider than the terminal nor than 80 columns.
  func text(width: Int, colored: Bool) -> [String] {
    guard !rows.isEmpty else { return [] }
    let width = min(width, DesignReport.widest)
    var table = table(Self.textTitles)
    if table.lines().contains(where: { $0.terminalWidth > width }) {
      for row in table.rows.indices {
        table.rows[row][0].text = Self.short(table.rows[row][0].text)
      }
    }
    let words = legend("dB, LEVEL", "us, DELAY").wrapped(to: width).map {
      colored ? TextStyle.dim.applied(to: $0) : $0
    }
    return table.lines(colored: colored) + words
  }

  /// The report as a part of a page.
  func add(to page: inout HTMLPage) {
    guard !rows.isEmpty else { return }
    page.heading("What claps became")
    page.paragraph(legend("dB", "µs"))
    page.table(table(Self.pageTitles))
    page.multiples(ClapChart(rows: rows).fragments, areWide: true)
  }

  private static let textTitles = ["CLAP", "LEVEL", "PROMISED", "DELAY", "PROMISED"]
  private static let pageTitles = [
    "Clap", "Right louder, dB", "promised", "Right earlier, µs", "promised",
  ]

  private func table(_ titles: [String]) -> TextTable {
    TextTable(
      columns: titles.enumerated().map { .init($0.element, $0.offset == 0 ? .left : .right) },
      rows: rows.map { row in
        let style: TextStyle? = row.isExchanged ? .red : nil
        return [
          .init(row.title, style),
          .init(row.heard.decibels.signedText(digits: 1), style),
          .init(row.promised.decibels.signedText(digits: 1), .dim),
          .init(row.heard.microseconds.signedText(digits: 0), style),
          .init(row.promised.microseconds.signedText(digits: 0), .dim),
        ]
      })
  }

  private func legend(_ level: String, _ delay: String) -> String {
    "What every clap became in a take, by how much right is louder (\(level), from 500 Hz to 4 kHz) and earlier "
      + "(\(delay), below 1.5 kHz), beside what the filters promise for sounds within "
      + "\(sector.text(digits: 0)) degrees of that side. On the left both are negative."
  }

  /// Short enough for a narrow place: "#1 left" for "#1 Back portrait, left".
  static func short(_ title: String) -> String {
    guard title.hasPrefix("#"), let comma = title.lastIndex(of: ",") else { return title }
    return DesignReport.short(title) + title[title.index(after: comma)...]
  }
}
