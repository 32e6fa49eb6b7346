import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import TestSupport
import Testing

@Suite("Designs of all cases")
struct DesignTests {
  static let spread = Arrays.handHeld(
    "spread", [(-28, -60, 3), (25, -66, -3), (9, 58, 4), (31, 47, -4), (-30, 12, 2)])
  static let boards = [
    Arrays.handHeld("phone", Arrays.phone), Arrays.handHeld("respeaker", Arrays.respeaker),
    Arrays.handHeld("matrix", Arrays.matrix), spread, Arrays.table("table", Arrays.respeaker),
    Arrays.handHeld(
      "stacked", [(-30, -30, 5), (-30, -30, -5), (30, 30, 5), (30, 30, -5), (0, 20, 0)]),
  ]
  static let settings = DesignSettings()

  @Test("A source on a side is louder and earlier on that side, in every case", arguments: boards)
  func sides(board: Board) throws {
    let designer = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
    for which in board.cases {
      let design = try designer.design(which, pattern: .stereo)
      for azimuth in [60.0, -60] {
        let ears = Ears(designer, design, azimuth: azimuth)
        let side = azimuth > 0 ? 1.0 : -1
        #expect(ears.level * side > 0.1, "\(board.name(of: which)), \(azimuth) degrees")
        #expect(ears.time * side > 150, "\(board.name(of: which)), \(azimuth) degrees")
      }
    }
  }

  @Test(
    "A frontal source has no time and level difference on a symmetric array",
    arguments: [boards[1], boards[4], Arrays.handHeld("pair", Arrays.pair)])
  func centre(board: Board) throws {
    let designer = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
    let design = try designer.design(board.cases[0], pattern: .stereo)
    let ears = Ears(designer, design, azimuth: 0)
    #expect(abs(ears.time) < 0.1)
    #expect(abs(ears.level) < 0.01)
    #expect(abs(designer.figures(design).centre ?? 1) < 0.1)
  }

  @Test("Turning board and scene together changes nothing")
  func rotation() throws {
    let board = Self.spread
    // A rotation by 1.1 rad around an oblique axis, as the images of the three axes.
    let axis = Vector3(1, 2, -0.5).normalized
    func turned(_ v: Vector3) -> Vector3 {
      v * 0.4535961214255773 + cross(axis, v) * 0.8912073600614354
        + axis * (dot(axis, v) * (1 - 0.4535961214255773))
    }
    var other = board
    for n in other.microphones.indices {
      other.microphones[n].position = turned(board.microphones[n].position)
    }
    for which in board.cases.sampled(3) {
      let layout = try #require(board.layout(which))
      other.dataSources[which.dataSource].forward = turned(layout.forward)
      other.orientation = .fixed(up: turned(layout.up))
      let first = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
      let second = try FilterDesigner(board: other, head: .spherical, settings: Self.settings)
      let a = try first.design(which, pattern: .stereo).filters
      let b = try second.design(
        Board.Case(dataSource: which.dataSource, orientation: nil), pattern: .stereo
      ).filters
      #expect(largestDifference(a.coefficients, b.coefficients) < 1e-4)
    }
  }

  @Test("Front and back of a planar board are mirror images: left and right change places")
  func frontAndBack() throws {
    let board = Self.boards[1]
    let designer = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
    for orientation in InputOrientation.allCases {
      let back = try designer.design(
        Board.Case(dataSource: 0, orientation: orientation), pattern: .stereo)
      let front = try designer.design(
        Board.Case(dataSource: 1, orientation: orientation), pattern: .stereo)
      for n in board.microphones.indices {
        let difference = largestDifference(
          Array(back.filters.filter(output: 0, microphone: n)),
          Array(front.filters.filter(output: 1, microphone: n)))
        #expect(difference < 1e-4)
      }
    }
  }

  @Test("The same input gives the same bits, and all cases share taps and delay")
  func determinism() throws {
    let board = Self.boards[0]
    let first = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
    let second = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
    for which in board.cases.sampled(3) {
      let design = try first.design(which, pattern: .stereo)
      let again = try second.design(which, pattern: .stereo)
      #expect(design == again)
      #expect(design.filters.taps == 256)
      #expect(design.filters.delay == 128)
    }
  }

  @Test("Width 0 is mono, and more width is more difference")
  func width() throws {
    let board = Self.spread
    var last = -1.0
    for width in [0.0, 0.5, 1] {
      let designer = try FilterDesigner(
        board: board, head: .spherical, settings: DesignSettings(width: width))
      let design = try designer.design(board.cases[2], pattern: .stereo)
      let ears = Ears(designer, design, azimuth: 45)
      if width == 0 {
        let half = design.filters.coefficients.count / 2
        #expect(
          Array(design.filters.coefficients[..<half]) == Array(design.filters.coefficients[half...])
        )
      }
      #expect(ears.time > last)
      last = ears.time
    }
  }

  @Test("Front emphasis makes the back softer where the geometry can, and is off where it cannot")
  func emphasis() throws {
    let table = Self.boards[4]
    var levels: [Double] = []
    for emphasis in [0.0, 6, 10] {
      let designer = try FilterDesigner(
        board: table, head: .spherical, settings: DesignSettings(frontEmphasis: emphasis))
      let design = try designer.design(table.cases[0], pattern: .stereo)
      #expect(design.frontEmphasis == emphasis)
      levels.append(designer.figures(design).broadbandFrontToBack)
    }
    #expect(levels[1] > levels[0] + 1.5)
    #expect(levels[2] > levels[1])
    let planar = Self.boards[1]
    let designer = try FilterDesigner(board: planar, head: .spherical, settings: Self.settings)
    let design = try designer.design(planar.cases[0], pattern: .stereo)
    #expect(design.frontEmphasis == 0)
    #expect(design.notes.contains(.frontAndBackAlike))
    #expect(designer.figures(design).frontToBack.allSatisfy { abs($0) < 1e-6 })
  }

  @Test("A diffuse field is as loud as with one microphone", arguments: boards)
  func level(board: Board) throws {
    let designer = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
    let design = try designer.design(board.cases[0], pattern: .stereo)
    var random = SeededGenerator(seed: 9)
    var power = 0.0
    let count = 1500
    for _ in 0..<count {
      // Uniform on the sphere, uniform over frequency.
      let z = random.next(in: -1...1)
      let direction = Direction(
        azimuth: random.next(in: -180...180), elevation: arcsine(z) * 180 / .pi)
      let outputs = designer.response(
        design, direction: direction, frequencies: [random.next(in: 200...8000)])
      power += (outputs[0][0].power + outputs[1][0].power) / Double(2 * count)
    }
    #expect(abs(10 * logarithm10(power)) < 0.6)
  }

  @Test(
    "Rates keep the time that filters last",
    arguments: [(8000, 64), (16000, 128), (44100, 256), (96000, 512), (192000, 1024)])
  func rates(rate: Int, taps: Int) throws {
    #expect(DesignSettings.defaultTaps(rate: rate) == taps)
  }

  @Test("A design at 16 kHz and at 96 kHz puts a source on its side", arguments: [16000, 96000])
  func otherRates(rate: Int) throws {
    let board = Self.boards[0]
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(rate: rate))
    let design = try designer.design(board.cases[3], pattern: .stereo)
    let ears = Ears(designer, design, azimuth: 60)
    #expect(ears.level > 0.5)
    #expect(ears.time > 150)
  }

  @Test(
    "Thirty-two microphones, and eight on a sphere",
    arguments: [(32, BodyModel.freeField), (8, .sphere(radius: 0.06))])
  func large(count: Int, model: BodyModel) throws {
    var random = SeededGenerator(seed: 5)
    var board = Arrays.handHeld(
      "large",
      (0..<count).map { _ in
        (random.next(in: -60...60), random.next(in: -60...60), random.next(in: -20...20))
      })
    board.body = Body(size: Vector3(0.12, 0.12, 0.12), model: model)
    let designer = try FilterDesigner(board: board, head: .spherical, settings: Self.settings)
    let design = try designer.design(board.cases[0], pattern: .stereo)
    let figures = designer.figures(design)
    #expect((figures.ildError ?? 99) < 2)
    #expect((figures.itdErrorMean ?? 999) < 90)
    #expect(Ears(designer, design, azimuth: 60).time > 200)
  }

  /// The largest difference of two lists, relative to the largest element.
  private func largestDifference(_ a: [Float], _ b: [Float]) -> Float {
    let scale = a.map(abs).max() ?? 1
    return (zip(a, b).map { abs($0 - $1) }.max() ?? .infinity) / scale
  }
}
