import Acoustics
import Boards
import Glibc
import Testing

@testable import Beamforming

/// Mid-side of omnidirectional microphones that are close together.
@Suite struct MidSideTests {
  private static func board(_ places: [Vector3]) -> Board {
    let microphones = places.enumerated().map {
      Microphone(name: "\($0.offset)", channel: $0.offset, position: $0.element)
    }
    return Board(
      id: "close", name: "Close", source: "made for tests",
      capture: Capture(device: "none", channels: places.count), microphones: microphones,
      dataSources: [
        DataSource(
          name: "Front", orientation: .front, forward: Vector3(0, 0, 1), patterns: [.midSide],
          microphones: Array(microphones.indices))
      ])
  }

  private static let pair = board([Vector3(-0.01, 0, 0), Vector3(0.01, 0, 0)])
  private static let cross = board([
    Vector3(-0.012, 0, 0), Vector3(0.012, 0, 0), Vector3(0, 0, 0.012), Vector3(0, 0, -0.012),
  ])

  private static func designer(_ board: Board, width: Double = 1) throws -> FilterDesigner {
    try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(width: width))
  }

  /// Levels of left and right in decibels, and the phase between them in radians.
  private static func heard(
    _ designer: FilterDesigner, _ design: Design, azimuth: Double, hertz: Double
  ) -> (left: Double, right: Double, phase: Double) {
    let both = designer.response(
      design, direction: Direction(azimuth: azimuth, elevation: 0), frequencies: [hertz])
    let (l, r) = (both[0][0], both[1][0])
    let cross = l * r.conjugate
    return (10 * log10(l.power), 10 * log10(r.power), atan2(cross.im, cross.re))
  }

  @Test("left and right are cardioids to the sides, in one place, where the microphones are close")
  func cardioids() throws {
    let designer = try Self.designer(Self.pair)
    for held in [InputOrientation.portrait, .portraitUpsideDown] {
      let which = Board.Case(dataSource: 0, orientation: held)
      let design = try designer.design(which, pattern: .midSide)
      #expect(design.pattern == .midSide && design.filters.outputs == 2)
      for hertz in [2000.0, 3000] {
        let right = Self.heard(designer, design, azimuth: 90, hertz: hertz)
        let ahead = Self.heard(designer, design, azimuth: 0, hertz: hertz)
        #expect(right.right - right.left > 15, "\(held) \(hertz): \(right)")
        #expect(abs(ahead.left - ahead.right) < 0.1 && abs(ahead.phase) < 0.01)
        // A cardioid has half of its pressure at a right angle.
        #expect(abs(right.right - ahead.right - 6) < 1, "\(right) \(ahead)")
        let half = Self.heard(designer, design, azimuth: 45, hertz: hertz)
        #expect(abs(half.phase) < 0.3)
      }
    }
  }

  @Test("its figures are those of two cardioids, and none of ears")
  func figures() throws {
    let designer = try Self.designer(Self.pair)
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let figures = designer.figures(try designer.design(which, pattern: .midSide))
    let reached = try #require(figures.midSide)
    // Two microphones in the plane between left and right: what comes from ahead is the same in both.
    #expect(reached.sideAhead < -25 && reached.wrongSides == 0)
    #expect(zip(figures.octaves, reached.sideAheadOctaves).allSatisfy { $0 > 4000 || $1 == -60 })
    #expect(abs(reached.middleFrontToBack) < 0.01)
    #expect(reached.targetWidth > 15 && reached.width > 0.5 * reached.targetWidth)
    #expect(reached.width < reached.targetWidth + 3)
    #expect(figures.ildError == nil && figures.itdErrorMean == nil && figures.centre == nil)
    #expect(figures.independent == nil)
    let narrow = try Self.designer(Self.pair, width: 0.5)
    let half = narrow.figures(try narrow.design(which, pattern: .midSide))
    #expect(try #require(half.midSide).width < reached.width - 5)
    let curves = designer.curves(try designer.design(which, pattern: .midSide))
    #expect(curves.timeDifferencesMicroseconds.isEmpty && !curves.levelDifferences.isEmpty)
  }

  @Test("exchanged channels are wrong on every side, by level")
  func exchanged() throws {
    let designer = try Self.designer(Self.pair)
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let design = try designer.design(which, pattern: .midSide)
    let bank = design.filters
    let half = bank.microphones * bank.taps
    let exchanged = Design(
      filters: FilterBank(
        rate: bank.rate, microphones: bank.microphones, outputs: 2, taps: bank.taps,
        delay: bank.delay,
        coefficients: Array(bank.coefficients[half...] + bank.coefficients[..<half])),
      which: which, preferredPattern: .midSide, pattern: .midSide, frontEmphasis: 0, notes: [])
    #expect(designer.figures(exchanged).midSide?.wrongSides == 62 + 64)
  }

  @Test("width is the share of side")
  func width() throws {
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let narrow = try Self.designer(Self.pair, width: 0.5)
    let mono = try Self.designer(Self.pair, width: 0)
    let full = try Self.designer(Self.pair)
    let differences = try [mono, narrow, full].map { designer in
      let heard = Self.heard(
        designer, try designer.design(which, pattern: .midSide), azimuth: 60, hertz: 2500)
      return heard.right - heard.left
    }
    #expect(abs(differences[0]) < 0.1)
    #expect(differences[1] > 3 && differences[2] > differences[1] + 3, "\(differences)")
  }

  @Test("an upright pair has no side: mono, and the words say so")
  func upright() throws {
    let which = Board.Case(dataSource: 0, orientation: .landscapeLeft)
    let design = try Self.designer(Self.pair).design(which, pattern: .midSide)
    #expect(design.pattern == .omni && design.filters.outputs == 1)
    #expect(design.notes.contains(.noSide))
    #expect(design.replacement?.contains("mid-side is not possible") == true)
  }

  @Test("a sound in the two cardioids is heard where it is", arguments: [1.0, 0.5])
  func direction(width: Double) throws {
    let localiser = Localiser(head: .spherical, rate: 16000, width: width)
    let sound = (0..<1600).map { sin(0.3 * Double($0)) }
    for (board, degrees) in [(Self.pair, 90.0), (Self.cross, 65)] {
      let layout = try #require(board.layout(Board.Case(dataSource: 0, orientation: .portrait)))
      let (ahead, aside) = (cos(degrees * .pi / 180) / 2, sin(degrees * .pi / 180) / 2 * width)
      for azimuth in stride(from: -80.0, through: 80, by: 20) {
        let mid = 0.5 + ahead * cos(azimuth * .pi / 180)
        let side = aside * sin(azimuth * .pi / 180)
        let heard = localiser.listen(
          midSideLeft: sound.map { Float($0 * (mid - side)) },
          right: sound.map { Float($0 * (mid + side)) }, board: board, layout: layout)
        #expect(abs(heard.azimuth - azimuth) < 0.1, "\(degrees): \(azimuth), \(heard.azimuth)")
      }
    }
  }

  @Test("microphones that tell front from back look ahead as well")
  func ahead() throws {
    let designer = try Self.designer(Self.cross)
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let design = try designer.design(which, pattern: .midSide)
    let (front, back) = (
      Self.heard(designer, design, azimuth: 0, hertz: 2000),
      Self.heard(designer, design, azimuth: 180, hertz: 2000)
    )
    // Cardioids at 65 degrees: 0.71 ahead and 0.29 behind.
    #expect(abs(front.left - back.left - 7.8) < 1, "\(front) \(back)")
    #expect(!design.notes.contains(.frontAndBackAlike))
  }

  @Test("wide microphones say from where on their difference is no figure of eight")
  func wide() throws {
    let board = Self.board([Vector3(-0.085, 0, 0), Vector3(0.085, 0, 0)])
    let which = Board.Case(dataSource: 0, orientation: .portrait)
    let design = try Self.designer(board).design(which, pattern: .midSide)
    #expect(
      design.notes.contains {
        if case .spatialAliasing(let hertz) = $0 { abs(hertz - 1009) < 2 } else { false }
      })
  }
}
