import Boards
import Glibc
import Testing

/// One row of the table of the eight cases in the README.
struct EightCase: Sendable, CustomTestStringConvertible {
  var number: Int
  var source: DeviceFace
  var orientation: InputOrientation
  var up: DeviceFace
  var left: DeviceFace
  var right: DeviceFace

  var testDescription: String { "#\(number) \(source) \(orientation)" }
}

/// Typed from the README, not computed.
let eightCases = [
  EightCase(
    number: 1, source: .back, orientation: .portrait, up: .top, left: .left, right: .right),
  EightCase(
    number: 2, source: .back, orientation: .portraitUpsideDown, up: .bottom, left: .right,
    right: .left),
  EightCase(
    number: 3, source: .back, orientation: .landscapeLeft, up: .left, left: .bottom, right: .top),
  EightCase(
    number: 4, source: .back, orientation: .landscapeRight, up: .right, left: .top, right: .bottom),
  EightCase(
    number: 5, source: .front, orientation: .portrait, up: .top, left: .right, right: .left),
  EightCase(
    number: 6, source: .front, orientation: .portraitUpsideDown, up: .bottom, left: .left,
    right: .right),
  EightCase(
    number: 7, source: .front, orientation: .landscapeLeft, up: .left, left: .top, right: .bottom),
  EightCase(
    number: 8, source: .front, orientation: .landscapeRight, up: .right, left: .bottom, right: .top),
]

@Suite struct LayoutTests {
  @Test("the eight cases are those of the specification", arguments: eightCases)
  func eightCase(_ row: EightCase) throws {
    let layout = try #require(
      Layout(forward: row.source.direction, up: row.orientation.up))
    #expect(layout.leftEdge == row.left)
    #expect(layout.rightEdge == row.right)
    #expect(layout.upEdge == row.up)
    #expect(layout.forwardFace == row.source)
    #expect(layout.left == row.left.direction)
    #expect(layout.right == row.right.direction)
  }

  @Test("a table-top board that looks along +y with +z up has its right edge on the right")
  func tableTop() throws {
    let layout = try #require(Layout(forward: Vector3(0, 1, 0), up: Vector3(0, 0, 1)))
    #expect(layout.rightEdge == .right)
    #expect(layout.leftEdge == .left)
  }

  @Test("forward parallel to up has no left and right", arguments: DeviceFace.allCases)
  func parallel(face: DeviceFace) {
    #expect(Layout(forward: face.direction, up: face.direction) == nil)
    #expect(Layout(forward: face.direction, up: -face.direction) == nil)
  }

  @Test("forward and up within 10 degrees have no left and right", arguments: [9.9, 10.1])
  func nearlyParallel(degrees: Double) {
    let up = Vector3(0, cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    #expect((Layout(forward: Vector3(0, 1, 0), up: up) == nil) == (degrees < 10))
  }

  @Test("a tilted forward is kept, and up becomes perpendicular to it")
  func tilted() throws {
    let layout = try #require(Layout(forward: Vector3(0, 1, -1), up: Vector3(0, 1, 0)))
    #expect(abs(dot(layout.forward, layout.up)) < 1e-12)
    #expect(layout.right.x == 1)
    #expect(layout.up.y > 0)
  }

  @Test("scene axes and device axes are each other's inverse", arguments: eightCases)
  func inverse(_ row: EightCase) throws {
    let layout = try #require(Layout(forward: row.source.direction, up: row.orientation.up))
    let v = Vector3(0.1, -0.7, 0.4)
    #expect((layout.device(layout.scene(v)) - v).length < 1e-15)
    #expect(layout.scene(layout.left) == Vector3(0, 1, 0))
  }
}
