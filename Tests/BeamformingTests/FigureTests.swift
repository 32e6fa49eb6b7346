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
    "Filters reach the figures that every design must reach",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.freeField)
  func musts(row: FigureRow) throws {
    let designer = try Self.designer(row)
    let figures = designer.figures(try designer.design(row.which, pattern: .stereo))
    #expect(row.missed(figures).isEmpty)
    // Over the whole sphere; at the height of the ears the colour is even.
    #expect(figures.timbreDeviation <= 1.8)
    #expect(figures.timbreMaximum <= 5)
  }

  @Test(
    "Pink noise is louder and earlier on its own side, everywhere outside 10 degrees of the middle plane",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.freeField)
  func sides(row: FigureRow) throws {
    let designer = try Self.designer(row)
    let figures = designer.figures(try designer.design(row.which, pattern: .stereo))
    #expect(figures.independent?.wrongSides == 0)
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
