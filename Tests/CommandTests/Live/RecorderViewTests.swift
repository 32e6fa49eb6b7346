import Boards
import Drawings
import Face
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct RecorderViewTests {
  private static let sizes = [
    TerminalSize(columns: 200, rows: 60), TerminalSize(columns: 120, rows: 40),
    TerminalSize(columns: 100, rows: 30), TerminalSize(columns: 80, rows: 24),
    TerminalSize(columns: 60, rows: 15), TerminalSize(columns: 40, rows: 10),
    TerminalSize(columns: 20, rows: 5), TerminalSize(columns: 1, rows: 1),
  ]

  @Test(
    "no line is wider than the terminal and no frame is higher", arguments: sizes, [2, 4, 8, 32])
  func fits(_ size: TerminalSize, channels: Int) {
    for isUnicode in [true, false] {
      for state in RecorderStatus.State.allCases {
        let content = ViewSamples.content(state, channels: channels)
        let lines = RecorderView(board: ViewSamples.board(channels), isUnicode: isUnicode)
          .lines(content, size: size)
        #expect(lines.count <= size.rows)
        #expect(lines.allSatisfy { $0.width <= size.columns })
      }
    }
  }

  @Test("a ring that is shorter than wanted shows both")
  func shortRing() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.status.ringSecondsWanted = 97
    let view = RecorderView(board: ViewSamples.board(4), isUnicode: false)
    let lines = view.lines(content, size: TerminalSize(columns: 120, rows: 40))
      .map { $0.rendered(colored: false) }
    #expect(lines.contains { $0.contains("10 % of 35 s (requested 97 s)") }, "\(lines)")
  }

  @Test("the state, left, right, every microphone and the case are there from 40x10 on")
  func smallest() {
    let text = Self.text(.recording, TerminalSize(columns: 40, rows: 10))
    #expect(text[0].hasSuffix("recording 0:01:23.4"))
    for start in ["L ", "R ", "mic1", "mic2", "mic3", "mic4"] {
      #expect(text.contains { $0.hasPrefix(start) }, "\(start)")
    }
    #expect(text.contains("Back landscapeLeft  L bottom  R top"))
    #expect(text.last?.hasPrefix("q quit") == true)
  }

  @Test("what is wrong is said below the title at any size", arguments: sizes.dropLast(2))
  func fault(_ size: TerminalSize) {
    let text = Self.text(.faulted, size)
    #expect(text[0].hasSuffix("faulted"))
    #expect(text[1].hasPrefix("hw:CARD=ring,DEV=0: gives S16"))
  }

  @Test("bars, numbers and clip flags stand in the same columns in every row of meters")
  func columns() throws {
    let text = Self.text(.armed, TerminalSize(columns: 120, rows: 40))
    let meters = text.filter { line in
      ["L ", "R ", "mic"].contains { line.hasPrefix($0) }
    }
    #expect(meters.count == 6)
    let starts = meters.map { line in Array(line).firstIndex { "█▒·┃".contains($0) } }
    let ends = meters.map { line in Array(line).lastIndex { "█▒·┃".contains($0) } }
    #expect(Set(starts).count == 1)
    #expect(Set(ends).count == 1)
    let points = meters.map { line in Array(line).indices.filter { Array(line)[$0] == "." } }
    #expect(Set(points).count == 1)
  }

  @Test("meters of ambisonics have the names of its channels, and no sides")
  func ambisonics() {
    var content = ViewSamples.content(.armed, channels: 4)
    (content.status.pattern, content.status.sides) = ("ambix", nil)
    content.status.ears = []
    #expect(content.earNames == ["W", "Y", "X"])
    content.status.ears = ["W", "Y", "X"].map { ViewSamples.level($0, -20) }
    let lines = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 100, rows: 40)).map(\.plain)
    for name in ["W ", "Y ", "X "] { #expect(lines.contains { $0.hasPrefix(name) }, "\(lines)") }
    #expect(!lines.contains { $0.hasPrefix("L ") || $0.hasPrefix("R ") || $0.hasPrefix("Z ") })
  }

  @Test("a channel that clipped says so until the flags are cleared")
  func clip() {
    var content = ViewSamples.content(.armed, channels: 4)
    let view = RecorderView(board: ViewSamples.board(4), isUnicode: true)
    let size = TerminalSize(columns: 80, rows: 24)
    #expect(view.lines(content, size: size).filter { $0.plain.contains("CLIP") }.count == 1)
    content.clips.clear()
    #expect(!view.lines(content, size: size).contains { $0.plain.contains("CLIP") })
  }

  @Test("a channel that no microphone uses is dim and has the number of the channel")
  func unused() throws {
    var content = ViewSamples.content(.armed, channels: 4)
    content.status.channels.append(ViewSamples.level(nil, -20))
    let lines = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 80, rows: 24))
    let line = try #require(lines.first { $0.plain.hasPrefix("ch 4") })
    #expect(line.spans.allSatisfy { $0.style == .dim || $0.text.allSatisfy { $0 == " " } })
  }

  @Test("what the device granted stands beside what was asked for where they differ")
  func granted() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.status.capture?.period = 1024
    let lines = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 120, rows: 40)).map(\.plain)
    #expect(lines.contains { $0.contains("48000 Hz, 4 ch, S32_LE") })
    #expect(lines.contains { $0.contains("Period") && $0.contains("1024 frames") })
    #expect(lines.contains { $0.hasSuffix("Requested  period 256") })
  }

  @Test("a view of a recorder that makes no takes says nothing of storage and pre-roll")
  func noTakes() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.status.folder = ""
    let text = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 120, rows: 40)).map(\.plain).joined()
    #expect(!text.contains("Storage"))
    #expect(!text.contains("Pre-roll"))
    #expect(text.contains("armed"))
  }

  @Test("the newest event is told to its end where there is room")
  func longEvent() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.status.events.append(
      RecorderEvent(
        .headphonesFault, "headphones",
        "hw:CARD=none: there is no such playback device; choose one that 'aplay -L' lists",
        .warning))
    let view = RecorderView(board: ViewSamples.board(4), isUnicode: true)
    let text = view.lines(content, size: TerminalSize(columns: 80, rows: 40)).map(\.plain)
    #expect(text.contains { $0.contains("headphones") })
    #expect(text.contains { $0.hasSuffix("lists") })
  }

  @Test("without UTF-8 everything is ASCII")
  func ascii() {
    for size in Self.sizes {
      let lines = RecorderView(board: ViewSamples.board(4), isUnicode: false)
        .lines(ViewSamples.content(.recording, channels: 4), size: size)
      #expect(lines.allSatisfy { line in line.plain.allSatisfy { $0.isASCII } })
    }
  }

  @Test("what is wrong is said below the title, and the newest takes above the events")
  func warnings() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.status.warnings = ["the clock is not set"]
    var take = TakeRecord(number: 6, name: "n")
    (take.state, take.date, take.seconds) = (.finished, "2026-11-23 14:10:20", 65)
    (take.dataSource, take.orientation, take.end) = ("Back", "portrait", "storage nearly full")
    content.takes = [take]
    let text = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 120, rows: 40)).map(\.plain)
    #expect(text[1] == "  ! the clock is not set")
    #expect(text.contains { $0.hasPrefix("Takes        6  2026-11-23 14:10   0:01:05") })
  }

  @Test("without the file of its board there is no drawing, and everything else all the same")
  func noBoard() {
    let content = ViewSamples.content(.recording, channels: 4)
    let size = TerminalSize(columns: 120, rows: 60)
    let text = RecorderView(board: nil, isUnicode: true).lines(content, size: size).map(\.plain)
    #expect(text.contains { $0.hasPrefix("mic4") } && text.contains { $0.hasPrefix("L ") })
    #expect(text.contains { $0.contains("Left") && $0.contains("bottom edge") })
    #expect(!text.contains { $0.contains("Seen") })
    let drawn = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: size).map(\.plain)
    #expect(drawn.contains { $0.contains("Seen") })
  }

  @Test("more microphones than there are rows are counted")
  func tooMany() {
    let content = ViewSamples.content(.armed, channels: 32)
    let text = RecorderView(board: ViewSamples.board(32), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 40, rows: 12)).map(\.plain)
    #expect(text.count == 12)
    #expect(text.contains { $0.contains("more rows of meters") })
  }

  private static func text(_ state: RecorderStatus.State, _ size: TerminalSize) -> [String] {
    RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(ViewSamples.content(state, channels: 4), size: size)
      .map { $0.rendered(colored: false) }
  }
}
