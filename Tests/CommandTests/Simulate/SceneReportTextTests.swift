import Acoustics
import Beamforming
import Boards
import Drawings
import SimulatedBoard
import TakeFiles
import Testing

@testable import CommandSupport
@testable import Recorder
@testable import pinna

@Suite struct SceneReportTextTests {
  private static let board = pairBoard

  /// A take in portrait with three rows: right and heard right, left and heard right, and one that moves.
  static func report(
    on board: Board = board, file: String = "/takes/one two.wav"
  ) throws -> SceneReport {
    let designer = try FilterDesigner(
      board: board, head: .spherical, settings: DesignSettings(taps: 64))
    var form = TakeForm()
    (form.preRollSeconds, form.lowCutHertz, form.limits) = (0, nil, false)
    let plan = TakePlan(
      board: board,
      design: try designer.design(
        Board.Case(dataSource: 0, orientation: .portrait), pattern: .omni),
      grant: CaptureGrant(channels: 2, format: .s32, rate: 48000, period: 256, buffer: 1024),
      directory: "/takes", form: form,
      time: WallTime(epochSeconds: 0))
    let take = TakeResult(
      plan: plan, files: [file], rawFiles: [], frames: 48000, preRollFrames: 0,
      timelineStart: 0, gaps: [], markers: [], limitedFrames: 0, clippedSamples: 0, end: .stopped)
    return SceneReport(takes: [TakeReport(take: take, rows: rows)])
  }

  private static let rows = [
    TakeReport.Row(
      source: 0, name: "Rear Right", placed: Direction(azimuth: 135),
      heard: Heard(leftLevel: -30, rightLevel: -24.5, timeDifference: -320e-6, azimuth: 40)),
    TakeReport.Row(
      source: 1, name: "Front Left", placed: Direction(azimuth: -45), isTurnedAway: true,
      heard: Heard(leftLevel: -28, rightLevel: -25, timeDifference: -200e-6, azimuth: 33)),
    TakeReport.Row(source: 2, name: "fly", placed: Direction(azimuth: 0), skipped: .moves),
  ]

  @Test func theTableSaysWhatWasHeard() throws {
    let text = SceneReportTable(report: try Self.report(), board: Self.board)
    let lines = text.table.lines()
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("#1 Back portrait"))
    for part in ["Rear Right", "+135°", "-30.0", "-24.5", "+5.5", "+320", "+140°", "✓"] {
      #expect(lines[1].contains(part), "\(part) in \(lines[1])")
    }
    #expect(lines[2].contains("✗ board turned away"))
    #expect(lines[3].hasSuffix("moves"))
    #expect(text.summary.hasPrefix("1 of 2 sounds are on the side where they were placed"))
    #expect(text.summary.contains("78°"))
  }

  @Test func takesRenderedTheOtherWayStandBesideThem() throws {
    var report = try Self.report()
    #expect(report.otherWay == nil && report.comparison == nil)
    #expect(!SceneReportTable(report: report, board: Self.board).table.lines()[0].contains("By d"))
    var other = report
    other.takes[0].rows[0].heard?.azimuth = 45
    other.takes[0].rows[1].heard?.azimuth = -40
    report.compare(with: other)
    let text = SceneReportTable(report: report, board: Self.board)
    let lines = text.table.lines()
    #expect(lines[0].contains("By direction"))
    #expect(lines[1].contains("+140°") && lines[1].contains("+135°  ✓"), "\(lines[1])")
    #expect(lines[2].contains("-40°"))
    #expect(
      text.summary.hasSuffix(
        "In the takes, sounds are 41.5 degrees from their places on average, and 2.5 when the takes are rendered "
          + "by direction."), "\(text.summary)")
    let page = SceneReportPage(report: report, board: Self.board).html
    #expect(page.contains("In the takes, sounds are 41.5 degrees from their places"))
    #expect(page.contains(">By direction</th>"))
  }

  @Test func manySoundsAreOneRowPerTake() throws {
    var report = try Self.report()
    let heard = Self.rows[0...1]
    report.takes[0].rows = (0..<SceneReportTable.longest / 2).flatMap { _ in heard }
    let full = SceneReportTable(report: report, board: Self.board)
    #expect(full.table.lines().count == 1 + SceneReportTable.longest)
    report.takes[0].rows += Self.rows
    let text = SceneReportTable(report: report, board: Self.board)
    let lines = text.table.lines()
    #expect(lines.count == 2)
    for part in ["#1 Back portrait", "one two.wav", "13 of 26", "42°", "78°"] {
      #expect(lines[1].contains(part), "\(part) in \(lines[1])")
    }
    #expect(lines.allSatisfy { $0.count <= 100 })
    #expect(text.summary.hasSuffix("All sounds are on the page and in --json."))
  }

  @Test func aTakeWithNothingToCompareSaysSo() throws {
    var report = try Self.report()
    report.takes[0].rows = [Self.rows[2]]
    let text = SceneReportTable(report: report, board: Self.board)
    #expect(text.table.lines()[1].hasSuffix("moves"))
    #expect(text.summary.hasPrefix("No sound can be compared"))
  }

  @Test func aPlainTerminalGetsPlainCharacters() throws {
    let text = SceneReportTable(
      report: try Self.report(), board: Self.board, isUnicode: false)
    let lines = text.table.lines() + [text.summary]
    #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
    #expect(lines[2].contains("WRONG"))
  }

  @Test func thePageShowsWhatWasHeard() throws {
    let page = SceneReportPage(report: try Self.report(), board: Self.board)
    let html = page.html
    #expect(html.contains("<h2>#1 Back portrait</h2>"))
    #expect(html.contains("<code>one two.wav</code>"))
    #expect(html.contains("<svg"))
    let cells = html.split(separator: "\n").filter { $0.hasPrefix("<tr><td>Rear Right") }
    let row = try #require(cells.first)
    for part in ["+5.5 dB", "+320 µs", "+140°", "✓"] { #expect(row.contains(part), "\(part)") }
    #expect(html.split(separator: "<tr><td>Front Left").count == 2)
    #expect(!html.contains("<td>fly"))
    #expect(page.html.contains("one%20two.wav"))
    #expect(page.html.contains("1 of 2 sounds"))
  }

  @Test func aSoundThatIsMissingCountsAsWrong() throws {
    var report = try Self.report()
    report.takes[0].rows[0].heard = nil
    report.takes[0].rows[0].skipped = .silent
    let page = SceneReportPage(report: report, board: Self.board)
    #expect(page.html.contains("0 of 2 sounds"))
    let cells = page.html.split(separator: "\n").filter { $0.hasPrefix("<tr><td>Rear Right") }
    #expect(cells.first?.contains(">-</td>") == true)
  }

  @Test func programsGetTheRowAsFacts() throws {
    let heard = try JSONOutput.text(LocalizedSound(Self.rows[0]))
    #expect(heard.contains("\"isOnCorrectSide\" : true"))
    #expect(heard.contains("\"name\" : \"Rear Right\""))
    let skipped = try JSONOutput.text(LocalizedSound(Self.rows[2]))
    #expect(skipped.contains("\"skipped\" : \"moves\""))
    #expect(!skipped.contains("isOnCorrectSide"))
  }
}
