import Acoustics
import Beamforming
import Boards
import Glibc
import ReferenceArrays
import ResponseFiles
import TestSupport
import Testing

@Suite("Figures to reach")
struct FigureTests {
  static let settings = DesignSettings(frontEmphasis: FigureRow.emphasis)

  /// The head that the table was made with comes with libmysofa1.
  private static let isHeadInstalled = access(ResponseFile.defaultHeadPath, R_OK) == 0

  private static func designer(_ row: FigureRow) throws -> FilterDesigner {
    let head = Head.measured(
      try ResponseFile.readHead(path: ResponseFile.defaultHeadPath, rate: 48000))
    return try FilterDesigner(board: row.board, head: head, settings: settings)
  }

  @Test(
    "The closed form reaches the figures that every design must reach",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.freeField)
  func mustFigures(row: FigureRow) throws {
    let designer = try Self.designer(row)
    let design = try designer.design(row.which, pattern: .stereo)
    let figures = designer.figures(design)
    let ild = try #require(figures.ildError)
    let itd = try #require(figures.itdErrorMean)
    let centre = try #require(figures.centre)
    #expect(row.ild.verdict(ild) != .missed, "\(ild) dB")
    #expect(row.closedItd.verdict(itd) != .missed, "\(itd) us")
    #expect(row.centre.verdict(centre) != .missed, "\(centre) us")
    #expect(figures.selfNoise <= row.noise)
    // Over the whole sphere; at the height of the ears the colour is even.
    #expect(figures.timbreDeviation <= 1.8)
    #expect(figures.timbreMaximum <= 5)
    #expect(IndependentRules(figures, before: nil).isEven)
  }

  @Test(
    "Refined filters reach the goal of levels within a tenth, and hold where they were not optimised",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.freeField.sampled(2))
  func goals(row: FigureRow) throws {
    let designer = try Self.designer(row)
    let closed = try designer.design(row.which, pattern: .stereo)
    let refined = try #require(designer.refine(closed))
    let (before, figures) = (designer.figures(closed), designer.figures(refined))
    let ild = try #require(figures.ildError)
    let itd = try #require(figures.itdErrorMean)
    let centre = try #require(figures.centre)
    #expect(row.ild.verdict(ild) == .goalMet, "\(ild) dB")
    #expect(row.itd.verdict(itd) != .missed, "\(itd) us")
    let rules = IndependentRules(figures, before: before)
    #expect(rules.hasSides, "\(String(describing: figures.independent))")
    #expect(rules.isEven && rules.isNowhereHollow, "\(figures.colour)")
    #expect(rules.isSmooth && rules.isNearer, "\(String(describing: figures.independent))")
    #expect(row.centre.verdict(centre) != .missed, "\(centre) us")
    #expect(figures.selfNoise <= row.noise)
    #expect(
      figures.broadbandFrontToBack >= before.broadbandFrontToBack - FigureRow.frontToBackLoss)
    // And no octave pays for another.
    for (octave, reached) in figures.frontToBack.enumerated() {
      let wanted = min(before.frontToBack[octave], figures.targetFrontToBack[octave])
      #expect(reached > wanted - 0.9, "\(figures.octaves[octave]) Hz")
    }
  }

  @Test(
    "A cardioid of all microphones rejects the back as far as the array can",
    arguments: CardioidRow.freeField)
  func cardioid(row: CardioidRow) throws {
    let designer = try FilterDesigner(
      board: row.board, head: .spherical, settings: DesignSettings())
    let design = try designer.design(row.which, pattern: .cardioid)
    let figures = designer.figures(design)
    #expect(design.pattern == .cardioid)
    try #require(figures.frontToBack.count == row.frontToBack.count)
    for (octave, reached) in figures.frontToBack.enumerated() {
      guard let must = row.must(octave) else { continue }
      #expect(reached >= must, "\(figures.octaves[octave]) Hz")
    }
  }
}
