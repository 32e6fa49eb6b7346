import Boards
import Calibration
import Diagnostics
import Testing

@Suite("Self-calibration in rooms that echo")
struct EchoingRoomTests {
  /// Four in a square that lies flat, and four above one another in pairs.
  private static let square = [
    (-28.7, 28.7, 0.0), (28.7, 28.7, 0), (28.7, -28.7, 0), (-28.7, -28.7, 0),
  ]
  private static let upright = [(-30.0, 0.0, 30.0), (30, 0, 30), (-30, 0, -30), (30, 0, -30)]
  private static let gains = [0.0, 1.2, -0.8, 0.5]
  private static let sides = ToldDirection.sides.map(\.direction)

  private static func vectors(_ places: [(Double, Double, Double)]) -> [Vector3] {
    places.map { Vector3($0.0, $0.1, $0.2) / 1000 }
  }

  /// A board of some microphones, whose device has a number of channels.
  private static func board(
    _ places: [(Double, Double, Double)], channels: [Int]? = nil, of count: Int? = nil
  ) throws -> Board {
    let tables = places.enumerated().map { index, place in
      """
      [[microphone]]
      name = "m\(index)"
      channel = \(channels?[index] ?? index)
      position = [\(place.0), \(place.1), \(place.2)]

      """
    }
    let text =
      """
      schema = 1
      name = "Room"
      source = "made for tests"
      [capture]
      device = "simulated"
      channels = \(count ?? places.count)
      format = "S32_LE"
      rate = 48000

      """ + tables.joined() + """
        [[data-source]]
        name = "Front"
        orientation = "front"
        forward = [0.0, 0.0, 1.0]
        patterns = ["omni"]
        """
    return try Board.load(text: text, name: "room.toml", id: "room")
  }

  /// The greatest error of a gain in decibels; gains are known but for their median.
  private static func gainError(_ found: ArrayCalibration, _ planted: [Double]) -> Double {
    let errors = found.microphones.map { $0.gain.value + planted[$0.channel] }.sorted()
    let middle = (errors[(errors.count - 1) / 2] + errors[errors.count / 2]) / 2
    return errors.map { abs($0 - middle) }.max() ?? 0
  }

  @Test(
    "Gains and the order of the channels come out of claps in a room",
    arguments: [(0.8, UInt64(1)), (0.85, 2), (0.9, 3)])
  func gains(reflection: Double, seed: UInt64) throws {
    var room = EchoingRoom(
      microphones: Self.vectors(Self.square), gains: Self.gains, told: Self.sides + Self.sides,
      seed: seed)
    room.reflection = reflection
    let (sound, sounds) = room.claps()
    // The file has two channels exchanged.
    let board = try Self.board(Self.square, channels: [0, 2, 1, 3])
    let found = try ArrayCalibration(
      sound, sounds: sounds, board: board, field: ArrayField(board))
    #expect(found.microphones.map(\.channel) == [0, 1, 2, 3])
    #expect(found.microphones.allSatisfy { !$0.isInverted })
    #expect(found.knowsGains)
    #expect(Self.gainError(found, Self.gains) < 0.2)
    #expect(found.notes.contains { $0.hasPrefix("the room echoes: only the first 8 ms") })
    #expect(found.after.delay < 5)
  }

  @Test("Microphones above one another keep the order of the board file, and a note says so")
  func aboveOneAnother() throws {
    let room = EchoingRoom(
      microphones: Self.vectors(Self.upright), gains: Self.gains, told: Self.sides + Self.sides,
      seed: 4)
    let (sound, sounds) = room.claps()
    let board = try Self.board(Self.upright)
    let found = try ArrayCalibration(
      sound, sounds: sounds, board: board, field: ArrayField(board))
    #expect(found.keepsChannels)
    #expect(found.knowsGains)
    #expect(Self.gainError(found, Self.gains) < 0.2)
    #expect(!found.unsure.isEmpty)
    #expect(found.notes.contains { $0.contains("do not distinguish the channels of m0") })
  }

  @Test("A clap from above tells microphones above one another apart")
  func fromAbove() throws {
    let above = Vector3(0, 0, 1)
    let room = EchoingRoom(
      microphones: Self.vectors(Self.upright), gains: Self.gains,
      told: Self.sides + [above, above] + Self.sides, seed: 5)
    let (sound, sounds) = room.claps()
    // The file has the microphones of one pair exchanged.
    let board = try Self.board(Self.upright, channels: [2, 1, 0, 3])
    let found = try ArrayCalibration(
      sound, sounds: sounds, board: board, field: ArrayField(board))
    #expect(found.microphones.map(\.channel) == [0, 1, 2, 3])
    #expect(found.unsure.isEmpty)
    #expect(Self.gainError(found, Self.gains) < 0.2)
  }

  @Test(
    "A channel without a microphone that carries the sound of a microphone leaves the order of the file"
  )
  func spare() throws {
    let room = EchoingRoom(
      microphones: Self.vectors(Self.square + [Self.square[0]]), gains: Self.gains + [0.3],
      told: Self.sides + Self.sides, seed: 6)
    let (sound, sounds) = room.claps()
    let board = try Self.board(Self.square, of: 5)
    let found = try ArrayCalibration(
      sound, sounds: sounds, board: board, field: ArrayField(board))
    #expect(found.keepsChannels)
    #expect(found.unsure == [0] && found.unsureChannels == [0, 4])
    #expect(
      found.notes.contains {
        $0.hasPrefix(
          "channel 4, to which the board file assigns no microphone, picks up the same as m0")
      }, "\(found.notes)")
    #expect(Self.gainError(found, Self.gains) < 0.2)
  }

  @Test("Directions that contradict each other are named in a room as well, and nothing else is")
  func contradiction() throws {
    let room = EchoingRoom(
      microphones: Self.vectors(Self.square), gains: Self.gains, told: Self.sides + Self.sides,
      seed: 7)
    var (sound, sounds) = room.claps()
    (sounds[2].direction, sounds[6].direction) = (sounds[6].direction, sounds[2].direction)
    let board = try Self.board(Self.square)
    do throws(CalibrationRefusal) {
      _ = try ArrayCalibration(sound, sounds: sounds, board: board, field: ArrayField(board))
      Issue.record("it was calibrated")
    } catch {
      guard case .otherDirections(let contradictions) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(contradictions.map(\.from) == ["right", "left"])
    }
  }

  @Test("Another board in a room is still another board")
  func otherBoard() throws {
    let room = EchoingRoom(
      microphones: Self.vectors(Self.square), gains: Self.gains, told: Self.sides + Self.sides,
      seed: 8)
    let (sound, sounds) = room.claps()
    let board = try Self.board(Self.square.map { ($0.0 * 2, $0.1 * 0.5, 0) })
    do throws(CalibrationRefusal) {
      _ = try ArrayCalibration(sound, sounds: sounds, board: board, field: ArrayField(board))
      Issue.record("it was calibrated")
    } catch {
      guard case .otherBoard(let misfit) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(misfit > 30)
    }
  }
}
