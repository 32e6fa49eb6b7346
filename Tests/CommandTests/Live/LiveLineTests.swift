import Boards
import Drawings
import Face
import LinuxBoard
import Recorder
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct LiveLineTests {
  private let lines = RecorderLines(board: ViewSamples.board(4), isUnicode: false)

  @Test("a line for a file names every microphone and says what clipped")
  func file() {
    let text = lines.meters(ViewSamples.content(.armed, channels: 4)).plain
    #expect(text.hasPrefix("armed "))
    #expect(text.contains("L  -12.0  R  -26.0"))
    #expect(text.contains("mic2  -12.0 CLIP"))
  }

  @Test("a line for a terminal is one line", arguments: [40, 79])
  func terminal(_ columns: Int) {
    let line = lines.meters(ViewSamples.content(.armed, channels: 32), columns: columns)
    #expect(line.width <= columns)
    #expect(line.plain.contains("mics") == (columns > 40))
  }

  @Test("the status line has the state first and fits", arguments: [30, 80, 160])
  func status(_ columns: Int) {
    let line = lines.status(
      ViewSamples.content(.recording, channels: 4), columns: columns)
    #expect(line.plain.hasPrefix("* recording 0:01:23.4"))
    #expect(line.width <= columns)
  }

  @Test("the case line gives up the pattern before it gives up left and right")
  func caseLine() {
    let facts = StatusTable(
      board: ViewSamples.board(4),
      content: ViewSamples.content(.recording, channels: 4),
      isUnicode: false)
    #expect(
      facts.caseLine(columns: 64).plain
        == "Back landscapeLeft, stereo  L bottom  R top  seen from the front")
    #expect(
      facts.caseLine(columns: 80).plain
        == "Back landscapeLeft, stereo (latched)  L bottom  R top  seen from the front")
    #expect(facts.caseLine(columns: 45).plain == "Back landscapeLeft, stereo  L bottom  R top")
    #expect(facts.caseLine(columns: 38).plain == "Back landscapeLeft  L bottom  R top")
    #expect(facts.caseLine(columns: 10).plain == "Back lands")
  }

  @Test("what is not as it should be comes first where there is room for little")
  func figures() {
    var content = ViewSamples.content(.armed, channels: 4)
    content.status.gapCount = 2
    content.status.gapFrames = 480
    let facts = StatusTable(
      board: ViewSamples.board(4), content: content, isUnicode: false)
    #expect(facts.figureLine(columns: 30).plain.hasPrefix("gaps 2, together 10 ms"))
  }

  @Test("the time of day has tenths and stays within the day")
  func time() {
    let time = WallTime(epochSeconds: 86399.96, utcOffsetSeconds: 3600)
    #expect(WallClock.timeText(of: time) == "00:59:59.9")
    #expect(
      WallClock.timeText(of: WallTime(epochSeconds: 0.05, utcOffsetSeconds: -60)) == "23:59:00.0")
  }
}
