import Boards
import Drawings
import Face
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("The view of a running recorder")
struct StatusViewTests {
  private static func status(_ state: RecorderStatus.State) -> RecorderStatus {
    var status = RecorderStatus(version: "1.2.3", board: "b", boardName: "A board with a name")
    (status.state, status.stateSeconds, status.uptimeSeconds) = (state, 60, 7300)
    (status.dataSource, status.orientation, status.pattern) = ("Back", "landscapeLeft", "stereo")
    status.preferredPattern = "stereo"
    status.sides = .init(left: "bottom", right: "top")
    (status.freeBytes, status.secondsLeft) = (45_000_000_000, 45_000)
    (status.preRollSeconds, status.preRollWanted) = (5, 5)
    status.ears = ["L", "R"].map {
      .init(name: $0, rms: -30, peak: -20, held: -12, isClipped: false, isDead: false)
    }
    status.channels = (0..<9).map {
      .init(
        name: $0 == 8 ? nil : "microphone \($0)", rms: -40, peak: -144, held: -144,
        isClipped: $0 == 1, isDead: $0 == 2)
    }
    status.take = .init(
      name: "n", number: 7, seconds: 754.9, isConfirmed: true, unsyncedSeconds: 0, markers: 2)
    return status
  }

  private static let takes: [ListedTake] = [6, 5].map {
    var take = ListedTake(number: $0, name: "n")
    (take.date, take.seconds, take.dataSource) = ("2026-11-23 14:10:20", 65, "Back")
    (take.orientation, take.pattern, take.state) = ("portrait", "stereo", "finished")
    take.end = $0 == 6 ? "stopped" : "storage nearly full"
    return take
  }

  @Test(
    "no line is wider than the terminal, whatever the state",
    arguments: RecorderStatus.State.allCases)
  func widths(state: RecorderStatus.State) {
    var status = Self.status(state)
    status.details = String(repeating: "a long fault ", count: 12)
    status.warnings = [String(repeating: "a long warning ", count: 12), "a short one"]
    for isUnicode in [true, false] {
      let view = StatusView(status, takes: Self.takes, isUnicode: isUnicode)
      for columns in [40, 79, 100, 200] {
        let lines = view.lines(columns: columns)
        #expect(lines.allSatisfy { $0.width <= columns })
        if !isUnicode { #expect(lines.allSatisfy { $0.plain.allSatisfy(\.isASCII) }) }
      }
    }
  }

  @Test(
    "state, take, case, room, levels and the last takes are there, what is wrong in front of them")
  func content() throws {
    var status = Self.status(.recording)
    status.warnings = ["the clock is not set"]
    let lines = StatusView(status, takes: Self.takes, isUnicode: true).lines(columns: 100)
      .map { $0.rendered(colored: false) }
    #expect(lines[0].hasPrefix("● recording  0:12:34  take 7  2 markers  since "))
    #expect(lines[0].hasSuffix("A board with a name"))
    #expect(lines[1] == "  ! the clock is not set")
    let sides = "LEFT bottom edge, RIGHT top edge, seen from the front"
    #expect(lines.contains("Case      Back landscapeLeft, stereo   \(sides)"))
    #expect(lines.contains("Room      12 h 30 min left, 45 GB"))
    #expect(lines.contains("Running   2 h 1 min, pinna 1.2.3"))
    #expect(lines.contains { $0.hasPrefix("Takes        6  2026-11-23 14:10   0:01:05") })
    #expect(lines.contains { $0.hasSuffix("Back portrait  storage nearly full") })
    // Nine channels, one of which has no microphone.
    #expect(lines.filter { $0.hasPrefix("micr…") }.count == 8)
  }

  @Test(
    "where there are rows for it, how the board is held is drawn as in the live view of a recorder",
    arguments: zip(DrawnBoards.phone.cases.prefix(4), InputOrientation.allCases))
  func drawing(which: Board.Case, orientation: InputOrientation) throws {
    var status = Self.status(.recording)
    status.orientation = orientation.rawValue
    let view = StatusView(
      status, takes: Self.takes, board: DrawnBoards.phone, isUnicode: false)
    let drawer = LayoutText(board: DrawnBoards.phone, glyphs: .ascii)
    var rows = 60
    for height in [13, 7] {
      let drawing = drawer.panel(of: which, rows: height)
      #expect(drawing.contains { $0.contains("L <--") || $0.contains("R <--") })
      let lines = view.lines(columns: 100, rows: rows)
      let plain = lines.map(\.plain)
      #expect(Self.place(of: drawing, in: plain) != nil, "\(plain)")
      #expect(view.lines(columns: 100, rows: lines.count) == lines)
      #expect(lines.allSatisfy { $0.width <= 100 && $0.plain.allSatisfy(\.isASCII) })
      #expect(plain.contains { $0.contains("Case      Back \(orientation.rawValue), stereo") })
      #expect(plain.contains { $0.hasPrefix("micr") })
      // One row fewer than this needs.
      rows = lines.count - 1
      let smaller = view.lines(columns: 100, rows: rows).map(\.plain)
      #expect(smaller.count <= rows && Self.place(of: drawing, in: smaller) == nil)
    }
  }

  /// The place of a drawing at the left of a view; `nil` where it is not.
  private static func place(of drawing: [String], in lines: [String]) -> Range<Int>? {
    lines.indices.map { $0..<($0 + drawing.count) }.first { place in
      place.upperBound <= lines.count
        && zip(lines[place], drawing).allSatisfy { line, row in
          line.hasPrefix(row.trimmedAtEnd)
        }
    }
  }

  @Test("without a board, a file or a terminal, and for another board, there is no drawing")
  func noDrawing() {
    var status = Self.status(.armed)
    let plain = StatusView(status, isUnicode: true)
    let drawn = StatusView(status, board: DrawnBoards.phone, isUnicode: true)
    #expect(drawn.lines(columns: 100, rows: 60) != plain.lines(columns: 100, rows: 60))
    #expect(drawn.lines(columns: 100) == plain.lines(columns: 100))
    #expect(drawn.lines(columns: 50, rows: 60) == plain.lines(columns: 50, rows: 60))
    status.dataSource = "Side"
    let other = StatusView(status, board: DrawnBoards.phone, isUnicode: true)
    #expect(
      other.lines(columns: 100, rows: 60)
        == StatusView(status, isUnicode: true).lines(columns: 100, rows: 60))
  }

  @Test(
    "on a narrow terminal the state comes before the name of the board, and levels before the rest")
  func narrow() {
    let view = StatusView(Self.status(.recording), takes: [], isUnicode: true)
    let lines = view.lines(columns: 39, rows: 10).map { $0.rendered(colored: false) }
    #expect(lines[0].hasPrefix("● recording  0:12:34  take 7"))
    #expect(!lines[0].contains("A board"))
    #expect(lines.count <= 10, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("L ") } && lines.contains { $0.hasPrefix("R ") })
    #expect(!lines.contains { $0.hasPrefix("Running") })
    let wide = view.lines(columns: 100).map { $0.rendered(colored: false) }
    #expect(wide.contains { $0.hasSuffix("  rms dB peak dB") })
  }

  @Test("on a terminal without room for every microphone left and right remain")
  func rows() {
    let view = StatusView(Self.status(.armed), takes: Self.takes, isUnicode: true)
    let lines = view.lines(columns: 80, rows: 16).map { $0.rendered(colored: false) }
    #expect(lines.count <= 16)
    #expect(lines.contains { $0.hasPrefix("L ") } && lines.contains { $0.hasPrefix("R ") })
    #expect(!lines.contains { $0.hasPrefix("micr") })
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmedAtEnd: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
