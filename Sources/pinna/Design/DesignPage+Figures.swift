import Beamforming
import Boards
import Drawings

/// The parts of the page with tables of all cases.
extension DesignPage {
  /// The figures that show how well a listener hears the places of sounds.
  private static let figuresOfPlace: [FigureColumn] = [
    FigureColumn("ILD error, dB", 1) { $0.ildError },
    FigureColumn("ITD error, µs", 0) { $0.itdErrorMean },
    FigureColumn("within ±30°, µs", 0) { $0.itdErrorFront },
    FigureColumn("largest, µs", 0) { $0.itdErrorMax },
    // The value is positive to the right, like everything that people are shown.
    FigureColumn("Centre, µs", 0, signed: true) { $0.centre.map { -$0 } },
    FigureColumn("ILD error in narrow bands, dB", 1) { $0.independent?.ildError },
    FigureColumn("Comb, dB", 1, signed: true) { $0.independent?.comb },
    FigureColumn("Width, dB", 1) { $0.midSide?.width },
    FigureColumn("of two cardioids, dB", 1) { $0.midSide?.targetWidth },
    FigureColumn("Middle, front to back, dB", 1) { $0.midSide?.middleFrontToBack },
    FigureColumn("Side ahead, dB", 1) { $0.midSide?.sideAhead },
    FigureColumn("Wrong sides", 0) {
      ($0.independent?.wrongSides ?? $0.midSide?.wrongSides).map(Double.init)
    },
  ]

  /// The figures that show how the sounds themselves change, wherever they are.
  private static let figuresOfSound: [FigureColumn] = [
    FigureColumn("Colour, dB", 1, signed: true) { $0.colour.worst?.decibels },
    FigureColumn("Softest in front, dB", 1, signed: true) { $0.colour.softest?.decibels },
    FigureColumn("Colour behind, dB", 1, signed: true) { $0.colour.worstBehind?.decibels },
    FigureColumn("Front to back, dB", 1) { $0.broadbandFrontToBack },
    FigureColumn("Self-noise, dB(A)", 1, signed: true) { $0.selfNoise },
    FigureColumn("Timbre σ, dB", 1) { $0.timbreDeviation },
    FigureColumn("largest, dB", 1) { $0.timbreMaximum },
    FigureColumn("Up to, Hz", 0) { $0.usableBandwidth },
  ]

  /// A table about the places of sounds, and one about the sounds themselves; each has one row for each case.
  ///
  /// Figures that no case has are left out of the tables.
  var figuresTables: [TextTable] {
    [Self.figuresOfPlace, Self.figuresOfSound].compactMap(table(of:))
  }

  private func table(of figures: [FigureColumn]) -> TextTable? {
    let shown = figures.filter { figure in
      entries.contains { figure.text($0.figures) != nil }
    }
    guard !shown.isEmpty else { return nil }
    return TextTable(
      columns: [.init("Case")] + shown.map { .init($0.title, .right) },
      rows: entries.map { entry in
        [.init(board.title(of: entry.design.which))]
          + shown.map { .init($0.text(entry.figures) ?? "-") }
      })
  }

  /// The explanation of the columns, as sentences.
  var legend: [String] {
    var lines: [String] = []
    if entries.contains(where: { $0.figures.independent != nil }) {
      lines.append(
        "ILD error: the mean error, over all azimuths, of the level difference between the ears, from 0.2 to 6 kHz. "
          + "ITD error: the mean error of the time difference, below 1.5 kHz. Centre: how far a sound straight ahead "
          + "is from the middle."
      )
      lines.append(
        "In narrow bands: the error where no filter was optimised, in twelfth-octave bands and in directions "
          + "between the design directions. Comb: how much more the level differences vary from band to band "
          + "than the target's do; below 0 they vary less. Wrong sides: the number of directions heard on the "
          + "wrong side, for pink noise from every 2.5 degrees, by level and by time. If one of these is the "
          + "same on both sides, the other decides; a dash means that there is no left and right at all."
      )
    }
    if entries.contains(where: { $0.figures.midSide != nil }) {
      lines.append(
        "Mid-side, decoded: left is middle + side, right is middle - side. The sound is picked up at one place, not "
          + "at two ears, so there are no errors relative to a head, no times and no centre. Width: how much louder "
          + "a sound at a side is in that side's channel than in the other one (the mean of the octaves from 500 Hz "
          + "to 4 kHz); the next column has the same figure for two cardioids. Side ahead: the level of the side "
          + "signal for a "
          + "sound ahead, relative to its level for a sound at a side; -60 dB means that there is none. Wrong sides: "
          + "the number of "
          + "directions heard on the wrong side by level, for pink noise from every 2.5 degrees.")
    }
    lines.append(
      "Colour: the error of the worst third octave, relative to the level from 0.2 to 2 kHz, as the mean of all "
        + "directions at the height of the ears. Softest in front: the lowest level in any third octave, for any "
        + "direction in front. Colour behind: the error of the worst third octave for sounds within "
        + "45 degrees of straight behind, relative to their own level from 0.2 to 2 kHz. Front to back: the level of "
        + "sounds in front relative to sounds behind, for pink noise. "
        + "Self-noise: relative to one microphone. Timbre: how uneven a diffuse field is across auditory bands. "
        + "Up to: the frequency at which spatial aliasing begins.")
    return lines
  }

  /// Adds a table that shows how differences between the microphones affect every case.
  func addMismatch(to page: inout HTMLPage) {
    guard let first = entries.lazy.compactMap(\.robustness).first else { return }
    page.section(title: "When microphones differ", remark: "\(first.boardCount) random boards") {
      addMismatch(first, to: &$0)
    }
  }

  private func addMismatch(_ first: Robustness, to page: inout HTMLPage) {
    page.paragraph(
      "The microphones of \(first.boardCount) random boards differ by "
        + "\(first.gainErrorDecibels.shortText(digits: 2)) dB, \(first.phaseErrorDegrees.shortText(digits: 2))° and "
        + "\(first.positionErrorMillimetres.shortText(digits: 2)) mm (one standard deviation; this board is "
        + "\(board.calibration.rawValue)). The table shows the board without errors, the median, and the "
        + "limit that 95 % of the boards stay within.")
    page.table(MismatchTable(rows: mismatchRows).table)
  }

  private var mismatchRows: [(title: CaseTitle, robustness: Robustness)] {
    entries.compactMap { entry in
      entry.robustness.map { (board.caseTitle(of: entry.design.which), $0) }
    }
  }
}
