import Acoustics
import Beamforming
import Boards
import TestSupport
import Testing

/// Boards whose microphones lie in the plane across forward, so that nothing tells front from back.
private let flatBoards = filteredBoards + ["line-pair"]

/// Those of them that have stereo by filters; a stereo pair on a line input is what it is.
private let filteredBoards = [
  "i2s-pair", "matrix-creator", "matrix-voice", "pdm-pair", "pi-i2s-2", "pi5-i2s-4",
  "pi5-i2s-8", "respeaker-2mic", "respeaker-4mic-hat", "respeaker-6mic-circular", "respeaker-flex",
  "respeaker-usb-4mic", "respeaker-usb-6plus1", "uma-16", "uma-8", "xvf3800",
]

/// Boards that lie on a table: millimetres of their microphones along +y, and along +x.
///
/// From the data sheets: circles of 105, 92.6, 64 and 87 mm diameter with microphones every 45 or 60 degrees, squares
/// with sides of 57.5, 64 (across the corners) and 66 mm; the MATRIX Voice from its table of positions.
private let tables: [String: (along: Int, across: Int)] = [
  "matrix-creator-table": (97, 97), "matrix-voice-table": (74, 74),
  "respeaker-4mic-hat-table": (57, 57), "respeaker-6mic-circular-table": (80, 93),
  "respeaker-usb-4mic-table": (64, 64), "respeaker-usb-6plus1-table": (55, 64),
  "uma-8-table": (75, 87), "xvf3800-table": (66, 66),
]

/// The effects of swapping front and back, and the sources of the boards that are shipped.
@Suite struct FrontBackTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  private static let library = BoardLibrary(folders: [root + "/boards"])

  /// A shipped board without its body.
  private static func inTheAir(_ id: String) throws -> Board {
    var board = try library.load(id)
    board.body?.model = .freeField
    return board
  }

  /// The largest distance between filters of two cases, relative to the largest coefficient.
  private func distance(
    _ a: Design, output: Int, _ b: Design, output other: Int
  ) -> Float {
    var (difference, largest) = (Float(0), Float(0))
    for microphone in 0..<a.filters.microphones {
      let first = a.filters.filter(output: output, microphone: microphone)
      let second = b.filters.filter(output: other, microphone: microphone)
      for (x, y) in zip(first, second) {
        difference = max(difference, abs(x - y))
        largest = max(largest, abs(x))
      }
    }
    return difference / largest
  }

  @Test(
    "a flat board that is turned around exchanges left and right, and nothing else",
    arguments: filteredBoards.sampled(5))
  func flat(id: String) throws {
    let board = try Self.library.load(id)
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(rate: board.capture.rate))
    for orientation in InputOrientation.allCases {
      let designs = try [0, 1].map {
        try designer.design(.init(dataSource: $0, orientation: orientation), pattern: .stereo)
      }
      // Measured: at most 2e-8.
      #expect(distance(designs[0], output: 0, designs[1], output: 1) < 1e-6)
      #expect(distance(designs[0], output: 1, designs[1], output: 0) < 1e-6)
    }
  }

  @Test("a board with depth has other filters for its other side")
  func deep() throws {
    let phone = try Self.inTheAir("phone")
    let designer = try FilterDesigner(board: phone, head: .spherical, settings: DesignSettings())
    for orientation in InputOrientation.allCases {
      let back = try designer.design(
        .init(dataSource: 0, orientation: orientation), pattern: .stereo)
      let front = try designer.design(
        .init(dataSource: 1, orientation: orientation), pattern: .stereo)
      #expect(distance(back, output: 0, front, output: 1) > 0.05)
      #expect(distance(back, output: 1, front, output: 0) > 0.05)
    }
  }

  @Test("every shipped board says whether it tells front from back, and why")
  func statements() throws {
    var expected = Dictionary(
      uniqueKeysWithValues: flatBoards.map { ($0, [Int](repeating: 0, count: 8)) })
    expected["phone"] = [Int](repeating: 8, count: 8)
    expected.merge(tables.mapValues { [$0.along, $0.across, $0.along, $0.across] }) { one, _ in one
    }
    #expect(Set(Self.library.list().map(\.id)) == Set(expected.keys))
    for (id, depths) in expected {
      let statements = try FrontBack.statements(for: Self.library.load(id))
      #expect(statements.map(\.isPossible) == depths.map { $0 > 0 }, "\(id)")
      for (statement, depth) in zip(statements, depths) {
        let why = depth == 0 ? "mirror image" : "\(depth) mm in the forward direction"
        #expect(statement.reason.contains(why), "\(id): \(statement.reason)")
        #expect(
          statement.reason.contains("around the body") == (id == "phone"),
          "\(id): \(statement.reason)")
        #expect(!statement.reason.contains("hardly"), "\(id): \(statement.reason)")
      }
    }
  }

  @Test("without its body a phone hardly tells front from back in the bass")
  func shallow() throws {
    let statements = try FrontBack.statements(for: Self.inTheAir("phone"))
    #expect(statements.count == 8)
    for statement in statements {
      #expect(statement.isPossible && statement.reason.contains("hardly"))
    }
  }

  @Test("what they say is what the designs do: how much softer is the back?")
  func figures() throws {
    for id in ["phone", "i2s-pair", "xvf3800", "xvf3800-table", "matrix-voice-table"] {
      let board = try Self.inTheAir(id)
      let designer = try FilterDesigner(
        board: board, head: .spherical, settings: DesignSettings(rate: board.capture.rate))
      let design = try designer.design(board.cases[0], pattern: .stereo)
      let softer = designer.figures(design).broadbandFrontToBack
      // Measured: tables 2.8 (xvf3800) to 4.0 dB (matrix-voice), the phone 0.9 dB, whose sides come first.
      if flatBoards.contains(board.id) {
        #expect(abs(softer) < 1e-6, "\(board.id): \(softer) dB")
      } else if board.id == "phone" {
        #expect((0.8..<2.5).contains(softer), "\(softer) dB")
      } else {
        #expect(softer > 2.5, "\(board.id): \(softer) dB")
      }
    }
  }
}
