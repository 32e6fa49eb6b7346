import Boards
import Glibc
import Testing

/// A row of the table in boards/README.md, typed from the sources that the file names.
struct ShippedBoard: Sendable, CustomTestStringConvertible {
  var id: String
  var microphones: Int
  /// The largest distance of two microphones, millimetres.
  var span: Double
  /// The first channel, from 0, and how many the device has.
  var firstChannel: Int
  var channels: Int
  var rate: Int
  var isPlanar = true
  /// True when its microphones are numbered around a circle.
  var isRing = true
  var hasTableForm = true

  var testDescription: String { id }
}

private let shipped = [
  ShippedBoard(
    id: "phone", microphones: 4, span: 144.24, firstChannel: 0, channels: 4, rate: 48000,
    isPlanar: false, hasTableForm: false),
  ShippedBoard(
    id: "respeaker-4mic-hat", microphones: 4, span: 81.27, firstChannel: 0, channels: 4,
    rate: 48000),
  ShippedBoard(
    id: "respeaker-6mic-circular", microphones: 6, span: 92.6, firstChannel: 0, channels: 8,
    rate: 48000),
  ShippedBoard(
    id: "respeaker-usb-4mic", microphones: 4, span: 64, firstChannel: 1, channels: 6, rate: 16000),
  ShippedBoard(
    id: "respeaker-usb-6plus1", microphones: 7, span: 64, firstChannel: 0, channels: 8,
    rate: 16000),
  ShippedBoard(
    id: "xvf3800", microphones: 4, span: 93.34, firstChannel: 2, channels: 6, rate: 16000),
  ShippedBoard(
    id: "matrix-voice", microphones: 8, span: 74.67, firstChannel: 0, channels: 8, rate: 48000),
  ShippedBoard(
    id: "matrix-creator", microphones: 8, span: 105, firstChannel: 0, channels: 8, rate: 48000),
  ShippedBoard(id: "uma-8", microphones: 7, span: 87, firstChannel: 0, channels: 8, rate: 48000),
  ShippedBoard(
    id: "i2s-pair", microphones: 2, span: 60, firstChannel: 0, channels: 2, rate: 48000,
    hasTableForm: false),
  ShippedBoard(
    id: "pi-i2s-2", microphones: 2, span: 60, firstChannel: 0, channels: 2, rate: 48000,
    hasTableForm: false),
  ShippedBoard(
    id: "respeaker-flex", microphones: 4, span: 62.23, firstChannel: 2, channels: 6, rate: 16000,
    hasTableForm: false),
  ShippedBoard(
    id: "pi5-i2s-4", microphones: 4, span: 84.85, firstChannel: 0, channels: 4, rate: 48000,
    isRing: false, hasTableForm: false),
  ShippedBoard(
    id: "pi5-i2s-8", microphones: 8, span: 90, firstChannel: 0, channels: 8, rate: 48000,
    isRing: false, hasTableForm: false),
  ShippedBoard(
    id: "uma-16", microphones: 16, span: 178.19, firstChannel: 0, channels: 16, rate: 48000,
    isRing: false, hasTableForm: false),
  ShippedBoard(
    id: "respeaker-2mic", microphones: 2, span: 60, firstChannel: 0, channels: 2, rate: 48000,
    hasTableForm: false),
  ShippedBoard(
    id: "line-pair", microphones: 2, span: 170, firstChannel: 0, channels: 2, rate: 48000,
    hasTableForm: false),
  ShippedBoard(
    id: "pdm-pair", microphones: 2, span: 60, firstChannel: 0, channels: 2, rate: 48000,
    hasTableForm: false),
]

// Not inside @Test: Swift 6.0.3 crashes at a closure there.
private let rings = shipped.filter { $0.isPlanar && $0.isRing && $0.microphones > 2 }
private let withTableForm = shipped.filter { $0.hasTableForm }

struct ShippedBoardTests {
  /// The folder boards/ beside this package's Tests/.
  static let folder = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/") + "/boards"
  }()

  let library = BoardLibrary(folders: [Self.folder])

  @Test("the folder has the boards of this table, and every one of them loads")
  func complete() {
    let expected = shipped.flatMap { $0.hasTableForm ? [$0.id, $0.id + "-table"] : [$0.id] }
    let list = library.list()
    #expect(list.map(\.id) == expected.sorted())
    for entry in list { #expect(entry.error == nil, "\(entry.path)") }
    #expect(Set(list.compactMap(\.name)).count == expected.count, "two boards share a name")
  }

  @Test("the microphones span what the sources say", arguments: shipped)
  func geometry(_ row: ShippedBoard) throws {
    let board = try library.load(row.id)
    #expect(board.id == row.id)
    #expect(board.microphones.count == row.microphones)
    #expect(board.capture.channels == row.channels)
    #expect(board.capture.rate == row.rate)
    #expect(
      board.microphones.map(\.channel)
        == Array(row.firstChannel..<row.firstChannel + row.microphones))
    let positions = board.microphones.map(\.position)
    let span = positions.flatMap { a in positions.map { (a - $0).length } }.max() ?? 0
    #expect(abs(span * 1000 - row.span) < 0.2, "\(span * 1000) mm")
    #expect(positions.allSatisfy { $0.z == 0 } == row.isPlanar)
    #expect(board.source.count > 200, "where do the numbers come from?")
  }

  @Test(
    "microphones around a circle run around it in the order of their channels",
    arguments: rings)
  func order(_ row: ShippedBoard) throws {
    let ring = try library.load(row.id).microphones.map(\.position).filter { $0.length > 0.001 }
    let turns = ring.indices.map { i -> Double in
      let (a, b) = (ring[i], ring[(i + 1) % ring.count])
      return atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y)
    }
    // Once around, clockwise or counter-clockwise: the turns have one sign and add up to a full circle.
    #expect(abs(abs(turns.reduce(0, +)) - 2 * Double.pi) < 1e-9)
    #expect(turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 })
  }

  @Test("the form for the table is the same hardware", arguments: withTableForm)
  func tableForm(_ row: ShippedBoard) throws {
    let (hand, table) = (try library.load(row.id), try library.load(row.id + "-table"))
    #expect(hand.microphones == table.microphones)
    #expect(hand.capture == table.capture)
    #expect(hand.body == table.body)
    #expect(hand.header == table.header)
    #expect(hand.orientation == .handHeld)
    #expect(hand.cases.count == 8)
    #expect(table.orientation == .fixed(up: Vector3(0, 0, 1)))
    #expect(table.dataSources.map(\.orientation) == [.top, .right, .bottom, .left])
    let layout = try #require(table.layout(table.cases[0]))
    #expect(layout.rightEdge == .right)
    #expect(layout.leftEdge == .left)
  }

  @Test("the 16 microphones of the UMA-16 are a square of 4 x 4, 42 mm from one to the next")
  func uma16() throws {
    let positions = try library.load("uma-16").microphones.map { $0.position * 1000 }
    let places = [-63.0, -21, 21, 63]
    for x in places {
      for y in places { #expect(positions.filter { $0 == Vector3(x, y, 0) }.count == 1) }
    }
    // Point 1 of acoular's file, and not of the mirrored one beside it.
    #expect(positions[0] == Vector3(21, -63, 0))
  }

  @Test("the phone looks out of its back first, with the patterns of a phone")
  func phone() throws {
    let phone = try library.load("phone")
    #expect(phone.dataSources.map(\.name) == ["Back", "Front"])
    #expect(Set(phone.dataSources[0].patterns) == [.omni, .subcardioid, .cardioid, .stereo])
    #expect(Set(phone.dataSources[1].patterns) == [.omni, .subcardioid, .cardioid, .stereo])
    #expect(phone.cases.count == 8)
    #expect(phone.body?.size == Vector3(71, 147, 8) / 1000)
  }
}
