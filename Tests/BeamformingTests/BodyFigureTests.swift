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
    "Filters reach the figures that every design must reach",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.withBody)
  func musts(row: FigureRow) throws {
    let designer = try Self.designer(
      row.board, head: try Self.kemar(), emphasis: FigureRow.emphasis)
    let figures = designer.figures(try designer.design(row.which, pattern: .stereo))
    #expect(row.missed(figures).isEmpty)
    #expect(figures.timbreDeviation <= 1.8)
    #expect(figures.timbreMaximum <= 5.5)
  }

  @Test(
    "Pink noise is louder and earlier on its own side, everywhere outside 10 degrees of the middle plane",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.withBody)
  func sides(row: FigureRow) throws {
    let designer = try Self.designer(
      row.board, head: try Self.kemar(), emphasis: FigureRow.emphasis)
    let figures = designer.figures(try designer.design(row.which, pattern: .stereo))
    #expect(figures.independent?.wrongSides == 0)
  }

  @Test(
    "The front is louder than the back", .enabled(if: isHeadInstalled, "libmysofa1"),
    arguments: FigureRow.withBody)
  func frontToBack(row: FigureRow) throws {
    let designer = try Self.designer(
      row.board, head: try Self.kemar(), emphasis: FigureRow.deepEmphasis)
    let figures = designer.figures(try designer.design(row.which, pattern: .stereo))
    let least: Double = try #require(row.frontToBack)
    #expect(figures.broadbandFrontToBack >= least)
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
