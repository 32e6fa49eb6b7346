import Boards
import Drawings
import Realtime
import Recorder
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
      for state in ViewSamples.states {
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
    content.snapshot.ringWanted = 97
    let view = RecorderView(board: ViewSamples.board(4), isUnicode: false)
    let lines = view.lines(content, size: TerminalSize(columns: 120, rows: 40))
      .map { $0.rendered(colored: false) }
    #expect(lines.contains { $0.contains("10 % of 35 s (asked for 97 s)") }, "\(lines)")
  }

  @Test("the state, left, right, every microphone and the case are there from 40x10 on")
  func smallest() {
    let text = Self.text(.recording(ViewSamples.progress), TerminalSize(columns: 40, rows: 10))
    #expect(text[0].hasSuffix("REC 0:01:23.4"))
    for start in ["L ", "R ", "mic1", "mic2", "mic3", "mic4"] {
      #expect(text.contains { $0.hasPrefix(start) }, "\(start)")
    }
    #expect(text.contains("Back landscapeLeft  L bottom  R top"))
    #expect(text.last?.hasPrefix("q quit") == true)
  }

  @Test("what is wrong is said below the title at any size", arguments: sizes.dropLast(2))
  func fault(_ size: TerminalSize) {
    let text = Self.text(.faulted(.capture(.absent(device: "hw:CARD=x"))), size)
    #expect(text[0].hasSuffix("ERROR"))
    #expect(text[1].hasPrefix("hw:CARD=x: there is no such"))
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
    let stereo = content.snapshot.actual
    content.snapshot.actual = Route(
      dataSource: stereo.dataSource, pattern: .ambix, orientation: nil, rate: stereo.rate,
      period: stereo.period, channels: stereo.channels)
    content.snapshot.ears = [0.25, 0.1, 0.05].map { ViewSamples.reading($0) }
    content.marks.update(content.snapshot, at: 0.2)
    #expect(content.earNames == ["W", "Y", "X"])
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
    content.marks.clearClips()
    #expect(!view.lines(content, size: size).contains { $0.plain.contains("CLIP") })
  }

  @Test("a channel that no microphone uses is dim and has the number of the channel")
  func unused() throws {
    var content = ViewSamples.content(.armed, channels: 4)
    content.snapshot.channels.append(ViewSamples.reading(0.1))
    let lines = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 80, rows: 24))
    let line = try #require(lines.first { $0.plain.hasPrefix("ch 4") })
    #expect(line.spans.allSatisfy { $0.style == .dim || $0.text.allSatisfy { $0 == " " } })
  }

  @Test("what the device granted stands beside what was asked for where they differ")
  func granted() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.snapshot.grant?.period = 1024
    let lines = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 120, rows: 40)).map(\.plain)
    #expect(lines.contains { $0.contains("48000 Hz, 4 ch, S32_LE") })
    #expect(lines.contains { $0.contains("Period") && $0.contains("1024 frames") })
    #expect(lines.contains { $0.hasSuffix("Asked for  period 256") })
  }

  @Test("a view of a recorder that makes no takes says nothing of storage and pre-roll")
  func noTakes() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.makesTakes = false
    let text = RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 120, rows: 40)).map(\.plain).joined()
    #expect(!text.contains("Storage"))
    #expect(!text.contains("Pre-roll"))
    #expect(text.contains("LIVE"))
  }

  @Test("the newest event is told to its end where there is room")
  func longEvent() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.events.append(
      ViewContent.Event(
        time: "12:03:23", title: "headphones",
        details: "hw:CARD=none: there is no such playback device; choose one that 'aplay -L' lists",
        style: .yellow))
    let view = RecorderView(board: ViewSamples.board(4), isUnicode: true)
    let text = view.lines(content, size: TerminalSize(columns: 80, rows: 40)).map(\.plain)
    #expect(text.contains { $0.contains("headphones") })
    #expect(text.contains { $0.hasSuffix("lists") })
  }

  @Test("without UTF-8 everything is ASCII")
  func ascii() {
    for size in Self.sizes {
      let lines = RecorderView(board: ViewSamples.board(4), isUnicode: false)
        .lines(ViewSamples.content(.recording(ViewSamples.progress), channels: 4), size: size)
      #expect(lines.allSatisfy { line in line.plain.allSatisfy { $0.isASCII } })
    }
  }

  @Test("more microphones than there are rows are counted")
  func tooMany() {
    let content = ViewSamples.content(.armed, channels: 32)
    let text = RecorderView(board: ViewSamples.board(32), isUnicode: true)
      .lines(content, size: TerminalSize(columns: 40, rows: 12)).map(\.plain)
    #expect(text.count == 12)
    #expect(text.contains { $0.contains("more rows of meters") })
  }

  private static func text(_ state: SessionState, _ size: TerminalSize) -> [String] {
    RecorderView(board: ViewSamples.board(4), isUnicode: true)
      .lines(ViewSamples.content(state, channels: 4), size: size)
      .map { $0.rendered(colored: false) }
  }
}
