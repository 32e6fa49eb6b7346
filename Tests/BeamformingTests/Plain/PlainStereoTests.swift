import Acoustics
import Boards
import Testing

@testable import Beamforming

/// Plain stereo: left stays left in every position, and nothing but corrections is done to the microphones.
@Suite struct PlainStereoTests {
  /// A hand-held board with its pair along an axis.
  private static func board(
    _ axis: Vector3, millimetres: Double = 170, more: [Vector3] = [], names: MicrophonePair? = nil,
    change: (inout Board) -> Void = { _ in }
  ) -> Board {
    let places = [axis * (-millimetres / 2000), axis * (millimetres / 2000)] + more
    let microphones = places.enumerated().map {
      Microphone(name: "\($0.offset)", channel: $0.offset, position: $0.element)
    }
    let faces: [(String, DeviceFace)] = [("Back", .back), ("Front", .front)]
    var board = Board(
      id: "pair", name: "Pair", source: "made for tests",
      capture: Capture(device: "none", channels: places.count), microphones: microphones,
      dataSources: faces.map { name, face in
        DataSource(
          name: name, orientation: face, forward: face.direction, patterns: [.plain, .stereo],
          microphones: Array(microphones.indices), pair: names)
      })
    change(&board)
    return board
  }

  private static func designer(
    _ board: Board, unusable: Set<Int> = []
  ) throws -> FilterDesigner {
    try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(), unusable: unusable)
  }

  /// The number of the only microphone that an output has.
  private static func microphone(_ design: Design, output: Int) -> Int? {
    let used = (0..<design.filters.microphones).filter { n in
      design.filters.filter(output: output, microphone: n).contains { $0 != 0 }
    }
    return used.count == 1 ? used[0] : nil
  }

  /// The edge that the left channel is at in each of the eight cases, as the README has them.
  private static let leftEdges: [(source: Int, held: InputOrientation, edge: DeviceFace)] = [
    (0, .portrait, .left), (0, .portraitUpsideDown, .right), (0, .landscapeLeft, .bottom),
    (0, .landscapeRight, .top), (1, .portrait, .right), (1, .portraitUpsideDown, .left),
    (1, .landscapeLeft, .top), (1, .landscapeRight, .bottom),
  ]

  @Test(
    "the left channel is the microphone at the edge of the table, and an upright pair is mono",
    arguments: [Vector3(1, 0, 0), Vector3(0, 1, 0)])
  func eightCases(axis: Vector3) throws {
    let board = Self.board(axis)
    let designer = try Self.designer(board)
    for row in Self.leftEdges {
      let which = Board.Case(dataSource: row.source, orientation: row.held)
      let design = try designer.design(which, pattern: .plain)
      let isLevel = abs(dot(row.edge.direction, axis)) > 0.5
      guard isLevel else {
        #expect(design.pattern == .omni && design.filters.outputs == 1, "\(row)")
        #expect(
          design.notes.contains(.pairUpright(left: "0", right: "1", instead: "omni")), "\(row)")
        #expect(design.replacement?.contains("not side by side") == true)
        continue
      }
      let left = dot(row.edge.direction, axis) < 0 ? 0 : 1
      #expect(design.pattern == .plain && design.replacement == nil)
      #expect(Self.microphone(design, output: 0) == left, "\(row)")
      #expect(Self.microphone(design, output: 1) == 1 - left, "\(row)")
      // A sound on the right reaches the right channel first.
      #expect(Ears(designer, design, azimuth: 60).time > 200, "\(row)")
      #expect(Ears(designer, design, azimuth: -60).time < -200, "\(row)")
    }
  }

  @Test("a pair on the diagonal is beside each other in all four orientations")
  func diagonal() throws {
    let board = Self.board(Vector3(1, 1, 0) / 2.0.squareRoot())
    let designer = try Self.designer(board)
    for which in board.cases {
      let design = try designer.design(which, pattern: .plain)
      #expect(design.pattern == .plain)
      #expect(Ears(designer, design, azimuth: 60).time > 100, "\(which)")
    }
  }

  @Test(
    "the filters are one sample, with gain, polarity and delay of the board file and nothing else")
  func nothingElse() throws {
    let board = Self.board(Vector3(1, 0, 0)) { board in
      board.microphones[1].gain = 6
      board.microphones[1].isInverted = true
      board.microphones[0].delay = 0
      board.microphones[1].delay = 0
    }
    let designer = try Self.designer(board)
    let design = try designer.design(board.cases[0], pattern: .plain)
    let left = Array(design.filters.filter(output: 0, microphone: 0))
    let right = Array(design.filters.filter(output: 1, microphone: 1))
    for tap in left.indices {
      let isMiddle = tap == design.filters.delay
      #expect(abs(left[tap] - (isMiddle ? 1 : 0)) < 1e-6)
      #expect(abs(right[tap] - (isMiddle ? -1.99526 : 0)) < 1e-5)
    }
  }

  @Test("a late channel is advanced by its delay, and a sound ahead is in the middle again")
  func delay() throws {
    let board = Self.board(Vector3(1, 0, 0)) { $0.microphones[1].delay = 100e-6 }
    let designer = try Self.designer(board)
    let design = try designer.design(board.cases[0], pattern: .plain)
    #expect(abs(Ears(designer, design, azimuth: 0).time) < 1)
    #expect(abs(try #require(designer.figures(design).centre)) < 1)
  }

  @Test("the figures are those of two microphones: no level difference, no noise, no colour")
  func figures() throws {
    let board = Self.board(Vector3(1, 0, 0))
    let designer = try Self.designer(board)
    let figures = designer.figures(try designer.design(board.cases[0], pattern: .plain))
    #expect(abs(figures.selfNoise) < 0.01)
    #expect(figures.leftToRight.allSatisfy { abs($0) < 0.01 })
    #expect(figures.frontToBack.allSatisfy { abs($0) < 0.01 })
    #expect(figures.targetLeftToRight.contains { $0 > 5 })
    #expect(figures.timbreMaximum < 3)
  }

  @Test("an upright pair of a board with more microphones is stereo by filters of all of them")
  func upright() throws {
    let board = Self.board(
      Vector3(1, 0, 0), more: [Vector3(0, 0.06, 0.004), Vector3(0, -0.06, 0)],
      names: MicrophonePair(left: 0, right: 1))
    let designer = try Self.designer(board)
    let which = Board.Case(dataSource: 0, orientation: .landscapeLeft)
    let design = try designer.design(which, pattern: .plain)
    #expect(design.pattern == .stereo && design.preferredPattern == .plain)
    #expect(Ears(designer, design, azimuth: 60).time > 100)
    #expect(design.notes.contains(.pairUpright(left: "0", right: "1", instead: "stereo")))
  }

  @Test("without a microphone of the pair others make stereo, and one alone is mono")
  func missing() throws {
    let four = Self.board(
      Vector3(1, 0, 0), more: [Vector3(-0.05, 0.06, 0.004), Vector3(0.05, 0.06, 0)],
      names: MicrophonePair(left: 0, right: 1))
    let design = try Self.designer(four, unusable: [1]).design(four.cases[0], pattern: .plain)
    #expect(design.pattern == .stereo)
    #expect(design.notes.contains(.pairIncomplete(instead: "stereo")))
    let two = Self.board(Vector3(1, 0, 0))
    let mono = try Self.designer(two, unusable: [1]).design(two.cases[0], pattern: .plain)
    #expect(mono.pattern == .omni && Self.microphone(mono, output: 0) == 0)
  }

  @Test("a dummy head that is built as a sphere has the level differences of its own")
  func dummyHead() throws {
    let board = Self.board(Vector3(1, 0, 0), millimetres: 175) { board in
      board.body = Body(size: Vector3(0.175, 0.175, 0.175), model: .sphere(radius: 0.0875))
    }
    let designer = try Self.designer(board)
    let design = try designer.design(board.cases[0], pattern: .plain)
    let figures = designer.figures(design)
    #expect(try #require(figures.ildError) < 1.5)
    #expect(try #require(figures.itdErrorMean) < 40)
  }

  @Test(
    "filters that gain a few decibels are worthwhile for a pair that is nearly mono, not for a wide one",
    arguments: [(8, 389.1, 381.4, 2.9, false), (120, 181.2, 163.4, 5.1, true)])
  func worthwhile(
    millimetres: Int, without: Double, with: Double, level: Double, isPlainBetter: Bool
  ) {
    // The figures of pairs in the air, with the measured head.
    func merit(ild: Double, itd: Double, colour: Double) -> PlainComparison.Merit {
      PlainComparison.Merit(
        wrongSides: 0, colour: colour, softest: 0, comb: -1, ildError: ild, itdError: itd)
    }
    let comparison = PlainComparison(
      filters: merit(ild: level, itd: with, colour: -0.4),
      plain: merit(ild: 6.7, itd: without, colour: 0))
    #expect(comparison.isPlainBetter == isPlainBetter)
  }
}
