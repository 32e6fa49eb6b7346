import Acoustics
import Beamforming
import Boards
import Testing

/// The filters of real arrays, heard by the head that they were designed for.
@Suite struct HeardDesignTests {
  struct Array: Sendable, CustomTestStringConvertible {
    var name: String
    /// Millimetres, device frame.
    var positions: [Vector3]
    var orientation: InputOrientation
    var testDescription: String { name }
  }

  static let arrays = [
    Array(
      name: "eight in a circle (MATRIX Voice)",
      positions: [
        Vector3(0, 0, 0), Vector3(-38.13, 3.58, 0), Vector3(-20.98, 32.04, 0),
        Vector3(11.97, 36.38, 0), Vector3(35.91, 13.32, 0), Vector3(32.81, -19.77, 0),
        Vector3(5, -37.97, 0), Vector3(-26.57, -27.58, 0),
      ], orientation: .portrait),
    Array(
      name: "four on a phone, landscapeLeft",
      positions: [
        Vector3(-22, -73.5, 0), Vector3(22, -73.5, 0), Vector3(0, 69, 4), Vector3(18, 61, -4),
      ], orientation: .landscapeLeft),
    Array(
      name: "four on a phone, landscapeRight",
      positions: [
        Vector3(-22, -73.5, 0), Vector3(22, -73.5, 0), Vector3(0, 69, 4), Vector3(18, 61, -4),
      ], orientation: .landscapeRight),
  ]

  private static func board(_ array: Array) -> Board {
    Board(
      id: "array", name: array.name, source: "test",
      capture: Capture(device: "hw:CARD=test", channels: array.positions.count),
      microphones: array.positions.enumerated().map {
        Microphone(name: "M\($0.offset)", channel: $0.offset, position: $0.element / 1000)
      },
      dataSources: [
        DataSource(
          name: "Back", orientation: .back, forward: Vector3(0, 0, -1), patterns: [.stereo],
          microphones: Swift.Array(array.positions.indices))
      ])
  }

  @Test(arguments: arrays) func voicesAreHeardOnTheirSide(array: Array) throws {
    let designer = try FilterDesigner(
      board: Self.board(array), head: .spherical, settings: DesignSettings())
    let design = try designer.design(
      Board.Case(dataSource: 0, orientation: array.orientation), pattern: .stereo)
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
