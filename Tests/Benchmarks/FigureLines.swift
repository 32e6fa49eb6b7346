import Acoustics
import Beamforming
import Boards
import ReferenceArrays

/// The lines of one array in the table of figures: what its filters reach, and what they must.
struct FigureLines {
  /// The lines: the filters, then their limits.
  let lines: [[Table.Cell]]

  /// The header of the table.
  static let header: [[Table.Cell]] = [
    [
      "", "ILD error", "twelfths", "comb", "colour", "in front", "wrong sides", "ITD error",
      "within 30 deg", "centre", "self-noise", "front to back",
      "CPU s",
    ],
    [
      "", "dB  ", "dB  ", "dB  ", "dB  ", "dB  ", "", "us  ", "us  ", "us  ", "dB(A)  ", "dB  ",
      "per case",
    ],
  ]

  /// Designs the filters of a row and measures them.
  ///
  /// - Parameter body: the responses of the microphones, for a row with a body.
  /// - Throws: `DesignError` when the board or the head cannot be used.
  init(_ row: FigureRow, head: Head, body: BodyResponses? = nil) throws(DesignError) {
    let (design, figures, seconds) = try Self.figures(row, head, body, FigureRow.emphasis)
    // Without any emphasis the deep one would give the same filters.
    let deep =
      design.frontEmphasis > 0
      ? try Self.figures(row, head, body, FigureRow.deepEmphasis).figures : figures
    func cell(_ value: Double?, _ decimals: Int, most limit: Double?) -> Table.Cell {
      guard let value else { return Table.Cell("none", .missed) }
      return Table.Cell(
        fixed(value, decimals), limit.map { abs(value) <= $0 ? .met : .missed })
    }
    let reached = figures.independent
    lines = [
      [
        Table.Cell(row.name), cell(figures.ildError, 2, most: row.ild),
        cell(reached?.ildError, 2, most: row.twelfths),
        // Below 0 is smoother than the head.
        Table.Cell(
          fixed(reached?.comb ?? .infinity, 2),
          reached?.comb ?? .infinity <= FigureRow.comb ? .met : .missed),
        cell(figures.colour.worst?.decibels, 1, most: FigureRow.colour),
        cell(figures.colour.softest?.decibels, 1, most: row.softest),
        cell(reached?.wrongSides.map(Double.init), 0, most: 0),
        cell(figures.itdErrorMean, 0, most: row.itd), cell(figures.itdErrorFront, 0, most: nil),
        cell(figures.centre, 1, most: row.centre),
        Table.Cell(fixed(figures.selfNoise, 1), figures.selfNoise <= row.noise ? .met : .missed),
        Table.Cell(
          fixed(deep.broadbandFrontToBack, 1),
          row.frontToBack.map { deep.broadbandFrontToBack >= $0 ? .met : .missed }),
        Table.Cell(fixed(seconds, 2)),
      ], Self.limits(row),
    ]
  }

  /// The filters of a row with one front emphasis, what they reach, and the CPU seconds of both without what the cases
  /// of a board share.
  private static func figures(
    _ row: FigureRow, _ head: Head, _ body: BodyResponses?, _ emphasis: Double
  ) throws(DesignError) -> (design: Design, figures: Figures, seconds: Double) {
    let designer = try FilterDesigner(
      board: row.board, head: head, settings: DesignSettings(frontEmphasis: emphasis), body: body)
    let start = cpuSeconds()
    let design = try designer.design(row.which, pattern: .stereo)
    let figures = designer.figures(design)
    return (design, figures, cpuSeconds() - start)
  }

  private static func limits(_ row: FigureRow) -> [Table.Cell] {
    func words(_ limit: Double?, _ decimals: Int) -> Table.Cell {
      Table.Cell((limit.map { fixed($0, decimals) } ?? "") + "  ")
    }
    return [
      "  must", words(row.ild, 2), words(row.twelfths, 2), words(FigureRow.comb, 2),
      words(FigureRow.colour, 1), words(-row.softest, 1), "0  ", words(row.itd, 0), "  ",
      words(row.centre, 1), words(row.noise, 1), words(row.frontToBack, 1),
    ]
  }
}
