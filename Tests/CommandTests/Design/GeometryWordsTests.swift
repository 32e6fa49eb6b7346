import Acoustics
import Beamforming
import Boards
import Testing

@testable import CommandSupport
@testable import Recorder
@testable import pinna

@Suite("What a geometry can do, in plain words")
struct GeometryWordsTests {
  /// A case with figures that are set by hand: the part of the target's separation, the error of times in
  /// microseconds, front to back, noise and colour.
  private func entry(
    _ which: Board.Case, share: Double, time: Double, front: Double = 6, noise: Double = 0,
    notes: [DesignNote] = []
  ) throws -> DesignedCase {
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(taps: 64))
    var figures = Figures()
    figures.octaves = [500, 1000, 2000, 4000]
    figures.targetLeftToRight = figures.octaves.map { _ in 10 }
    figures.leftToRight = figures.octaves.map { _ in 10 * share }
    figures.frontToBack = figures.octaves.map { _ in front }
    figures.targetFrontToBack = figures.frontToBack
    figures.itdErrorMean = time
    figures.broadbandFrontToBack = front
    figures.selfNoise = noise
    figures.usableBandwidth = 1274
    var curves = DesignCurves()
    curves.targetTimeDifferencesMicroseconds = [-900, 0, 900]
    return DesignedCase(
      design: try designer.design(which, pattern: .stereo).adding(notes), figures: figures,
      curves: curves)
  }

  private let board = DrawnBoards.ring(of: 4)

  private func words(_ values: [(share: Double, time: Double)]) throws -> GeometryWords {
    try GeometryWords(
      board, zip(board.numberedCases, values).map { try entry($0, share: $1.share, time: $1.time) })
  }

  @Test(
    "the answer follows from the figures: the lower of sides and direction counts",
    arguments: [
      (0.9, 50.0, "Yes: it is good for hearing where sounds are."),
      (0.6, 50, "Fairly well: it is fair for hearing where sounds are."),
      (0.9, 150, "Fairly well: it is fair for hearing where sounds are."),
      (0.3, 50, "Only in part: it is weak for hearing where sounds are."),
      (0.9, 300, "Only in part: it is weak for hearing where sounds are."),
    ])
  func answer(_ share: Double, _ time: Double, _ answer: String) throws {
    #expect(try words([(share, time)]).answer == answer)
  }

  @Test("cases that differ are named with their grades, the best first")
  func cases() throws {
    let words = try words([(0.9, 50), (0.6, 50), (0.3, 50), (0.8, 50)])
    #expect(
      words.answer
        == "It depends on how the board is held: for hearing where sounds are, it is good in #1 and #4, fair in #2, "
        + "weak in #3."
    )
    #expect(words.aspects.first?.words == "weak to good")
    let direction = try #require(words.aspects.first { $0.title == "Direction" })
    #expect(direction.words == "good" && direction.text.contains("about 5 degrees from their"))
    var table = board
    table.orientation = .fixed(up: Vector3(0, 1, 0))
    let onTable = GeometryWords(table, words.entries)
    #expect(onTable.answer.hasPrefix("It depends on the data source: for hearing where"))
    #expect(onTable.sentences[0].hasSuffix(", depending on the data source."))
  }

  @Test("where takes are made by direction, that is judged first, and filters alone stand below")
  func heard() throws {
    var one = try entry(board.numberedCases[0], share: 0.3, time: 300)
    one.listener = ListenerCurves(
      azimuths: [-90, 0, 90, 180],
      target: .init(
        levels: [-8, 0, 8, 0], times: [-600, 0, 600, 0], directions: [-90, 0, 90, 0]),
      linear: .init(
        levels: [-4, 0, 4, 0], times: [-300, 0, 300, 0], directions: [-40, 0, 40, 0]),
      directional: .init(
        levels: [-7, 0, 7, 0], times: [-590, 0, 590, 0], directions: [-86, 0, 86, 0]))
    #expect(GeometryWords(board, [one]).answer.hasPrefix("Only in part: it is weak"))
    one.rendersByDirection = true
    let words = GeometryWords(board, [one])
    #expect(words.answer == "Yes: it is good for hearing where sounds are.")
    #expect(
      words.aspects.prefix(3).map(\.title) == ["Left and right", "Direction", "Filters alone"])
    #expect(words.aspects.prefix(3).map(\.words) == ["good", "good", "weak"])
    #expect(words.aspects[0].text.contains("is 0.5 dB off the head's"))
    #expect(words.aspects[1].text.contains("about 2 degrees from their true direction"))
    #expect(words.aspects[2].text.contains("30 % of the level difference"))
    one.listener?.directional?.levels = [-2, 0, 2, 0]
    #expect(GeometryWords(board, [one]).answer.hasPrefix("Only in part: it is weak"))
    #expect(one.heard?.filtersAlone.timeErrorMicroseconds == 150)
  }

  @Test("two sentences say how wide it is and what is behind")
  func sentences() throws {
    let sentences = try words([(0.42, 70), (0.69, 70)]).sentences
    #expect(sentences.count == 2)
    #expect(
      sentences[0]
        == "Left and right are separated, but much narrower than with the head: 42 to 69 % of the level difference "
        + "of the head, depending on how the board is held."
    )
    #expect(
      sentences[1].hasPrefix("Sounds behind are 6.0 dB softer than sounds in front; directions"))
    let flat = GeometryWords(
      board, [try entry(board.numberedCases[0], share: 0.8, time: 70, front: 0)])
    #expect(flat.sentences[1].hasPrefix("A sound behind is as loud as one in front; "))
    #expect(GeometryWords(board, []).sentences.isEmpty)
  }

  @Test("microphones along forward have no left and right, so no calibration is advised")
  func noSides() throws {
    let note = DesignNote.uncalibrated(noiseFloor: -10)
    func entry(_ notes: [DesignNote]) throws -> DesignedCase {
      try self.entry(board.numberedCases[0], share: 0.3, time: 70, notes: notes)
    }
    let (depth, side) = (try entry([note, .noLeftAndRight]), try entry([note]))
    #expect(GeometryWords(board, [depth]).advice == nil)
    #expect(GeometryWords(board, [depth, side]).advice?.contains("check --calibrate") == true)
  }

  @Test("lines are no wider than the terminal, and the answer is the second of them")
  func lines() throws {
    let words = try words([(0.42, 70), (0.69, 170)])
    for width in [40, 80] {
      let lines = words.lines(width: width, colored: false)
      #expect(lines[0] == "IS THIS GOOD?")
      #expect(lines[1].hasPrefix("It depends on how the board is held"))
      #expect(lines.allSatisfy { $0.count <= width })
    }
  }

  @Test("cases come in the order of their numbers, whichever data source a board file has first")
  func order() {
    var board = DrawnBoards.phone
    let numbers = { (board: Board) in board.numberedCases.compactMap { board.number(of: $0) } }
    #expect(numbers(board) == Array(1...8))
    board.dataSources.reverse()
    #expect(board.cases.first.flatMap { board.number(of: $0) } == 5)
    #expect(numbers(board) == Array(1...8))
    #expect(DrawnBoards.table.numberedCases == DrawnBoards.table.cases)
  }
}
