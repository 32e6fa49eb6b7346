import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct ScreenTests {
  private static let size = TerminalSize(columns: 10, rows: 3)

  @Test("a first frame clears the screen once and places every line")
  func first() {
    var frames = ScreenFrames(isColored: false)
    let text = frames.sequence(for: [StyledText("one"), StyledText("two")], size: Self.size)
    #expect(
      text
        == "\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1Hone\u{1B}[K\u{1B}[2;1Htwo\u{1B}[K\u{1B}[?2026l")
  }

  @Test("the next frame writes the lines that have changed, and nothing for the same frame")
  func difference() {
    var frames = ScreenFrames(isColored: false)
    _ = frames.sequence(for: [StyledText("one"), StyledText("two")], size: Self.size)
    let changed = frames.sequence(for: [StyledText("one"), StyledText("2")], size: Self.size)
    #expect(changed == "\u{1B}[?2026h\u{1B}[2;1H2\u{1B}[K\u{1B}[?2026l")
    #expect(frames.sequence(for: [StyledText("one"), StyledText("2")], size: Self.size) == "")
  }

  @Test("a line that is no longer there is erased")
  func shorter() {
    var frames = ScreenFrames(isColored: false)
    _ = frames.sequence(for: [StyledText("one"), StyledText("two")], size: Self.size)
    let text = frames.sequence(for: [StyledText("one")], size: Self.size)
    #expect(text == "\u{1B}[?2026h\u{1B}[2;1H\u{1B}[K\u{1B}[?2026l")
  }

  @Test("after a line that reaches the last column nothing is erased: that would take a character")
  func full() {
    var frames = ScreenFrames(isColored: false)
    let text = frames.sequence(for: [StyledText("0123456789")], size: Self.size)
    #expect(text == "\u{1B}[?2026h\u{1B}[2J\u{1B}[1;1H0123456789\u{1B}[?2026l")
  }

  @Test("another size draws everything anew")
  func resize() {
    var frames = ScreenFrames(isColored: false)
    _ = frames.sequence(for: [StyledText("one")], size: Self.size)
    let text = frames.sequence(
      for: [StyledText("one")], size: TerminalSize(columns: 20, rows: 3))
    #expect(text.contains("\u{1B}[2J\u{1B}[1;1Hone"))
  }

  @Test("keys are letters and Enter; escape sequences of arrow keys do nothing")
  func keys() {
    var decoder = KeyDecoder()
    #expect(
      decoder.keys(in: Array("qM\r\n".utf8)) == [
        .character("q"), .character("m"), .enter, .enter,
      ])
    #expect(decoder.keys(in: Array("\u{1B}[A\u{1B}OPs".utf8)) == [.character("s")])
    #expect(decoder.keys(in: Array("\u{1B}[1".utf8)) == [])
    #expect(decoder.keys(in: Array("5~p".utf8)) == [.character("p")])
  }

  @Test("Esc alone does not swallow the next key")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]) == [])
    decoder.endOfBytes()
    #expect(decoder.keys(in: Array("q".utf8)) == [.character("q")])
  }

  @Test("a line with escape sequences keeps its styles and counts its columns without them")
  func escaped() {
    let line = StyledText(escaped: "a\u{1B}[38;5;63mbc\u{1B}[0md")
    #expect(line.width == 4)
    #expect(line.rendered(colored: true) == "a\u{1B}[38;5;63mbc\u{1B}[0md")
    #expect(line.rendered(colored: false) == "abcd")
  }

  @Test("a line is cut at a column, also before a wide character that has half of its room")
  func cut() {
    #expect((StyledText("ab") + StyledText("cd", .red)).cut(to: 3).plain == "abc")
    #expect(StyledText("a漢字").cut(to: 4).plain == "a漢")
    #expect(StyledText("left").opposite(StyledText("right"), columns: 8).plain == "le right")
  }

  @Test("names cannot move the cursor")
  func harmless() {
    #expect(StyledText("a\u{1B}[2Jb\n").plain == "a?[2Jb?")
  }

  @Test("the age of a process is counted behind a name that may hold anything")
  func age() {
    let stat =
      "42 (a ) (b) R 1 42 42 0 -1 4194304 100 0 0 0 1 2 0 0 20 0 5 0 123456 1000 200"
    #expect(ProcessAge.ticks(in: stat) == 123_456)
    #expect(ProcessAge.ticks(in: "no such thing") == nil)
  }
}
