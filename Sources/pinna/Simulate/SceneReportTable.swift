import Boards
import Drawings
import SimulatedBoard

/// A table for a terminal with the true directions of a scenario's sounds and those in the takes.
struct SceneReportTable {
  let report: SceneReport
  let board: Board
  /// True if the terminal shows characters beyond ASCII.
  var isUnicode = true

  /// The maximum number of sounds that are shown one by one; the page and `--json` show any number.
  static let longest = 24

  /// True if there are too many sounds to show them one by one.
  private var isLong: Bool { report.takes.reduce(0) { $0 + $1.rows.count } > Self.longest }

  /// The table, which has one row for each sound or, if there are too many sounds for a terminal, for each take.
  var table: TextTable { isLong ? takes : sounds }

  /// A table with one row for each take: how many sounds are on the correct side, and how far they are off.
  private var takes: TextTable {
    TextTable(
      columns: [
        .init("Take"), .init("File"), .init("On their side", .right), .init("Mean error", .right),
        .init("Largest", .right),
      ],
      rows: report.takes.map { take in
        let heard = take.rows.filter { $0.heard != nil }
        let correct = heard.filter(\.isOnCorrectSide).count
        let errors = heard.compactMap { $0.error.map(abs) }
        let mean = errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
        return [
          .init(board.title(of: take.take.plan.design.which), .bold),
          .init(take.fileName),
          .init("\(correct) of \(heard.count)", correct == heard.count ? .green : .red),
          .init(mean.map(angle) ?? "-"), .init(errors.max().map(angle) ?? "-"),
        ]
      })
  }

  private func angle(_ degrees: Double) -> String { degrees.text(digits: 0) + degree }

  /// A table with one row for each sound; the first row of a take names its case.
  private var sounds: TextTable {
    var columns: [TextTable.Column] = [
      .init("Take"), .init("Sound"), .init("Placed", .right), .init("Left", .right),
      .init("Right", .right), .init("Level", .right), .init("Time", .right),
      .init("Heard", .right),
    ]
    if let way = report.otherWay { columns.append(.init(way.title, .right)) }
    return TextTable(
      columns: columns + [.init("")],
      rows: report.takes.flatMap { take in
        take.rows.enumerated().map { index, row in
          let title = index == 0 ? board.title(of: take.take.plan.design.which) : ""
          return [.init(title, .bold), .init(row.name)] + cells(row)
        }
      })
  }

  /// A few sentences to print below the table.
  var summary: String {
    let rows = report.heardRows
    guard !rows.isEmpty else {
      return
        "No sound can be compared with its place: the last column says why. A sound is compared if "
        + "it starts and ends inside a take and stays in its place, and if no other sound is "
        + "nearly as loud during that time."
    }
    let correct = rows.filter(\.isOnCorrectSide).count
    let worst = rows.compactMap { $0.error.map(abs) }.max()
    let error = worst.map { "; the largest error is \(angle($0))" } ?? ""
    let result =
      "\(correct) of \(rows.count) sounds are on the side where they were placed\(error). "
    if isLong { return result + "All sounds are on the page and in --json." }
    return result
      + "Azimuths and differences are positive to the RIGHT. Left and right: levels in dBFS; level and time: "
      + "their differences, in dB and \(microseconds). "
      + (report.manners + [report.comparison].compactMap { $0 }).joined(separator: " ")
  }

  /// The place of a sound in the take that was rendered the other way; no cell if there is none.
  private func other(_ row: TakeReport.Row) -> [TextTable.Cell] {
    guard report.otherWay != nil else { return [] }
    return [.init(row.otherAzimuth.map { $0.signedText(digits: 0) + degree } ?? "-")]
  }

  private var degree: String { isUnicode ? "°" : " deg" }
  private var microseconds: String { isUnicode ? "µs" : "us" }

  private func cells(_ row: TakeReport.Row) -> [TextTable.Cell] {
    let placed = row.placed.azimuth.signedText(digits: 0) + degree
    let turned = row.isTurnedAway ? "board turned away" : ""
    guard let heard = row.heard else {
      let reason = row.skipped?.description ?? ""
      let none: [TextTable.Cell] = [.init(placed), "", "", "", "", "-"]
      return none + other(row) + [.init(reason, .dim)]
    }
    let mark = row.isOnCorrectSide ? (isUnicode ? "✓" : "ok") : (isUnicode ? "✗" : "WRONG")
    let figures: [TextTable.Cell] = [
      .init(placed), .init(heard.leftLevel.text(digits: 1), .blue),
      .init(heard.rightLevel.text(digits: 1), .yellow),
      .init((-heard.levelDifference).signedText(digits: 1)),
      .init((-heard.timeDifference * 1e6).signedText(digits: 0)),
      .init((row.heardAzimuth ?? heard.azimuth).signedText(digits: 0) + degree),
    ]
    let verdict = TextTable.Cell(
      turned.isEmpty ? mark : "\(mark) \(turned)", row.isOnCorrectSide ? .green : .red)
    return figures + other(row) + [verdict]
  }
}
