import Beamforming
import Boards
import Drawings
import SimulatedBoard
import TestSupport
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct ScenePageTests {
  private func sound(
    _ azimuth: Double, _ heard: Double?, left: Double = -20, right: Double = -26
  ) -> TakeReport.Row {
    TakeReport.Row(
      source: 0, name: "a", placed: Direction(azimuth: azimuth),
      heard: heard.map {
        Heard(leftLevel: left, rightLevel: right, timeDifference: 300e-6, azimuth: $0)
      }, skipped: heard == nil ? .silent : nil)
  }

  private func place(_ svg: SVGReader, _ style: String) throws -> SIMD2<Double> {
    try #require(svg.all("circle", class: style).first?.place("cx", "cy"))
  }

  @Test(
    "sounds stand around the listener with forward up and right at the right",
    arguments: [
      (0.0, 0.0, 0.0, -1.0), (90.0, 90.0, 1.0, 0.0), (-90.0, -90.0, -1.0, 0.0),
      (180.0, 0.0, 0.0, 1.0),
    ])
  func topView(_ azimuth: Double, _ lateral: Double, _ x: Double, _ y: Double) throws {
    let svg = SVGReader(TopView(sounds: [sound(azimuth, lateral)]).document())
    #expect(svg.problem == nil)
    let placed = try place(svg, "placed")
    let middle = try #require(svg.all("circle", class: "rule").first?.place("cx", "cy"))
    let away = placed - middle
    let length = (away * away).sum().squareRoot()
    #expect(abs(away.x / length - x) < 1e-3)
    #expect(abs(away.y / length - y) < 1e-3)
    let measured = try place(svg, "measured")
    // It is heard where it was, and drawn apart from it: nearer to the middle.
    let dot = measured - middle
    let inner = (dot * dot).sum().squareRoot()
    #expect(inner < length - 15)
    #expect(abs(dot.x / inner - x) < 1e-3 && abs(dot.y / inner - y) < 1e-3)
  }

  @Test("sounds that are heard in one place have a dot each, and a line to where they were")
  func overlapping() throws {
    let sounds = [sound(-90, -45), sound(-45, -45), sound(-135, -45), sound(45, 45)]
    let svg = SVGReader(TopView(sounds: sounds).document())
    #expect(svg.problem == nil)
    let signs = (svg.all("circle", class: "measured") + svg.all("circle", class: "placed"))
      .compactMap { $0.place("cx", "cy") }
    #expect(signs.count == 8)
    for (index, one) in signs.enumerated() {
      for other in signs[(index + 1)...] {
        #expect(((one - other) * (one - other)).sum().squareRoot() > 10)
      }
    }
  }

  @Test("a right side and a wrong place are told in words beside each other")
  func explanation() throws {
    let words = try #require(
      SceneReportPage.explanation([sound(0, 0), sound(-90, -50), sound(45, 40)]))
    #expect(
      words.hasPrefix(
        "The sides are correct; the directions are less exact. Half of the sounds are within 5°")
    )
    #expect(words.contains("by 40°, is a: placed 90° to the LEFT, heard 50° to the LEFT."))
    #expect(words.contains("the correct side, but nearer to the middle"))
    let near = try #require(SceneReportPage.explanation([sound(0, 0), sound(-60, -52)]))
    #expect(near.hasPrefix("The directions are also correct,") && near.contains("by 8°, is a"))
    let wrong = try #require(SceneReportPage.explanation([sound(-90, 50)]))
    #expect(wrong.contains("heard 50° to the RIGHT.") && !wrong.contains("correct side"))
    #expect(SceneReportPage.explanation([sound(10, nil)]) == nil)
  }

  @Test("a take with its raw file has outlines of both, one switch, and a button for every sound")
  func player() throws {
    var report = try SceneReportTextTests.report()
    var heard = sound(-30, -35)
    heard.seconds = 1...2.5
    report.takes[0].rows = [heard]
    var take = TakeSound(seconds: 4, stereo: .init([0.5, 0.25, 0, 0]))
    var page = SceneReportPage(report: report, board: pairBoard, sounds: [take]).html
    #expect(page.split(separator: "<audio").count == 2 && !page.contains("class=\"hear\""))
    #expect(page.contains("simulate with --raw"))
    take.bare = .init(path: "scene/a_microphones.wav", names: ["a", "b"], outline: take.stereo)
    page = SceneReportPage(report: report, board: pairBoard, sounds: [take]).html
    #expect(page.split(separator: "<audio").count == 3)
    #expect(page.contains("src=\"scene/a_microphones.wav\""))
    #expect(page.split(separator: "class=\"hear\"").count == 3)
    #expect(page.contains("data-from=\"1.00\" data-to=\"2.50\">a</button>"))
    take.focused = [
      .init(
        title: "Focus on a, 30° to the LEFT", choice: "On a", path: "scene/a_focus-30.wav",
        outline: take.stereo)
    ]
    let more = SceneReportPage(
      report: report, board: pairBoard, sounds: [take], pictures: ["<svg></svg>"]
    ).html
    #expect(more.split(separator: "<audio").count == 4 && more.contains(">On a</button>"))
    #expect(more.contains("src=\"scene/a_focus-30.wav\"") && more.contains("class=\"panorama\""))
    #expect(more.contains("pinna render RAW --focus"))
    let outlines = page.split(separator: "class=\"left outline\"").count - 1
    #expect(outlines == 2)
    #expect(page.contains("<script>") && !page.contains("http://localhost"))
    // The script is not XML.
    let body = page.split(separator: "<body>", maxSplits: 1)[1]
    let markup = body.split(separator: "<script>", maxSplits: 1)[0]
    #expect(SVGReader("<body>" + markup + "</main></body>").problem == nil)
  }

  @Test("the microphones that lie furthest apart from left to right are compared, in that order")
  func pair() {
    let board = DrawnBoards.phone
    for which in board.cases {
      guard let layout = board.layout(which), let pair = TakeSound.pair(board, which) else {
        Issue.record("\(which)")
        continue
      }
      let places = board.microphones.map { dot($0.position, layout.right) }
      #expect(places[pair[0]] == places.min() && places[pair[1]] == places.max())
    }
  }

  @Test("a sound that was not heard has a ring and no dot")
  func unmeasured() {
    let svg = SVGReader(TopView(sounds: [sound(10, nil)]).document())
    #expect(svg.all("circle", class: "placed").count == 1)
    #expect(svg.all("circle", class: "measured").isEmpty)
  }

  /// The words of a chart's vertical axis; none when there is no such chart.
  private static func scale(of title: String, in page: String) -> [Substring] {
    let chart = page.split(separator: "<svg").first { $0.contains(title) } ?? ""
    return chart.split(separator: "\n").filter { $0.contains("text-anchor=\"end\"") }
  }

  @Test("pictures of voices have one range, say where the voice was, and what 0 dB is")
  func spectra() throws {
    var random = SeededGenerator(seed: 9)
    let dry = (0..<16000).map { _ in Float.random(in: -0.1...0.1, using: &random) }
    var report = try SceneReportTextTests.report()
    report.takes[0].rows = [sound(-30, -35), sound(0, 0), sound(170, 20)]
    for index in report.takes[0].rows.indices {
      var spectrum = VoiceSpectrum(dry: dry, left: dry, right: dry, rate: 16000)
      // Only the last is far from even.
      if index == 2 { spectrum.heard[3] = 27 }
      report.takes[0].rows[index].spectrum = spectrum
    }
    let page = SceneReportPage(report: report, board: pairBoard).html
    #expect(
      page.contains(
        "Levels per third octave, both ears together; each curve is relative to its own mean from 0.2 to 2 kHz"
      )
    )
    let titles = ["a, 30° LEFT, dB", "a, ahead, dB", "a, 170° RIGHT, dB"]
    let scales = titles.map { Self.scale(of: $0, in: page) }
    #expect(scales[0].contains { $0.contains(">30<") }, "\(scales[0])")
    #expect(scales[0] == scales[1] && scales[1] == scales[2])
  }

  @Test("the page has a section per take, counts what is right, and escapes what it is given")
  func page() throws {
    var board = pairBoard
    board.dataSources[0].name = "<Back>"
    var report = try SceneReportTextTests.report(on: board, file: "a take & more.wav")
    report.takes[0].rows = [sound(-30, -35), sound(170, -20)]
    report.takes += report.takes
    let page = SceneReportPage(report: report, board: board).html
    #expect(page.contains("2 of 4 sounds are heard on the correct side, in 2 takes."))
    #expect(page.split(separator: "<h2>").count == 3)
    #expect(page.contains("<h2>#1 &lt;Back&gt; portrait</h2>"))
    #expect(page.contains("src=\"a%20take%20%26%20more.wav\""))
    #expect(page.contains("-6.0 dB"))
    #expect(page.contains("-300 µs"))
    // Heard at -160, behind as it was placed: 30 degrees the short way round.
    #expect(page.contains("<td class=\"number\">30°</td>"))
    #expect(page.contains("placed 170° to the RIGHT, heard 160° to the LEFT."))
    for address in ["https://", "src=\"http", "@import", "<script"] {
      #expect(!page.contains(address))
    }
  }

  @Test("the louder ear has the longer bar, on its own side")
  func earLevels() throws {
    let svg = SVGReader(LevelBars(sounds: [sound(0, 0, right: -30)]).document())
    let left = try #require(svg.all("rect", class: "left").first)
    let right = try #require(svg.all("rect", class: "right").first)
    #expect(try #require(left.number("width")) > (try #require(right.number("width"))))
    #expect(try #require(left.number("x")) < (try #require(right.number("x"))))
  }

  @Test("silence has no bar and does not spoil the others")
  func silence() {
    let document = LevelBars(sounds: [sound(0, 0, left: -.infinity, right: -30)]).document()
    #expect(SVGReader(document).problem == nil)
    #expect(document.contains("silent"))
    #expect(!document.contains("inf"))
  }

  @Test("a polar plot has 0 degrees at the top and +90 at the right")
  func polarPlot() throws {
    let plot = PolarPlot(
      title: "t", curves: [.init(channel: .right, points: [(0, 0), (90, 0), (180, -99)])])
    let svg = SVGReader(plot.fragment())
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
