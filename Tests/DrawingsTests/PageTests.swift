import Beamforming
import Boards
import Drawings
import Testing

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

  @Test("a design report has a row per case, the target once, and every note once with its cases")
  func designReport() {
    var figures = Figures()
    figures.octaves = [500, 1000, 2000]
    figures.ildError = 3.25
    figures.itdErrorMean = 88
    figures.itdErrorMax = 240
    figures.centre = -2
    figures.selfNoise = 5.04
    figures.frontToBack = [0, 1, 2]
    figures.targetFrontToBack = [3, 4, 5]
    figures.usableBandwidth = 3600
    let entries = (1...2).map { number in
      DesignReport.Entry(
        title: "#\(number) Back", pattern: .stereo, frontEmphasis: 6, figures: figures,
        notes: ["nobody gets elevation"] + (number == 2 ? ["only here"] : []))
    }
    let lines = DesignReport(entries: entries).text(width: 80, colored: false)
    let row = lines[1].split(separator: " ")
    #expect(row == ["#1", "Back", "3.3", "88", "240", "-2", "+5.0", "0.0", "3600"])
    #expect(lines.contains { $0.hasPrefix("Designed: stereo with 6 dB of front emphasis.") })
    #expect(lines.allSatisfy { $0.terminalWidth <= 80 })
    #expect(lines.filter { $0.hasPrefix("  target") } == ["  target           3.0  4.0  5.0"])
    #expect(lines.contains("- all cases: nobody gets elevation"))
    #expect(lines.contains("- #2: only here"))
    #expect(!lines.contains { $0.contains("LEFT TO RIGHT") })
    #expect(!lines.contains { $0.contains("MISMATCH") })
  }

  @Test("a refined design stands above its closed form, which the legend explains")
  func refinedDesign() {
    var (before, after) = (Figures(), Figures())
    (before.ildError, before.itdErrorMean) = (3.25, 138.2)
    (after.ildError, after.itdErrorMean) = (2.5, 77)
    var entry = DesignReport.Entry(
      title: "#1 Back portrait", pattern: .stereo, frontEmphasis: 6, figures: after)
    let legend = "Below a case: its closed form, from which it was refined."
    func text() -> [String] { DesignReport(entries: [entry]).text(width: 80, colored: false) }
    #expect(!text().joined(separator: " ").contains(legend))
    entry.closedForm = before
    let lines = text()
    #expect(lines[1].split(separator: " ").prefix(5) == ["#1", "Back", "portrait", "2.5", "77"])
    #expect(lines[2].hasPrefix("  closed form        3.3     138"))
    #expect(lines.joined(separator: " ").contains(legend))
    #expect(lines.allSatisfy { $0.terminalWidth <= 80 })
  }

  @Test("a report with mismatch has the undisturbed figure, the median and the bad end of 95 %")
  func mismatchReport() {
    let spread = Robustness.Spread(unperturbed: 2, percentile5: 1, median: 3, percentile95: 4)
    let robustness = Robustness(
      mismatch: Mismatch(gainError: 0.5, phaseError: 1), positionError: 0.5, boards: 50,
      ildError: spread, itdErrorMean: spread, centre: spread, broadbandFrontToBack: spread)
    let entry = DesignReport.Entry(
      title: "Top", pattern: .stereo, frontEmphasis: 6, figures: Figures(), robustness: robustness)
    let lines = DesignReport(entries: [entry]).text(width: 100, colored: false)
    let words = lines.filter { $0.hasPrefix("Top") }.map { $0.split(separator: "  ") }
    #expect(lines.contains { $0.hasPrefix("WITH MISMATCH") })
    #expect(
      words.last?.map { $0.filter { $0 != " " } }
        == ["Top", "2.0/3.0/4.0", "2/3/4", "2/3/4", "2.0/3.0/1.0"])
    #expect(
      lines.contains { $0.hasPrefix("With mismatch: 50 boards whose microphones differ by 0.5 dB") }
    )
  }
}
