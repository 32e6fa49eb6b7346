import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import Testing

@Suite("What calibrating a board would gain")
struct CalibrationGainTests {
  private static let board = Arrays.handHeld("phone", Arrays.phone)

  private static func study(_ board: Board, _ pattern: PolarPattern) throws -> DesignStudy {
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(taps: 256))
    return DesignStudy(designer, try designer.design(board.cases[0], pattern: pattern))
  }

  @Test("Gains that differ more cost more, and a calibration takes most of it")
  func sizes() throws {
    let usual = try #require(try Self.study(Self.board, .stereo).calibrationGain(boards: 12))
    #expect(usual.now == .standard(for: .nominal) && usual.after == .standard(for: .calibrated))
    #expect(usual.errorNow > usual.errorAfter + 0.1)
    var coarse = Self.board
    coarse.statedMismatch = Mismatch(gainError: 2, phaseError: 1)
    let worse = try #require(try Self.study(coarse, .stereo).calibrationGain(boards: 12))
    #expect(worse.errorNow > usual.errorNow + 0.2)
    #expect(
      DesignNote.calibrating(
        CalibrationGain(
          now: usual.now, after: usual.after, errorNow: 3.12, errorAfter: 1.4, boards: 50)
      ).description
        == "calibrating this board (pinna check --calibrate) would bring the error of level differences between the "
        + "ears below 1.5 kHz from 3.1 to 1.4 dB (median of 50 boards whose gains differ by 0.7 dB before and 0.2 dB "
        + "after)")
  }

  @Test("A board that is calibrated has nothing to gain, nor have mono and a board without sides")
  func nothing() throws {
    var calibrated = Self.board
    calibrated.calibration = .calibrated
    #expect(try Self.study(calibrated, .stereo).calibrationGain(boards: 2) == nil)
    #expect(try Self.study(Self.board, .omni).calibrationGain(boards: 2) == nil)
    let depth = Arrays.handHeld("depth", [(0, 0, -30), (0, 0, 30)])
    #expect(try Self.study(depth, .stereo).calibrationGain(boards: 12) == nil)
  }
}
