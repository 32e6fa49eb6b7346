import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import Testing

@Suite("What differences between microphones do")
struct RobustnessTests {
  private static let board = Arrays.handHeld("phone", Arrays.phone)

  private static func designer(_ board: Board = board) throws -> FilterDesigner {
    try FilterDesigner(board: board, head: .spherical, settings: DesignSettings())
  }

  private func exact(_ board: Board) -> Board {
    var board = board
    for index in board.microphones.indices { board.microphones[index].tolerance = 0 }
    return board
  }

  @Test("The same seed gives the same report, another seed another one")
  func seeds() throws {
    let designer = try Self.designer()
    let design = try designer.design(Self.board.cases[0], pattern: .stereo)
    let first = designer.robustness(design, seed: 7, boards: 8)
    #expect(first == designer.robustness(design, seed: 7, boards: 8))
    #expect(first != designer.robustness(design, seed: 8, boards: 8))
  }

  @Test("Boards without errors have the figures of the design")
  func withoutErrors() throws {
    let board = exact(Self.board)
    let designer = try Self.designer(board)
    let design = try designer.design(board.cases[0], pattern: .stereo)
    let figures = designer.figures(design)
    let report = designer.robustness(
      design, boards: 3, mismatch: Mismatch(gainError: 0, phaseError: 0))
    let levels = try #require(report.ildError)
    #expect(levels.unperturbed == figures.ildError)
    for value in [levels.percentile5, levels.median, levels.percentile95] {
      #expect(abs(value - levels.unperturbed) < 1e-6)
    }
    let centre = try #require(report.centre)
    #expect(abs(centre.median - abs(figures.centre ?? .infinity)) < 1e-3)
    #expect(abs(report.broadbandFrontToBack.median - figures.broadbandFrontToBack) < 1e-6)
  }

  @Test("Larger errors cost more, and places alone cost something")
  func sizes() throws {
    let designer = try Self.designer()
    let design = try designer.design(Self.board.cases[0], pattern: .stereo)
    let none = Mismatch(gainError: 0, phaseError: 0)
    let errors = try [
      none, Mismatch(gainError: 0.5, phaseError: 1), Mismatch(gainError: 2, phaseError: 4),
    ].map { mismatch in
      let report = designer.robustness(design, boards: 12, mismatch: mismatch)
      let spread = try #require(report.ildError)
      #expect(spread.percentile5 <= spread.median && spread.median <= spread.percentile95)
      return spread.percentile95
    }
    let unperturbed = try #require(designer.figures(design).ildError)
    #expect(errors[0] > unperturbed)
    #expect(errors[0] < errors[1] && errors[1] < errors[2])
    #expect(errors[1] < unperturbed + 2)
  }

  @Test("A displaced microphone does what the same displacement in the board file does")
  func displacement() throws {
    // Two boards: one is designed for, the other has its microphones elsewhere. What the report calls displaced must
    // be what the response of the displaced board says.
    let designer = try Self.designer()
    let design = try designer.design(Self.board.cases[0], pattern: .stereo)
    let exactDesigner = try Self.designer(exact(Self.board))
    let with = designer.robustness(
      design, boards: 12, mismatch: Mismatch(gainError: 0, phaseError: 0))
    let without = exactDesigner.robustness(
      design, boards: 12, mismatch: Mismatch(gainError: 0, phaseError: 0))
    let spread = try #require(with.itdErrorMean)
    let still = try #require(without.itdErrorMean)
    // 0.5 mm is 1.5 us of path; the noise gain of the filters makes it at most some tens of that.
    #expect(abs(spread.median - still.median) < 60)
    #expect(with.positionErrorMillimetres == 0.5 && without.positionErrorMillimetres == 0)
    #expect(spread.percentile95 > spread.percentile5)
  }

  @Test("The noise floor follows the board: usual and better ones have -10 dB, worse ones more")
  func noiseFloor() {
    var board = Self.board
    #expect(abs(NoiseFloorChoice.standard(for: board) + 10) < 1e-9)
    board.calibration = .calibrated
    #expect(NoiseFloorChoice.standard(for: board) == -10)
    // Twice the errors are four times the power.
    board.statedMismatch = Mismatch(gainError: 1.4, phaseError: 2)
    for index in board.microphones.indices { board.microphones[index].tolerance = 0.001 }
    #expect(abs(NoiseFloorChoice.standard(for: board) + 10 - 6.02) < 0.01)
    board.statedMismatch = Mismatch(gainError: 6, phaseError: 45)
    #expect(NoiseFloorChoice.standard(for: board) == -3)
  }

  @Test("A floor in the settings wins over that of the board, and the note tells the one in use")
  func chosenFloor() throws {
    var board = Self.board
    for index in board.microphones.indices { board.microphones[index].tolerance = 0.004 }
    let automatic = try Self.designer(board)
    #expect(automatic.noiseFloor > -8 && automatic.noiseFloor < -6)
    let design = try automatic.design(board.cases[0], pattern: .stereo)
    #expect(design.notes.contains(.uncalibrated(noiseFloor: automatic.noiseFloor)))
    let chosen = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(noiseFloor: -12))
    #expect(chosen.noiseFloor == -12)
    let other = try chosen.design(board.cases[0], pattern: .stereo)
    #expect(chosen.figures(other).selfNoise > automatic.figures(design).selfNoise)
  }
}
