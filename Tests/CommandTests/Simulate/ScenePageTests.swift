import Beamforming
import Boards
import Drawings
import Testing

@testable import pinna

@Suite struct PageTests {
  private func voice(
    _ name: String, _ azimuth: Double, measured: Double?, isCorrect: Bool = true
  ) -> DemoVoice {
    DemoVoice(
      name: name, placedAzimuth: azimuth, leftLevel: -20, rightLevel: -26, timeDifference: -300,
      measuredAzimuth: measured, isCorrect: isCorrect)
  }

  private func place(_ svg: SVGReader, _ style: String) throws -> SIMD2<Double> {
    try #require(svg.all("circle", class: style).first?.place("cx", "cy"))
  }

  @Test(
    "voices stand around the listener with forward up and right at the right",
    arguments: [(0.0, 0.0, -1.0), (90.0, 1.0, 0.0), (-90.0, -1.0, 0.0), (180.0, 0.0, 1.0)])
  func topView(_ azimuth: Double, _ x: Double, _ y: Double) throws {
    let svg = SVGReader(TopView(voices: [voice("a", azimuth, measured: azimuth)]).document())
    #expect(svg.problem == nil)
    let placed = try place(svg, "placed")
    let middle = try #require(svg.all("circle", class: "rule").first?.place("cx", "cy"))
    let away = placed - middle
    let length = (away * away).sum().squareRoot()
    #expect(abs(away.x / length - x) < 1e-3)
    #expect(abs(away.y / length - y) < 1e-3)
    let measured = try place(svg, "measured")
    #expect(((measured - placed) * (measured - placed)).sum() < 1e-3)
  }

  @Test("a voice without a measured direction has a ring and no dot")
  func unmeasured() {
    let svg = SVGReader(TopView(voices: [voice("a", 10, measured: nil)]).document())
    #expect(svg.all("circle", class: "placed").count == 1)
    #expect(svg.all("circle", class: "measured").isEmpty)
  }

  @Test("the demo page has a section per take, counts what is right, and escapes what it is given")
  func demoPage() {
    let take = DemoTake(
      caseName: "#1 <Back>", layoutSVG: "", fileName: "a take & more.wav",
      voices: [
        voice("front left", -30, measured: -35),
        voice("rear", 180, measured: -20, isCorrect: false),
      ], notes: ["a note"])
    let page = DemoPage.render(takes: [take, take])
    #expect(page.contains("2 of 4 sounds are heard on the side where they were, in 2 takes."))
    #expect(page.split(separator: "<h2>").count == 3)
    #expect(page.contains("<h2>#1 &lt;Back&gt;</h2>"))
    #expect(page.contains("src=\"a%20take%20%26%20more.wav\""))
    #expect(page.contains("-6.0 dB"))
    #expect(page.contains("-300 µs"))
    #expect(page.contains("<td class=\"number\">160°</td>"))
    #expect(page.contains("<li>a note</li>"))
    for address in ["https://", "src=\"http", "@import", "<script"] {
      #expect(!page.contains(address))
    }
  }

  @Test("the louder ear has the longer bar, on its own side")
  func earLevels() throws {
    let svg = SVGReader(EarLevels(rows: [.init(name: "a", left: -20, right: -30)]).document())
    let left = try #require(svg.all("rect", class: "left").first)
    let right = try #require(svg.all("rect", class: "right").first)
    #expect(try #require(left.number("width")) > (try #require(right.number("width"))))
    #expect(try #require(left.number("x")) < (try #require(right.number("x"))))
  }

  @Test("silence has no bar and does not spoil the others")
  func silence() {
    let document = EarLevels(
      rows: [.init(name: "a", left: -.infinity, right: -30)]
    ).document()
    #expect(SVGReader(document).problem == nil)
    #expect(document.contains("silent"))
    #expect(!document.contains("inf"))
  }

  @Test("a polar plot has 0 degrees at the top and +90 at the right")
  func polarPlot() throws {
    let plot = PolarPlot(
      title: "t",
      curves: [.init(name: "right", channel: .right, points: [(0, 0), (90, 0), (180, -99)])])
    let svg = SVGReader(plot.document())
    #expect(svg.problem == nil)
    let curve = try #require(svg.all("polygon", class: "curve").first?.attributes["points"])
    let points = curve.split(separator: " ").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    let ring = try #require(svg.all("circle", class: "rule").first)
    let middle = try #require(ring.place("cx", "cy"))
    let radius = try #require(ring.number("r"))
    #expect(points[0] == [middle.x, middle.y - radius])
    #expect(points[1] == [middle.x + radius, middle.y])
    #expect(points[2] == [middle.x, middle.y])
  }
}
