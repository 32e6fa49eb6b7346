import Acoustics
import Beamforming
import Boards
import ReferenceArrays
import Testing

/// The filters of real arrays, heard by the head that they were designed for.
@Suite struct HeardDesignTests {
  struct Held: Sendable, CustomTestStringConvertible {
    var board: Board
    var orientation: InputOrientation
    var testDescription: String { "\(board.id), \(orientation)" }
  }

  static let all = [
    Held(board: Arrays.handHeld("matrix", Arrays.matrix), orientation: .portrait),
    Held(board: Arrays.handHeld("phone", Arrays.phone), orientation: .landscapeLeft),
    Held(board: Arrays.handHeld("phone", Arrays.phone), orientation: .landscapeRight),
  ]

  @Test(arguments: all) func voicesAreHeardOnTheirSide(held: Held) throws {
    let designer = try FilterDesigner(
      board: held.board, head: .spherical, settings: DesignSettings())
    let design = try designer.design(
      Board.Case(dataSource: 0, orientation: held.orientation), pattern: .stereo)
    let localiser = Localiser(head: .spherical, rate: EarSignals.rate)
    for sound in [EarSignals.Sound.pink, .speech] {
      let samples = EarSignals.samples(sound)
      let heard = [-60.0, -30, 0, 30, 60].map { azimuth in
        let (left, right) = EarSignals.filtered(
          samples,
          by: EarSignals.channels(
            of: design, by: designer, direction: Direction(azimuth: azimuth)))
        return localiser.listen(left: left, right: right).azimuth
      }
      // A small array cannot give all of the differences of a head: what is far to a side is heard less far.
      #expect((-75 ... -35).contains(heard[0]), "\(sound): \(heard)")
      #expect((-40 ... -15).contains(heard[1]), "\(sound): \(heard)")
      #expect((-5...5).contains(heard[2]), "\(sound): \(heard)")
      #expect((15...40).contains(heard[3]), "\(sound): \(heard)")
      #expect((35...75).contains(heard[4]), "\(sound): \(heard)")
    }
  }
}
