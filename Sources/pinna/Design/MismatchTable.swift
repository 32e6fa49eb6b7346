import Beamforming
import Drawings

/// A table of the effect of differences between microphones, with one row for each case.
struct MismatchTable {
  /// The cases, each with the effect on it.
  var rows: [(title: CaseTitle, robustness: Robustness)]

  /// One figure, with the range of values that it has over random boards.
  private struct Figure: Sendable {
    var name: String
    /// The name of the figure in the table for a terminal.
    var short: String
    var digits: Int
    var spread: @Sendable (Robustness) -> Robustness.Spread?
    var isLowBad = false

    /// The limit within which the figure stays on 95 % of the boards.
    func limit(_ spread: Robustness.Spread) -> Double {
      isLowBad ? spread.percentile5 : spread.percentile95
    }
  }

  private static let figures = [
    Figure(name: "ILD dB", short: "ILD", digits: 1) { $0.ildError },
    Figure(name: "ITD µs", short: "ITD", digits: 0) { $0.itdErrorMean },
    Figure(name: "Centre µs", short: "CENTRE", digits: 0) { $0.centre },
    Figure(
      name: "Front/back dB", short: "F/B", digits: 1, spread: { $0.broadbandFrontToBack },
      isLowBad: true),
  ]

  /// The figures that at least one case has.
  private var shown: [Figure] {
    Self.figures.filter { figure in rows.contains { figure.spread($0.robustness) != nil } }
  }

  /// The table for a page: for each figure its value without mismatch, its median, and the limit that 95 % of the
  /// boards stay within.
  var table: TextTable {
    let shown = shown
    return TextTable(
      columns: [.init("Case")] + shown.map { .init($0.name, .right) },
      rows: rows.map { row in
        [.init(row.title)]
          + shown.map { figure in
            guard let spread = figure.spread(row.robustness) else { return "-" }
            return .init(
              [spread.unperturbed, spread.median, figure.limit(spread)]
                .map { $0.text(digits: figure.digits) }.joined(separator: " / "))
          }
      })
  }

  /// The table for a terminal, in which the median and the limit of each figure have separate columns.
  var text: TextTable {
    let shown = shown
    return TextTable(
      columns: [.init("WITH MISMATCH")]
        + shown.flatMap { [.init($0.short, .right), .init("95 %", .right)] },
      rows: rows.map { row in
        [.init(row.title)]
          + shown.flatMap { figure -> [TextTable.Cell] in
            guard let spread = figure.spread(row.robustness) else { return ["-", "-"] }
            return [spread.median, figure.limit(spread)].map {
              .init($0.text(digits: figure.digits))
            }
          }
      })
  }
}
