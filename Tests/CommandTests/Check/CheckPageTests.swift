import Boards
import Diagnostics
import Drawings
import Recorder
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("The page of a checkup")
struct CheckPageTests {
  /// A page as XML: without the line that only HTML has, and with the empty elements of its head closed.
  private func reader(_ html: String) -> SVGReader {
    let body = html.split(separator: "<body>", maxSplits: 1, omittingEmptySubsequences: false)
    return SVGReader("<body>" + (body.count == 2 ? body[1] : "").dropLast("</html>\n".count))
  }

  private func position(_ text: String, in html: String) throws -> String.Index {
    try #require(html.firstRange(of: text), "no '\(text)'").lowerBound
  }

  @Test("everything that is opened is closed, and names are escaped")
  func wellFormed() throws {
    for page in [try CheckedPages.faulty(), CheckedPages.unopened] {
      let html = page.html()
      #expect(reader(html).problem == nil)
      #expect(html.contains(HTMLPage.mark))
      for forbidden in [
        "<b>", "<MIC2>", "<0>", "& <", "http:", "https:", "src=", "<script", "url(",
      ] {
        let body = html.replacingSVGNamespace
        #expect(!body.contains(forbidden), "\(forbidden)")
      }
    }
    let html = try CheckedPages.faulty().html()
    #expect(html.contains("<h1>Phone &lt;b&gt; &amp; &quot;co&quot;: checkup</h1>"))
    #expect(html.contains("&lt;MIC2&gt;"))
  }

  @Test("what failed comes first with its remedy, then what warns, then the pictures")
  func order() throws {
    let html = try CheckedPages.faulty().html()
    let places = try [
      "<p class=\"result fail\">1 failure and 1 warning: fix these",
      "class=\"complaint fail\"",
      "Channel 1 is silent: every sample is 0 &amp; &lt;0&gt;",
      "class=\"remedy\">Check its supply",
      "class=\"complaint warn\"", "Limit: at most -80 dBFS", "Run it from a battery",
      "<strong>Microphones</strong>", "1 check was not run: no accelerometer",
      "<h2>What the board can do", "<h2>Which side is left", "<h2>What this geometry can do",
      "<h2>What every microphone heard",
      "<h2>How late the capture thread woke up", "<h2>All findings",
      "<h2>How it was measured",
    ].map { try position($0, in: html) }
    #expect(places == places.sorted())
  }

  private static func page(_ findings: [Finding]) -> CheckPage {
    CheckPage(
      CheckReport(
        board: DrawnBoards.phone, time: WallTime(epochSeconds: 0), seconds: 5, findings: findings),
      ears: .sphere)
  }

  @Test("a healthy board says so, and has no complaints")
  func healthy() {
    let html = Self.page([Finding(.powerLine, .pass, "well")]).html()
    #expect(html.contains("Every check passed."))
    #expect(!html.contains("class=\"complaint"))
    #expect(!html.contains("<details open>"))
    // The verdict is the first thing below the title.
    #expect(html.contains("checkup</h1>\n<p class=\"result pass\">Every check"))
  }

  @Test("a page of nothing but checks that were not made does not praise the board")
  func nothing() {
    let html = Self.page([Finding(.powerLine, .skip, "the board has no power line")]).html()
    #expect(html.contains("<p class=\"result skip\">No check could run"))
    #expect(!html.contains("Every check passed"))
  }

  @Test("every finding has its row, in the part of its group; groups with faults are unfolded")
  func rows() throws {
    let page = try CheckedPages.faulty()
    let html = page.html()
    let part = html[try position("<h2>All findings", in: html)...]
    let rows = part.split(separator: "<tr><td><span class=\"verdict").dropFirst()
    #expect(rows.count == page.report.findings.count)
    for (row, finding) in zip(rows, page.report.findings) {
      #expect(row.contains(">\(finding.verdict.rawValue)</span>"))
      #expect(row.contains("<td>\(finding.check)</td>"))
      #expect(row.contains(SVG.escaped(finding.message)))
    }
    #expect(part.contains("<details open><summary><strong>sound</strong>"))
    #expect(part.contains("<details><summary><strong>motion</strong>"))
    #expect(part.contains("3 pass, 1 warn, 1 fail"))
  }

  @Test("every case is drawn with LEFT and RIGHT where they are", arguments: DrawnCase.all)
  func layouts(_ drawn: DrawnCase) throws {
    let board = DrawnBoards.phone
    let html = Self.page([]).html()
    let title = "<title>\(board.name), \(board.title(of: drawn.which))</title>"
    let start = try position(title, in: html)
    let end = try #require(html[start...].firstRange(of: "</svg>"))
    let svg = SVGReader("<svg>" + html[start..<end.upperBound])
    #expect(svg.problem == nil)
    let device = try #require(svg.all("rect", class: "device").first)
    let corner = try #require(device.place("x", "y"))
    let middle = corner.x + (try #require(device.number("width"))) / 2
    let left = try #require(svg.all("text", class: "left-word").first?.place("x", "y")).x
    let right = try #require(svg.all("text", class: "right-word").first?.place("x", "y")).x
    #expect((left < middle) == drawn.leftIsAtViewersLeft)
    #expect((right > middle) == drawn.leftIsAtViewersLeft)
    let words = svg.elements.filter { $0.name == "text" }.map(\.text)
    #expect(words.contains(drawn.left.name) && words.contains(drawn.right.name))
    #expect(words.contains("FORWARD \(drawn.forward)"))
  }

  @Test("every microphone has its spectrum, and every case its polar plots per octave")
  func pictures() throws {
    let page = try CheckedPages.faulty()
    let html = page.html()
    for microphone in page.board.microphones {
      let name = SVG.escaped(microphone.name)
      #expect(html.contains("<title>\(name), channel \(microphone.channel): -41.0 dBFS(A)</title>"))
      #expect(html.contains("<td>\(microphone.channel + 1) \(name)</td>"))
    }
    for octave in ["125 Hz", "1 kHz", "16 kHz"] {
      #expect(html.split(separator: "<title>\(octave)</title>").count == 3)
    }
    #expect(html.contains("Front and back cannot be told apart"))
    #expect(html.contains("as measured"))
  }

  @Test("a spectrum has frequencies in ratios, and values beyond its scale at its ends")
  func spectrum() throws {
    let points = [100.0, 1000, 10_000].map { SIMD2($0, -50) } + [SIMD2(20_000, -.infinity)]
    let svg = SVGReader(SpectrumChart(title: "MIC1", level: points).fragment())
    #expect(svg.problem == nil)
    let line = try #require(svg.all("polyline", class: "trace").first?.attributes["points"])
    let places = line.split(separator: " ").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    try #require(places.count == 4)
    #expect(abs((places[1][0] - places[0][0]) - (places[2][0] - places[1][0])) < 0.02)
    #expect(places[0][1] == places[1][1] && places[3][1] > places[2][1])
    #expect(places.allSatisfy { $0[0] > 0 && $0[0] < 340 && $0[1] > 0 && $0[1] < 224 })
    let words = svg.elements.filter { $0.name == "text" }.map(\.text)
    for word in ["MIC1", "20 Hz", "1 kHz", "10 kHz", "-40 dB"] { #expect(words.contains(word)) }
  }

  @Test("wake-ups have a bar for each class that has any, and marks in order of time")
  func wakeUps() throws {
    let svg = SVGReader(try CheckedPages.wakeUps().fragment())
    #expect(svg.problem == nil)
    let bars = svg.all("rect", class: "column")
    #expect(bars.count == 5)
    let heights = bars.compactMap { $0.number("height") }
    #expect(heights[0] > heights[1] && heights[1] > heights[2] && heights[4] > 5)
    let places = try (0..<5).map { index in
      try #require(svg.all("line", class: "mark-\(index)").first?.number("x1"))
    }
    #expect(places == places.sorted() && Set(places).count == 5)
    let edge = try #require(bars[0].number("x"))
    #expect(places[0] > edge && places[4] < 320)
    let words = svg.elements.filter { $0.name == "text" }.map(\.text)
    for word in [
      "median 0.04 ms", "99.9 % 0.9 ms", "longest 1.7 ms", "warning 250 ms", "buffer 500 ms",
    ] { #expect(words.contains(word), "\(word)") }
  }
}

extension String {
  /// Without the name of SVG's vocabulary, which is no address that is looked up.
  fileprivate var replacingSVGNamespace: String {
    split(separator: "http://www.w3.org/2000/svg").joined(separator: "")
  }
}
