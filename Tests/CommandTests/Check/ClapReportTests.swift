import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("Claps in a take")
struct ClapReportTests {
  @Test("text has what was heard beside what was promised, and fits", arguments: [44, 60, 80])
  func text(width: Int) {
    let lines = CheckedPages.claps.text(width: width, colored: false)
    #expect(lines.allSatisfy { $0.count <= width })
    let rows = lines.map { $0.split(separator: " ").suffix(4).map(String.init) }
    #expect(rows[1] == ["-6.5", "-7.3", "-310", "-300"])
    #expect(rows[2] == ["-5.0", "+7.5", "-290", "+300"])
    #expect(lines[1].hasPrefix(width < 70 ? "#2 left" : "#2 Back portraitUpsideDown, left"))
  }

  @Test("what is on the wrong side is red in both of its numbers and its name")
  func exchanged() {
    let lines = CheckedPages.claps.text(width: 80, colored: true)
    #expect(!lines[1].contains("\u{1B}[31m"))
    #expect(lines[2].split(separator: "\u{1B}[31m", omittingEmptySubsequences: false).count == 4)
  }

  @Test("the page has both numbers of every clap, and pictures with a dot and a ring for each")
  func page() throws {
    let html = try CheckedPages.faulty().html()
    #expect(html.contains("<h2>Claps in a take</h2>"))
    for title in ["Right louder, dB", "Right earlier, µs"] {
      let start = try #require(html.firstRange(of: "<title>\(title)</title>")).upperBound
      let picture = try #require(
        html[start...].split(separator: "</svg>", maxSplits: 1).first.map(String.init))
      #expect(picture.split(separator: "<circle").count - 1 == 4)
      #expect(picture.split(separator: "class=\"left open\"").count - 1 == 1)
      #expect(picture.split(separator: "class=\"right open\"").count - 1 == 1)
      #expect(picture.contains(">#2 left<"))
    }
  }

  @Test("without claps there is nothing to read")
  func nothing() {
    #expect(ClapReport(CheckedPages.unopened.report).text(width: 80, colored: false).isEmpty)
    #expect(!CheckedPages.unopened.html().contains("claps"))
  }
}
