import Acoustics
import Beamforming
import Boards
import Glibc
import ReferenceArrays
import ResponseFiles
import TestSupport
import Testing

@Suite("Figures to reach on a body")
struct BodyFigureTests {
  /// The responses of the phone's microphones; solved once, for all of these tests.
  private static let phone: BodyResponses? = {
    let board = Arrays.phoneWithBody
    guard let size = board.body?.size else { return nil }
    return SurfaceWeights.box(
      BoxShape(size: size), microphones: board.microphones, progress: { _ in true }
    ).map { BodyResponses(.surface($0)) }
  }()

  /// The head that the table was made with comes with libmysofa1.
  private static let isHeadInstalled = access(ResponseFile.defaultHeadPath, R_OK) == 0

  private static func designer(
    _ board: Board, head: Head, emphasis: Double
  ) throws -> FilterDesigner {
    let body: BodyResponses = try #require(phone)
    return try FilterDesigner(
      board: board, head: head, settings: DesignSettings(frontEmphasis: emphasis), body: body)
  }

  private static func kemar() throws -> Head {
    .measured(try ResponseFile.readHead(path: ResponseFile.defaultHeadPath, rate: 48000))
  }

  @Test(
    "The closed form reaches what it must, and refined filters hold where they were not optimised",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.withBody.sampled(1))
  func interaural(row: FigureRow) throws {
    let designer = try Self.designer(
      row.board, head: try Self.kemar(), emphasis: FigureRow.emphasis)
    let closed = try designer.design(row.which, pattern: .stereo)
    let refined = try #require(designer.refine(closed))
    let (before, after) = (designer.figures(closed), designer.figures(refined))
    for (figures, times) in [(before, row.closedItd), (after, row.itd)] {
      let ild = try #require(figures.ildError)
      let itd = try #require(figures.itdErrorMean)
      let centre = try #require(figures.centre)
      #expect(row.ild.verdict(ild) != .missed, "\(ild) dB")
      #expect(times.verdict(itd) != .missed, "\(itd) us")
      #expect(row.centre.verdict(centre) != .missed, "\(centre) us")
      #expect(figures.selfNoise <= row.noise, "\(figures.selfNoise) dB(A)")
    }
    #expect(before.timbreDeviation <= 1.8)
    #expect(before.timbreMaximum <= 5)
    let ild = try #require(after.ildError)
    #expect(row.ild.verdict(ild) == .goalMet, "\(ild) dB")
    let rules = IndependentRules(after, before: before)
    #expect(rules.hasSides, "\(String(describing: after.independent))")
    #expect(rules.isEven && rules.isNowhereHollow, "\(after.colour)")
    #expect(rules.isSmooth && rules.isNearer, "\(String(describing: after.independent))")
  }

  @Test(
    "The front is louder than the back, and stays so in refined filters",
    .enabled(if: isHeadInstalled, "libmysofa1"),
    arguments: Array(FigureRow.withBody.reversed()).sampled(1))
  func frontToBack(row: FigureRow) throws {
    let designer = try Self.designer(
      row.board, head: try Self.kemar(), emphasis: FigureRow.deepEmphasis)
    let closed = try designer.design(row.which, pattern: .stereo)
    let refined = try #require(designer.refine(closed))
    let before = designer.figures(closed).broadbandFrontToBack
    let after = designer.figures(refined).broadbandFrontToBack
    #expect(after >= before - FigureRow.frontToBackLoss, "\(after) dB")
  }

  @Test(
    "A cardioid of all microphones uses the body to reject the back",
    arguments: CardioidRow.withBody)
  func cardioid(row: CardioidRow) throws {
    let designer = try Self.designer(
      row.board, head: .spherical, emphasis: DesignSettings().frontEmphasis)
    let figures = designer.figures(try designer.design(row.which, pattern: .cardioid))
    try #require(figures.frontToBack.count == row.frontToBack.count)
    for (octave, reached) in figures.frontToBack.enumerated() {
      guard let must = row.must(octave) else { continue }
      #expect(reached >= must, "\(figures.octaves[octave]) Hz: \(reached) dB")
    }
  }
}
