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
    let forms = try FilterForms(row, head: head, body: body, emphasis: FigureRow.emphasis)
    // Without any emphasis the deep one would give the same filters.
    let deep =
      forms.isEmphatic
      ? try FilterForms(row, head: head, body: body, emphasis: FigureRow.deepEmphasis) : forms
    let (before, after) = (
      deep.closed.figures.broadbandFrontToBack, deep.refined.figures.broadbandFrontToBack
    )
    lines = [
      [Table.Cell(row.name)],
      Self.line(
        "  closed form", forms.closed, row: row, before: nil,
        // What takes are made with is judged; the closed form's front to back is where the refinement starts.
        frontToBack: Table.Cell(fixed(before, 1))),
      Self.line(
        "  refined", forms.refined, row: row, before: forms.closed.figures,
        frontToBack: Table.Cell(
          fixed(after, 1),
          after >= before - FigureRow.frontToBackLoss
            ? .met : .missed)),
      Self.aims(row),
    ]
  }

  private static func line(
    _ name: String, _ form: FilterForms.Form, row: FigureRow, before: Figures?,
    frontToBack: Table.Cell
  ) -> [Table.Cell] {
    let figures = form.figures
    func cell(_ value: Double?, _ decimals: Int, _ aim: Aim) -> Table.Cell {
      guard let value else { return Table.Cell("none", .missed) }
      return Table.Cell(fixed(value, decimals), mark(aim, value, asksGoal: before != nil))
    }
    return [
      Table.Cell(name), cell(figures.ildError, 2, row.ild),
    ] + independent(figures, row: row, before: before) + [
      cell(figures.itdErrorMean, 0, before == nil ? row.closedItd : row.itd),
      cell(figures.itdErrorFront, 0, row.itdFront), cell(figures.centre, 1, row.centre),
      Table.Cell(
        fixed(figures.selfNoise, 1), figures.selfNoise <= row.noise ? .met : .missed),
      frontToBack, Table.Cell(fixed(form.seconds, 2)),
    ]
  }

  /// The figures in bands and directions that the design does not see; the rules on them are for refined filters.
  private static func independent(
    _ figures: Figures, row: FigureRow, before: Figures?
  ) -> [Table.Cell] {
    /// - Parameter least: the figure that is as good as it can be; what is better counts as that.
    func cell(_ value: Double?, _ decimals: Int, _ aim: Aim, atLeast least: Double = -.infinity)
      -> Table.Cell
    {
      guard let value else { return Table.Cell("none", .missed) }
      return Table.Cell(
        fixed(value, decimals),
        before == nil ? nil : mark(aim, max(least, value), asksGoal: true))
    }
    let reached = figures.independent
    let softest = figures.colour.softest?.decibels
    let twelfths = row.twelfths(closed: before?.independent?.ildError ?? .infinity)
    return [
      cell(reached?.ildError, 2, twelfths),
      cell(reached?.comb, 2, IndependentRules.comb, atLeast: 0),
      cell(figures.colour.worst?.decibels, 1, IndependentRules.colour),
      cell(softest, 1, IndependentRules.softest),
      cell(reached?.wrongSides.map(Double.init), 0, Aim(must: 0, goal: 0)),
    ]
  }

  /// The mark of a figure; goals are asked of refined filters only.
  private static func mark(_ aim: Aim, _ value: Double, asksGoal: Bool) -> Table.Mark {
    switch aim.verdict(value) {
    case .missed: .missed
    case .met: asksGoal && aim.goal != nil ? .goalMissed : .met
    case .goalMet: .goalMet
    }
  }

  /// The aims: "must / goal", or the one of them that there is.
  private static func aims(_ row: FigureRow) -> [Table.Cell] {
    func words(_ aim: Aim, _ decimals: Int) -> Table.Cell {
      let both = [
        aim.must.map { fixed($0, decimals) } ?? "-", aim.goal.map { fixed($0, decimals) },
      ]
      return Table.Cell(both.compactMap { $0 }.joined(separator: " / ") + "  ")
    }
    return [
      "  must / goal", words(row.ild, 1),
      Table.Cell("no worse / \(fixed(-100 * row.gain, 0)) %  "), words(IndependentRules.comb, 1),
      words(IndependentRules.colour, 1), words(IndependentRules.softest.negative, 1), "0 / 0  ",
      words(row.itd, 0), words(row.itdFront, 0),
      words(row.centre, 0), Table.Cell(fixed(row.noise, 1) + "  "),
      Table.Cell((row.frontToBack.map { fixed($0, 1) } ?? "") + "  "),
    ]
  }
}

extension Aim {
  /// The same aim for a figure that is negative.
  fileprivate var negative: Aim { Aim(must: must.map { -$0 }, goal: goal.map { -$0 }) }
}
