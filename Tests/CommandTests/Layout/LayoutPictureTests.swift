import Boards
import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite struct LayoutPictureTests {
  private func reader(_ drawn: DrawnCase) -> SVGReader {
    SVGReader(LayoutPicture(board: DrawnBoards.phone).document(of: drawn.which))
  }

  /// The middle of the device on the page.
  private func centre(_ svg: SVGReader) throws -> SIMD2<Double> {
    let device = try #require(svg.all("rect", class: "device").first)
    let corner = try #require(device.place("x", "y"))
    let width = try #require(device.number("width"))
    let height = try #require(device.number("height"))
    return corner + SIMD2(width, height) / 2
  }

  @Test("LEFT and RIGHT are on the sides of the table of the eight cases", arguments: DrawnCase.all)
  func sides(_ drawn: DrawnCase) throws {
    let svg = reader(drawn)
    let middle = try centre(svg)
    let left = try #require(svg.all("text", class: "left-word").first)
    let right = try #require(svg.all("text", class: "right-word").first)
    #expect(left.text == "LEFT")
    #expect(right.text == "RIGHT")
    let leftX = try #require(left.place("x", "y")).x
    let rightX = try #require(right.place("x", "y")).x
    #expect((leftX < middle.x) == drawn.leftIsAtViewersLeft)
    #expect((rightX > middle.x) == drawn.leftIsAtViewersLeft)
  }

  @Test(
    "arrow heads point away from the device, the left one to the left", arguments: DrawnCase.all)
  func arrows(_ drawn: DrawnCase) throws {
    let svg = reader(drawn)
    let middle = try centre(svg)
    for style in ["left", "right"] {
      let line = try #require(svg.all("line", class: style).first)
      let start = try #require(line.place("x1", "y1"))
      let end = try #require(line.place("x2", "y2"))
      #expect(abs(end.x - middle.x) > abs(start.x - middle.x))
      let isAtLeft = (style == "left") == drawn.leftIsAtViewersLeft
      #expect((end.x < middle.x) == isAtLeft)
    }
  }

  @Test("edges, forward and the number of the case are in words", arguments: DrawnCase.all)
  func words(_ drawn: DrawnCase) throws {
    let pose = try #require(Pose.all[drawn.orientation])
    let svg = reader(drawn)
    let middle = try centre(svg)
    let texts = svg.elements.filter { $0.name == "text" }
    func x(of text: String) throws -> Double {
      let element = try #require(texts.first { $0.text == text })
      return try #require(element.place("x", "y")).x
    }
    #expect(try x(of: pose.leftOfViewer.name) < middle.x)
    #expect(try x(of: pose.rightOfViewer.name) > middle.x)
    #expect(texts.contains { $0.text == "UP: \(pose.top.name)" })
    #expect(texts.contains { $0.text == "FORWARD \(drawn.forward)" })
    #expect(
      texts.contains { $0.text == "#\(drawn.number) \(DrawnBoards.phone.name(of: drawn.which))" })
  }

  @Test("the connector is where the orientation's name says", arguments: DrawnCase.all)
  func connector(_ drawn: DrawnCase) throws {
    let svg = reader(drawn)
    let middle = try centre(svg)
    let plug = try #require(svg.all("rect", class: "connector").first)
    let place = try #require(plug.place("x", "y"))
    let size = SIMD2(try #require(plug.number("width")), try #require(plug.number("height")))
    let away = place + size / 2 - middle
    switch drawn.orientation {
    case .portrait: #expect(away.y > 0 && abs(away.x) < 1)
    case .portraitUpsideDown: #expect(away.y < 0 && abs(away.x) < 1)
    case .landscapeLeft: #expect(away.x < 0 && abs(away.y) < 1)
    case .landscapeRight: #expect(away.x > 0 && abs(away.y) < 1)
    }
  }

  @Test("every picture is well formed and escapes names", arguments: DrawnBoards.all)
  func wellFormed(_ board: Board) {
    let picture = LayoutPicture(board: board)
    let documents =
      [picture.sheet()]
      + board.cases.flatMap {
        [picture.document(of: $0), picture.figure(of: $0)]
      }
    for document in documents {
      let svg = SVGReader(document)
      #expect(svg.problem == nil)
      #expect(!document.contains("<round>"))
      #expect(!document.contains("nan") && !document.contains("inf"))
    }
  }

  @Test(
    "the figure of a case names every microphone beside its number", arguments: DrawnBoards.all)
  func names(_ board: Board) {
    let figure = LayoutPicture(board: board).figure(of: board.cases[0])
    let words = SVGReader(figure).all("text", class: "ink").flatMap {
      $0.text.split(separator: " · ")
    }
    for (index, microphone) in board.microphones.enumerated() {
      #expect(words.contains("\(index + 1) \(microphone.name)"))
    }
  }

  @Test(
    "numbers of microphones do not cover each other, and all are there", arguments: DrawnBoards.all)
  func numbers(_ board: Board) throws {
    for which in board.cases where board.layout(which) != nil {
      let svg = SVGReader(LayoutPicture(board: board).document(of: which))
      let bubbles = (svg.all("rect", class: "near") + svg.all("rect", class: "far")).compactMap {
        bubble -> Box? in
        guard let place = bubble.place("x", "y"), let width = bubble.number("width"),
          let height = bubble.number("height")
        else { return nil }
        return Box(minX: place.x, minY: place.y, width: width, height: height)
      }
      for (index, bubble) in bubbles.enumerated() {
        #expect(!bubbles[(index + 1)...].contains { $0.intersects(bubble) }, "\(board.id) \(which)")
      }
      let texts = svg.elements.filter { $0.name == "text" && $0.classes.contains("strong") }
      let shown = texts.flatMap { $0.text.split(separator: "+") }.compactMap { Int($0) }.sorted()
      #expect(shown == Array(1...board.microphones.count))
    }
  }

  @Test("a table-top board is seen from above with forward up the page")
  func tableTop() throws {
    let board = DrawnBoards.table
    let svg = SVGReader(LayoutPicture(board: board).document(of: board.cases[0]))
    let middle = try centre(svg)
    let forward = try #require(svg.all("text", class: "forward-word").first?.place("x", "y"))
    let left = try #require(svg.all("text", class: "left-word").first?.place("x", "y"))
    #expect(forward.y < middle.y)
    #expect(left.x < middle.x)
    #expect(svg.elements.contains { $0.text.contains("you look down on the device's front") })
  }

  @Test("a sheet has every case once, for light and dark pages, and needs no network")
  func sheet() {
    let document = LayoutPicture(board: DrawnBoards.phone).sheet()
    #expect(SVGReader(document).all("text", class: "left-word").count == 8)
    #expect(document.contains("prefers-color-scheme:dark"))
    let addresses = document.split(separator: "http").dropFirst()
    #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/2000/svg\"") })
  }
}
