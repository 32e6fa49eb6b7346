import Acoustics
import Beamforming
import Boards
import ReferenceArrays

/// The lines of one array in the table of figures: what its filters reach, and their aims.
struct FigureLines {
  /// The lines, the name of the array first.
  let lines: [[Table.Cell]]

  /// The header of the table.
  static let header: [[Table.Cell]] = [
    [
      "", "ILD error", "ITD error", "within 30 deg", "centre", "self-noise", "front to back",
      "CPU s",
    ],
    ["", "dB  ", "us  ", "us  ", "us  ", "dB(A)  ", "dB  ", "per case"],
  ]

  /// Designs the filters of a row and measures them.
  ///
  /// - Throws: `DesignError` when the board or the head cannot be used.
  init(_ row: FigureRow, head: Head) throws(DesignError) {
    let interaural = try Self.measured(row, head: head, emphasis: FigureRow.emphasis)
    let deep = try Self.measured(row, head: head, emphasis: FigureRow.deepEmphasis)
    let reached = deep.figures.broadbandFrontToBack
    lines = [
      [Table.Cell(row.name)],
      Self.line(
        "  closed form", interaural.figures, row: row,
        frontToBack: Table.Cell(
          fixed(reached, 1), row.frontToBack.map { reached >= $0 ? .met : .missed }),
        seconds: interaural.seconds),
      Self.aims(row),
    ]
  }

  private static func measured(
    _ row: FigureRow, head: Head, emphasis: Double
  ) throws(DesignError) -> (figures: Figures, seconds: Double) {
    let designer = try FilterDesigner(
      board: row.board, head: head, settings: DesignSettings(frontEmphasis: emphasis))
    let start = cpuSeconds()
    let design = try designer.design(row.which, pattern: .stereo)
    let seconds = cpuSeconds() - start
    return (designer.figures(design), seconds)
  }

  private static func line(
    _ name: String, _ figures: Figures, row: FigureRow, frontToBack: Table.Cell, seconds: Double
  ) -> [Table.Cell] {
    [
      Table.Cell(name), cell(figures.ildError, 2, row.ild), cell(figures.itdErrorMean, 0, row.itd),
      cell(figures.itdErrorFront, 0, row.itdFront), cell(figures.centre, 1, row.centre),
      Table.Cell(
        fixed(figures.selfNoise, 1), figures.selfNoise <= row.noise ? .met : .missed),
      frontToBack, Table.Cell(fixed(seconds, 2)),
    ]
  }

  private static func cell(_ value: Double?, _ decimals: Int, _ aim: Aim) -> Table.Cell {
    guard let value else { return Table.Cell("none", .missed) }
    let mark: Table.Mark =
      switch aim.verdict(value) {
      case .missed: .missed
      case .met: .met
      case .goalMet: .goalMet
      }
    return Table.Cell(fixed(value, decimals), mark)
  }

  /// What is asked: "must / goal", or the one of them that there is.
  private static func aims(_ row: FigureRow) -> [Table.Cell] {
    func words(_ aim: Aim, _ decimals: Int) -> Table.Cell {
      let both = [
        aim.must.map { fixed($0, decimals) } ?? "-", aim.goal.map { fixed($0, decimals) },
      ]
      return Table.Cell(both.compactMap { $0 }.joined(separator: " / ") + "  ")
    }
    return [
      "  must / goal", words(row.ild, 1), words(row.itd, 0), words(row.itdFront, 0),
      words(row.centre, 0), Table.Cell(fixed(row.noise, 1) + "  "),
      Table.Cell((row.frontToBack.map { fixed($0, 1) } ?? "") + "  "),
    ]
  }
}
