import Boards
import Drawings
import SimulatedBoard

/// Where the sounds of a scenario were and where the takes have them, row by row, for a terminal.
struct SceneReportTable {
  let report: SceneReport
  let board: Board
  /// Whether the terminal shows characters beyond ASCII.
  var isUnicode = true

  /// One row per sound; the first row of a take names its case.
  var table: TextTable {
    TextTable(
      columns: [
        .init("Take"), .init("Sound"), .init("Placed", .right), .init("Left", .right),
        .init("Right", .right), .init("Level", .right), .init("Time", .right),
        .init("Heard", .right), .init(""),
      ],
      rows: report.takes.flatMap { take in
        take.rows.enumerated().map { index, row in
          let title = index == 0 ? board.title(of: take.take.plan.design.which) : ""
          return [.init(title, .bold), .init(row.name)] + cells(row)
        }
      })
  }

  /// One sentence under the table.
  var summary: String {
    let rows = report.heardRows
    let correct = rows.filter(\.isOnCorrectSide).count
    let worst = rows.compactMap { $0.error.map(abs) }.max()
    let error = worst.map { "; the largest error is \($0.text(digits: 0))\(degree)" } ?? ""
    return "\(correct) of \(rows.count) sounds are on the side where they were placed\(error). "
      + "Placed, heard and differences are positive to the RIGHT; levels in dBFS, level in dB, "
      + "time in \(microseconds). Two ears do not tell front from back: heard is given in the half "
      + "where the sound was placed."
  }

  private var degree: String { isUnicode ? "°" : " deg" }
  private var microseconds: String { isUnicode ? "µs" : "us" }

  private func cells(_ row: TakeReport.Row) -> [TextTable.Cell] {
    let placed = row.placed.azimuth.signedText(digits: 0) + degree
    let turned = row.isTurnedAway ? "board turned away" : ""
    guard let heard = row.heard else {
      let reason = row.skipped?.description ?? ""
      return [.init(placed), "", "", "", "", "-", .init(reason, .dim)]
    }
    let mark = row.isOnCorrectSide ? (isUnicode ? "✓" : "ok") : (isUnicode ? "✗" : "WRONG")
    return [
      .init(placed), .init(heard.leftLevel.text(digits: 1), .blue),
      .init(heard.rightLevel.text(digits: 1), .yellow),
      .init((-heard.levelDifference).signedText(digits: 1)),
      .init((-heard.timeDifference * 1e6).signedText(digits: 0)),
      .init((row.heardAzimuth ?? heard.azimuth).signedText(digits: 0) + degree),
      .init(
        turned.isEmpty ? mark : "\(mark) \(turned)", row.isOnCorrectSide ? .green : .red),
    ]
  }
}
