import Boards
import Testing

@testable import ResponseFiles

@Suite("The axes of a listener")
struct ListenerAxesTests {
  private static let source = Vector3(1, 2, 3)

  @Test("A listener that looks along X sees the axes of the room, from where it is")
  func plain() throws {
    let axes = try #require(
      ListenerAxes(position: Vector3(1, 0, 1), view: Vector3(2, 0, 0), up: Vector3(0, 0, 1)))
    #expect(axes.seen(Self.source) == Vector3(0, 2, 2))
  }

  @Test("A listener that looks along Y has the X axis at its right")
  func turned() throws {
    let axes = try #require(
      ListenerAxes(position: .zero, view: Vector3(0, 1, 0), up: Vector3(0, 0, 1)))
    #expect(axes.seen(Vector3(1, 0, 0)) == Vector3(0, -1, 0))
    #expect(axes.seen(Self.source) == Vector3(2, -1, 3))
  }

  @Test("A listener on its back looks up, and its up is not quite across its view")
  func onTheBack() throws {
    let axes = try #require(
      ListenerAxes(position: .zero, view: Vector3(0, 0, 1), up: Vector3(-1, 0, 0.2)))
    #expect((axes.seen(Self.source) - Vector3(3, 2, -1)).length < 1e-12)
  }

  @Test("View and up on one line, or without length, say nothing")
  func nothing() {
    let x = Vector3(1, 0, 0)
    #expect(ListenerAxes(position: .zero, view: x, up: x) == nil)
    #expect(ListenerAxes(position: .zero, view: .zero, up: x) == nil)
    #expect(ListenerAxes(position: .zero, view: x, up: .zero) == nil)
  }

  @Test("Of several sources in one direction the farthest is kept")
  func farthest() {
    let sources = [Vector3(1, 0, 0), Vector3(0, 2, 0), Vector3(3, 0, 0), Vector3(0, 1, 0)]
    #expect(FarthestSources.indices(sources) == [1, 2])
  }
}
