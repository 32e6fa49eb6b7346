import Boards
import Drawings
import Testing

@testable import CommandSupport
@testable import pinna

@Suite("A person who holds the board")
struct PersonPictureTests {
  @Test(
    "left is at the left of the page with its own edge, in every case", arguments: DrawnCase.all)
  func sides(_ drawn: DrawnCase) throws {
    let picture = PersonPicture(board: DrawnBoards.phone)
    let svg = SVGReader(picture.figure(of: drawn.which))
    #expect(svg.problem == nil)
    let middle = PersonPicture.size.x / 2
    let left = try #require(svg.all("text", class: "left-word").first?.place("x", "y"))
    let right = try #require(svg.all("text", class: "right-word").first?.place("x", "y"))
    #expect(left.x < middle && right.x > middle)
    let words = svg.elements.filter { $0.name == "text" }
    func x(_ word: String) -> Double? {
      words.first { $0.text == word }?.place("x", "y")?.x
    }
    #expect(try #require(x(drawn.left.name)) < middle)
    #expect(try #require(x(drawn.right.name)) > middle)
    // Two hands hold it.
    #expect(svg.all("circle", class: "hand").count == 2)
    let face = drawn.forward.contains("back") ? "front" : "back"
    #expect(picture.caption(of: drawn.which).hasSuffix("and see its \(face)"))
  }

  @Test("a board on a table lies before a person who is seen from above")
  func table() throws {
    let board = DrawnBoards.table
    let svg = SVGReader(PersonPicture(board: board).figure(of: board.cases[0]))
    #expect(svg.problem == nil)
    let head = try #require(svg.all("circle", class: "person-head").first?.place("cx", "cy"))
    let body = try #require(svg.all("rect", class: "body").first?.place("x", "y"))
    #expect(head.y > body.y)
    #expect(svg.all("circle", class: "hand").isEmpty)
    #expect(svg.elements.contains { $0.name == "text" && $0.text.hasPrefix("FORWARD") })
    #expect(PersonPicture(board: board).caption(of: board.cases[0]).hasPrefix("Seen from above"))
  }

  @Test("everything is within the picture, on every board and in every case")
  func inside() throws {
    for board in [DrawnBoards.phone, DrawnBoards.table, DrawnBoards.ring(of: 8)] {
      for which in board.cases {
        let svg = SVGReader(PersonPicture(board: board).figure(of: which))
        let places = svg.elements.compactMap { $0.place("cx", "cy") ?? $0.place("x", "y") }
        #expect(
          places.allSatisfy {
            (0...PersonPicture.size.x).contains($0.x) && (0...PersonPicture.size.y).contains($0.y)
          })
        #expect(svg.all("circle", class: "microphone").count == board.microphones.count)
      }
    }
  }

  @Test(
    "ports that face the viewer are near, however deep they are; others may be behind the board")
  func farSide() {
    var board = DrawnBoards.ring(of: 3)
    board.microphones[0].position.z = 0.005
    let (front, back) = (DeviceFace.front.direction, DeviceFace.back.direction)
    func far(_ viewer: Vector3) -> [Bool] {
      board.microphones.indices.map { board.isOnFarSide($0, toward: viewer) }
    }
    #expect(far(front) == [false, false, false] && far(back) == [true, false, false])
    for index in board.microphones.indices { board.microphones[index].normal = front }
    #expect(far(front) == [false, false, false] && far(back) == [true, true, true])
    // The holder of a board that looks out of its back sees the front.
    let figure = SVGReader(PersonPicture(board: board).figure(of: board.cases[0]))
    #expect(figure.all("circle", class: "near").count == 3)
  }
}
