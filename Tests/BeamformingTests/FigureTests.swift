import Acoustics
import Beamforming
import Boards
import Glibc
import ResponseFiles
import Testing

/// One row of the table of figures to reach.
struct FigureRow: Sendable, CustomTestStringConvertible {
  var name: String
  var board: Board
  var which: Board.Case
  /// Decibels.
  var ild: Double
  /// Microseconds.
  var itd: Double
  /// Microseconds.
  var centre: Double
  /// dB(A).
  var noise: Double

  var testDescription: String { name }

  static let landscape = Board.Case(dataSource: 0, orientation: .landscapeRight)
  static let portrait = Board.Case(dataSource: 0, orientation: .portrait)
  static let table = Board.Case(dataSource: 0, orientation: nil)

  static let all = [
    FigureRow(
      name: "phone landscape", board: Arrays.handHeld("phone", Arrays.phone), which: landscape,
      ild: 4.6, itd: 138, centre: 10, noise: 5),
    FigureRow(
      name: "phone portrait", board: Arrays.handHeld("phone", Arrays.phone), which: portrait,
      ild: 2.7, itd: 183, centre: 10, noise: 4),
    FigureRow(
      name: "ReSpeaker 4 hand-held", board: Arrays.handHeld("respeaker", Arrays.respeaker),
      which: portrait, ild: 2.3, itd: 88, centre: 5, noise: 5),
    FigureRow(
      name: "ReSpeaker 4 table", board: Arrays.table("respeaker", Arrays.respeaker), which: table,
      ild: 3.0, itd: 71, centre: 5, noise: 5),
    FigureRow(
      name: "MATRIX Voice hand-held", board: Arrays.handHeld("matrix", Arrays.matrix),
      which: portrait, ild: 1.6, itd: 85, centre: 5, noise: 6.5),
    FigureRow(
      name: "MATRIX Voice table", board: Arrays.table("matrix", Arrays.matrix), which: table,
      ild: 1.5, itd: 71, centre: 5, noise: 7),
    FigureRow(
      name: "two microphones, 60 mm", board: Arrays.handHeld("pair", Arrays.pair), which: portrait,
      ild: 3.4, itd: 173, centre: 20, noise: 2),
  ]
}

@Suite("Figures to reach")
struct FigureTests {
  static let settings = DesignSettings(frontEmphasis: 4)

  /// The head that the table was made with comes with libmysofa1.
  private static let isHeadInstalled = access(ResponseFile.defaultHeadPath, R_OK) == 0

  @Test(
    "The closed form reaches the figures that every design must reach",
    .enabled(if: isHeadInstalled, "libmysofa1"), arguments: FigureRow.all)
  func mustFigures(row: FigureRow) throws {
    let head = Head.measured(
      try ResponseFile.readHead(path: ResponseFile.defaultHeadPath, rate: 48000))
    let designer = try FilterDesigner(board: row.board, head: head, settings: Self.settings)
    let design = try designer.design(row.which, pattern: .stereo)
    let figures = designer.figures(design)
    let ild = try #require(figures.ildError)
    let itd = try #require(figures.itdErrorMean)
    let centre = try #require(figures.centre)
    print(
      "reached / must, \(row.name): ILD \(short(ild)) / \(row.ild) dB, ITD \(short(itd)) / \(row.itd) us,",
      "centre \(short(centre)) / \(row.centre) us, noise \(short(figures.selfNoise)) / \(row.noise) dB(A)"
    )
    #expect(ild <= row.ild)
    #expect(itd <= row.itd)
    #expect(abs(centre) <= row.centre)
    #expect(figures.selfNoise <= row.noise)
    #expect(figures.timbreDeviation <= 1.3)
    #expect(figures.timbreMaximum <= 3.5)
  }

  /// With two digits after the point.
  private func short(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  @Test(
    "A cardioid of all microphones rejects the back as far as the array can",
    arguments: [
      (Arrays.table("respeaker", Arrays.respeaker), [7.0, 20, 21, 23, 19, 3, 2, 0]),
      (Arrays.table("matrix", Arrays.matrix), [9.0, 24, 19, 21, 20, 10, 4, 3]),
    ])
  func cardioid(board: Board, wanted: [Double]) throws {
    let designer = try FilterDesigner(board: board, head: .spherical, settings: DesignSettings())
    let design = try designer.design(FigureRow.table, pattern: .cardioid)
    let figures = designer.figures(design)
    print("front to back, \(board.id):", figures.frontToBack.map(short), "must", wanted)
    #expect(design.pattern == .cardioid)
    for (reached, must) in zip(figures.frontToBack, wanted) where must > 8 {
      #expect(reached >= 0.9 * must)
    }
  }
}
