import Beamforming
import Boards
import Testing

/// Boards that are shipped list mid-side where they can do what the word promises, and nowhere else.
///
/// It promises two cardioids in one place: in every octave of 250 Hz to 4 kHz and in every case at least half of their
/// left to right, in decibels, and a side signal in which a sound ahead is 10 dB below one at a side.
@Suite struct ShippedMidSideTests {
  private static let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
  private static let library = BoardLibrary(folders: [root + "/boards"])
  private static let listed = ["matrix-voice-table", "respeaker-usb-6plus1-table"]
  // One of each shape; the phone's body would take a minute, and in the air it is no better.
  private static let others = [
    "i2s-pair", "matrix-creator-table", "matrix-voice", "respeaker-4mic-hat",
    "respeaker-6mic-circular", "respeaker-usb-4mic", "respeaker-usb-6plus1", "uma-8-table",
  ]

  /// The octaves of a case in which mid-side is less than promised; `nil` where it is another pattern.
  private static func broken(_ designer: FilterDesigner, _ which: Board.Case) throws -> [Double]? {
    let design = try designer.design(which, pattern: .midSide)
    guard design.pattern == .midSide else { return nil }
    let figures = designer.figures(design)
    return figures.octaves.indices.filter { index in
      (250...4000).contains(figures.octaves[index])
        && (figures.leftToRight[index] < figures.targetLeftToRight[index] / 2
          || figures.sideAhead[index] > -10)
    }.map { figures.octaves[$0] }
  }

  private static func designer(_ board: Board) throws -> FilterDesigner {
    try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(rate: board.capture.rate))
  }

  @Test("Data sources list it that keep the promise however the board is held", arguments: listed)
  func kept(id: String) throws {
    let board = try Self.library.load(id)
    let designer = try Self.designer(board)
    for (index, source) in board.dataSources.enumerated() {
      let cases = board.cases.filter { $0.dataSource == index }
      let isKept = try cases.allSatisfy { try Self.broken(designer, $0) == [] }
      #expect(source.patterns.contains(.midSide) == isKept, "\(source.name)")
    }
  }

  @Test("Where it is not listed, some way to hold the board would break it", arguments: others)
  func notKept(id: String) throws {
    let board = try Self.library.load(id)
    let designer = try Self.designer(board)
    #expect(try board.cases.contains { try Self.broken(designer, $0) != [] })
  }

  @Test("No other board lists it")
  func noneElse() throws {
    let boards = try Self.library.list().map { try Self.library.load($0.id) }
    let found = boards.filter { $0.dataSources.contains { $0.patterns.contains(.midSide) } }
    #expect(boards.count > 15 && found.map(\.id) == Self.listed)
  }
}
