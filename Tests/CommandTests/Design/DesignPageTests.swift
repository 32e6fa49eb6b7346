import Beamforming
import Boards
import Drawings
import Testing

@testable import CommandSupport
@testable import Recorder
@testable import pinna

@Suite("The page of a board's designs")
struct DesignPageTests {
  @Test("every case has its sections, and every octave its polar plot")
  func sections() throws {
    let board = DrawnBoards.ring(of: 4)
    let page = try DesignedPages.page(board, pattern: .stereo, cases: 2).html()
    #expect(page.split(separator: "<details").count == 5)
    #expect(page.contains("Ring of 4: what it hears"))
    for title in [
      "Is this good?", "How the board is held", "What every octave can do", "Figures of every case",
      "When microphones differ",
    ] {
      #expect(page.contains("<h2>\(title)</h2>"))
    }
    for octave in ["125 Hz", "1 kHz", "16 kHz"] {
      #expect(page.split(separator: "<title>\(octave)</title>").count == 3)
    }
    #expect(page.contains("<title>Level difference at 4 kHz, dB</title>"))
    // All three have one scale.
    let charts = page.split(separator: "<svg").filter { $0.contains("<title>Colour") }
    #expect(charts.count == 6)
    func scale(_ chart: Substring) -> [Substring] {
      chart.split(separator: "text-anchor=\"end\"").dropFirst().map { $0.prefix { $0 != "\n" } }
    }
    #expect(!scale(charts[0]).isEmpty)
    #expect(scale(charts[0]) == scale(charts[1]) && scale(charts[1]) == scale(charts[2]))
    #expect(page.contains("<span class=\"brief\">#1</span>"))
    #expect(page.contains("Front and back cannot be told apart"))
    for address in ["https://", "src=", "@import", "<script", "url("] {
      #expect(!page.contains(address))
    }
  }

  @Test("what a listener gets is drawn with the filters alone, by direction and of the head")
  func listener() throws {
    var page = try DesignedPages.page(DrawnBoards.ring(of: 4), pattern: .stereo, cases: 2)
    #expect(!page.html().contains("What a listener gets"))
    var curves = ListenerCurves(
      azimuths: [-180, -90, 0, 90], target: .init(), linear: .init(), directional: .init())
    curves.target = .init(
      levels: [0, -8, 0, 8], times: [0, -600, 0, 600], directions: [0, -90, 0, 90])
    curves.linear = .init(
      levels: [0, -4, 0, 4], times: [0, -500, 0, 500], directions: [0, -50, 0, 50])
    curves.directional = .init(
      levels: [0, -7, 0, 7], times: [0, -590, 0, 590], directions: [0, -80, 0, 80])
    page.entries[0].listener = curves
    let text = page.html()
    #expect(text.contains("<h2>What a listener gets</h2>"))
    for title in ["Heard at, degrees to the RIGHT", "Time difference, µs", "Level difference, dB"] {
      let chart = try #require(
        text.split(separator: "<svg").first { $0.contains("<title>\(title)</title>") }, "\(title)")
      #expect(chart.contains("LEFT 90°") && chart.contains("RIGHT 90°"))
      for style in ["trace thin", "forward open", "mark open dashed target"] {
        #expect(chart.contains("class=\"\(style)\""), "\(style)")
      }
    }
    // Mean errors: level, time, direction, each by filters alone and by direction.
    let cells = [2.0, 0.5].map { $0.text(digits: 1) } + ["50", "5", "20", "5"]
    let titles = ["Level, dB", "Time, µs", "Heard, degrees"].flatMap { [$0, "by direction"] }
    let row = zip(titles, cells).map {
      "<td class=\"number\" data-title=\"\($0)\">\($1)</td>"
    }.joined()
    #expect(text.contains(row))
  }

  @Test("the page of a mono pattern has its directivity and nothing between the ears")
  func mono() throws {
    let page = try DesignedPages.page(DrawnBoards.table, pattern: .cardioid, cases: 1).html()
    #expect(page.contains("<title>Directivity, dB</title>"))
    #expect(!page.contains("Time difference"))
    #expect(!page.contains("Left to right"))
    #expect(page.contains("Table-top &lt;round&gt;: what it hears"))
  }

  @Test("a chart keeps curves, bars and words inside, also values beyond its axis")
  func chart() throws {
    var chart = Chart(
      title: "t", x: [.init(0, "a"), .init(1, "b")], y: [.init(0, "0"), .init(10, "10")])
    chart.curves = [.init(style: "trace", points: [SIMD2(0, 5), SIMD2(1, 99)])]
    let svg = SVGReader(chart.fragment())
    #expect(svg.problem == nil)
    let points = try #require(svg.all("polyline", class: "trace").first?.attributes["points"])
    let places = points.split(separator: " ").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(places.count == 2)
    #expect(places[0][0] < places[1][0] && places[0][1] > places[1][1])
    #expect(places.allSatisfy { $0[0] > 0 && $0[0] < 340 && $0[1] > 0 && $0[1] < 224 })
  }
}
