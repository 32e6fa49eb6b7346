import Beamforming
import Boards
import Recorder
import TestSupport
import Testing

/// The sounds around a board as a listener gets them.
@Suite struct ListenerCurvesTests {
  /// Four on a table; left and right are exchanged when they look the other way.
  private static func board(forward: Double) -> Board {
    Board(
      id: "four", name: "Four on a table", source: "made for tests",
      capture: Capture(device: "hw:CARD=none", channels: 4),
      microphones: [(0.0, 0.0405), (0.0405, 0), (0, -0.0405), (-0.0405, 0)].enumerated().map {
        Microphone(
          name: "M\($0 + 1)", channel: 3 - $0, position: Vector3($1.0, $1.1, 0),
          gain: $0 == 1 ? 2 : 0, isInverted: $0 == 2)
      },
      dataSources: [
        DataSource(
          name: "Top", orientation: .top, forward: Vector3(0, forward, 0), patterns: [.stereo],
          microphones: [0, 1, 2, 3])
      ],
      orientation: .fixed(up: Vector3(0, 0, 1)))
  }

  private static func curves(_ board: Board) throws -> ListenerCurves? {
    let store = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(), cacheDirectory: TestForm.cache)
    let design = try store.design(board.cases[0], pattern: .stereo)
    let designer = try store.designer()
    return ListenerCurves(
      design, directional: try store.byDirection(design), designer: designer,
      localiser: Localiser(head: designer.head, rate: 48000))
  }

  @Test(
    "a listener of the head hears every sound where it is, and one of a take on its side",
    arguments: [1.0, -1])
  func sides(forward: Double) throws {
    let curves = try #require(try Self.curves(Self.board(forward: forward)))
    #expect(curves.azimuths.count == 24 && curves.azimuths[12] == 0)
    let made = try #require(curves.directional)
    for (index, azimuth) in curves.azimuths.enumerated() {
      // Two ears tell the angle to the middle plane.
      let lateral = abs(azimuth) > 90 ? (azimuth < 0 ? -180 : 180) - azimuth : azimuth
      // A sphere is not the same behind: its ears sit 10 degrees behind the middle.
      let limit = abs(azimuth) > 90 ? 9.0 : 4
      #expect(abs(curves.target.directions[index] - lateral) < limit, "\(azimuth)")
      guard abs(lateral) > 10 else { continue }
      // By filters alone a few sounds behind are near the middle.
      for heard in [curves.target, made] + (abs(azimuth) <= 90 ? [curves.linear] : []) {
        #expect(heard.times[index] * lateral > 0, "\(azimuth)")
        #expect(heard.directions[index] * lateral > 0, "\(azimuth)")
      }
      #expect(made.levels[index] * lateral > 0, "\(azimuth)")
    }
  }

  @Test("by direction a take is nearer to the head than with the filters alone")
  func nearer() throws {
    let curves = try #require(try Self.curves(Self.board(forward: 1)))
    let made = try #require(curves.directional)
    let (alone, better) = (
      curves.linear.errors(against: curves.target), made.errors(against: curves.target)
    )
    #expect(better.level < alone.level / 2, "\(alone.level) \(better.level)")
    #expect(better.time < alone.time && better.angle < alone.angle)
    #expect(curves.target.errors(against: curves.target).level == 0)
  }

  @Test("what has no left and right is not listened to")
  func mono() throws {
    var board = Self.board(forward: 1)
    board.dataSources[0].patterns = [.omni, .stereo]
    let store = FilterStore(
      board: board, ears: .sphere, settings: DesignSettings(), cacheDirectory: TestForm.cache)
    let design = try store.design(board.cases[0], pattern: .omni)
    let designer = try store.designer()
    #expect(try store.byDirection(design) == nil)
    #expect(
      ListenerCurves(
        design, directional: nil, designer: designer,
        localiser: Localiser(head: designer.head, rate: 48000)) == nil)
  }
}
