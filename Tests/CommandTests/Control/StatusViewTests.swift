import Boards
import Companion
import Drawings
import Recorder
import TestSupport
import Testing

@testable import CommandSupport
@testable import Face
@testable import pinna

@Suite("The view of a running recorder")
struct StatusViewTests {
  private static func status(_ state: RecorderStatus.State) -> RecorderStatus {
    var status = RecorderStatus(version: "1.2.3", board: "b", boardName: "A board with a name")
    (status.state, status.stateSeconds, status.uptimeSeconds) = (state, 60, 7300)
    (status.dataSource, status.orientation, status.pattern) = ("Back", "landscapeLeft", "stereo")
    (status.preferredPattern, status.folder) = ("stereo", "/takes")
    status.sides = .init(left: "bottom", right: "top")
    (status.freeBytes, status.secondsLeft) = (45_000_000_000, 45_000)
    (status.preRollSeconds, status.preRollSecondsWanted) = (5, 5)
    status.ears = ["L", "R"].map {
      .init(name: $0, rms: -30, peak: -20, held: -12, isClipped: false, isDead: false)
    }
    status.channels = (0..<9).map {
      .init(
        name: $0 == 8 ? nil : "microphone \($0)", rms: -40, peak: -144, held: -144,
        isClipped: $0 == 1, isDead: $0 == 2)
    }
    status.take = .init(
      name: "n", number: 7, seconds: 754.9, isConfirmed: true, unsyncedSeconds: 0, markerCount: 2)
    return status
  }

  private static let takes: [TakeRecord] = [6, 5].map {
    var take = TakeRecord(number: $0, name: "n")
    (take.date, take.seconds, take.dataSource) = ("2026-11-23 14:10:20", 65, "Back")
    (take.orientation, take.pattern, take.state) = ("portrait", "stereo", .finished)
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
    #expect(lines.contains { $0.hasPrefix("Source    Back") })
    #expect(lines.contains { $0.hasPrefix("Left      bottom edge") })
    #expect(lines.contains { $0.contains("Storage   12 h 30 min left, 45 GB") })
    #expect(lines.contains { $0.contains("Running   2 h 1 min, pinna 1.2.3") })
    #expect(lines.contains { $0.hasPrefix("Takes        6  2026-11-23 14:10   0:01:05") })
    #expect(lines.contains { $0.hasSuffix("Back portrait  storage nearly full") })
    var cut = Self.takes
    cut[0].state = .cutOff
    let ends = StatusView(status, takes: cut, isUnicode: true).lines(columns: 100).map(\.plain)
    #expect(ends.contains { $0.hasSuffix("Back portrait  cut off") }, "\(ends)")
    // Nine channels, one of which has no microphone.
    let meters = lines.joined(separator: "\n")
    #expect(meters.split(separator: "micr").count == 9 && meters.contains("ch 8"), "\(meters)")
  }

  @Test("the dot stands for recording alone, on every surface")
  func dot() {
    for state in RecorderStatus.State.allCases {
      let content = ViewSamples.content(state, channels: 2)
      let headline = StatusView(content.status, isUnicode: true).headline.plain
      #expect(headline.contains("●") == (state == .recording))
      #expect(content.state(isUnicode: true).words.contains("●") == (state == .recording))
    }
    var status = Self.status(.armed)
    status.isTakeLatched = true
    #expect(StatusView(status, isUnicode: true).headline.plain.hasPrefix("take starts"))
  }

  @Test("on a narrow terminal the state comes before the name of the board")
  func narrow() {
    let view = StatusView(Self.status(.recording), takes: [], isUnicode: true)
    let lines = view.lines(columns: 39).map { $0.rendered(colored: false) }
    #expect(lines[0].hasPrefix("● recording  0:12:34  take 7"))
    #expect(!lines[0].contains("A board"))
    #expect(lines.contains { $0.hasPrefix("L ") } && lines.contains { $0.hasPrefix("R ") })
    let wide = view.lines(columns: 100).map { $0.rendered(colored: false) }
    #expect(wide.contains { $0.hasSuffix("     rms    peak") })
  }

  @Test(
    "one vocabulary: every surface calls a state by the same word",
    arguments: RecorderStatus.State.allCases)
  func vocabulary(state: RecorderStatus.State) throws {
    let word = state.rawValue
    var content = ViewSamples.content(state, channels: 2)
    let status = content.status
    // On the screen, in a line, in the report and in both kinds of JSON.
    let view = RecorderView(board: ViewSamples.board(2), isUnicode: true)
    let screen = view.lines(content, size: TerminalSize(columns: 120, rows: 40)).map(\.plain)
    #expect(screen[0].contains(" \(word)"))
    let lines = RecorderLines(board: nil, isUnicode: false)
    #expect(lines.meters(content).plain.contains(word))
    #expect(StatusView(status, isUnicode: false).headline.plain.contains(word))
    #expect(try JSONOutput.line(LevelReadings(status)).contains("\"state\":\"\(word)\""))
    #expect(try JSONOutput.line(status).contains("\"state\":\"\(word)\""))
    // A recorder that makes no takes has no other words.
    content.status.folder = ""
    #expect(lines.meters(content).plain.contains(word))
    // The page shows the word as it comes.
    let script = String(decoding: PageFile.script.bytes, as: UTF8.self)
    #expect(script.contains("put(\"state\", isThere ? state : "))
  }

  /// The words of the lights and of the library that are not states, each with the states that it divides or joins.
  private static let others: [String: Set<RecorderStatus.State>] = [
    "starting": [.idle, .lent], "asleep": [.idle], "takeStarting": [.armed, .recording],
    "error": [.faulted, .armed],
    "inactive": [.idle, .lent], "active": [.idle, .armed, .recording, .paused],
    "interrupted": [.idle, .lent, .faulted],
  ]

  @Test("lights and library call a state by its word, or by one that divides or joins states")
  func lightsAndLibrary() throws {
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    let interface = try #require(
      ChildProcess.run(["cat", root + "/Tests/PinnaCaptureTests/Interface.txt"])
    ).output
    let activities = interface.split(separator: "\n").compactMap { line -> String? in
      let title = "CaptureStatus Activity case "
      return line.hasPrefix(title)
        ? String(line.dropFirst(title.count).prefix { $0.isLetter }) : nil
    }
    let states = RecorderStatus.State.allCases.map(\.rawValue)
    let words = Set(LightState.Phase.allCases.map(\.rawValue) + activities)
    #expect(activities.count == 5 && words.subtracting(states) == Set(Self.others.keys))
    // Every state appears on both surfaces, except that the lights are ready again while a take is being finished.
    for surface in [LightState.Phase.allCases.map(\.rawValue), activities] {
      let shown = surface.flatMap { Self.others[$0]?.map(\.rawValue) ?? [$0] }
      #expect(Set(states).subtracting(shown).subtracting(["finishing"]) == [])
    }
  }
}
