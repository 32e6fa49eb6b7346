import Boards
import Drawings

/// The drawing of one case of a board, in its own rectangle.
///
/// Everything that must not be covered is noted in `occupied`; marks that are drawn later look for a free place.
struct LayoutPanel {
  /// The sizes of a panel and of its signs, in CSS pixels.
  struct Format: Sendable {
    var size: SVG.Point
    /// The largest size that the device may have.
    var device: SVG.Point
    /// The distance from the top of the panel down to the middle of the device.
    var middle: Double
    /// The length of an arrow.
    var arrow: Double
    /// The radius of the circle around a microphone's number.
    var bubble: Double

    /// The format for a page with one case.
    static let single = Format(
      size: SVG.Point(640, 500), device: SVG.Point(340, 290), middle: 262, arrow: 74, bubble: 10)
    /// The format for a page with many cases.
    static let small = Format(
      size: SVG.Point(390, 330), device: SVG.Point(160, 160), middle: 176, arrow: 58, bubble: 8)
  }

  let board: Board
  let which: Board.Case
  let layout: Layout
  let view: Viewpoint
  let format: Format
  /// The number of pixels per metre.
  let scale: Double
  /// The box of the device on the page.
  let device: Box
  private let deviceCentre: SIMD2<Double>
  var svg = SVG()
  var occupied: [Box] = []

  init(board: Board, which: Board.Case, layout: Layout, format: Format) {
    self.board = board
    self.which = which
    self.layout = layout
    self.format = format
    view = Viewpoint(of: layout)
    let outline = DeviceOutline(of: board)
    let face = outline.projected(from: view)
    let size = pointwiseMax(face.upper - face.lower, SIMD2(repeating: 0.001))
    // The longest side of the device always fits, so that the scale does not depend on how the device is rotated.
    let longest = max(size.x, size.y)
    scale = min(format.device.x / longest, format.device.y / size.y, format.device.x / size.x)
    deviceCentre = (face.upper + face.lower) / 2
    device = Box(
      center: SVG.Point(format.size.x / 2, format.middle), width: size.x * scale,
      height: size.y * scale)
    draw()
  }

  /// The point on the page for a point of the device frame, which is given in metres.
  func page(_ position: Vector3) -> SVG.Point {
    let flat = (view.project(position) - deviceCentre) * scale
    return device.center + SVG.Point(flat.x, -flat.y)
  }

  /// Pixels between the outline and an arrow, which leave space for the connector.
  private static let clearance = 15.0

  /// The direction of a heading along the page, with y down; `nil` for a heading into or out of the page.
  func pageDirection(_ direction: Vector3) -> SVG.Point? {
    guard case .along(let flat) = view.heading(direction) else { return nil }
    return SVG.Point(flat.x, -flat.y)
  }

  private mutating func draw() {
    svg.text(board.title(of: which), at: SVG.Point(20, 30), class: "ink title")
    svg.rect(device, corner: min(14, min(device.width, device.height) / 4), class: "device")
    drawConnector()
    drawSide(layout.left, word: "LEFT", class: "left")
    drawSide(layout.right, word: "RIGHT", class: "right")
    drawUpward()
    drawMicrophones()
    drawSymbol()
    drawWords()
    drawAxes()
    drawScale()
  }

  /// Draws a plug at the bottom edge of the device, if that edge is visible.
  private mutating func drawConnector() {
    guard let out = pageDirection(DeviceFace.bottom.direction) else { return }
    let across = abs(out.x) < abs(out.y)
    let depth = 13.0
    let half = SVG.Point(device.width, device.height) / 2
    let edge = device.center + out * (half + depth / 2 - 2)
    let length = min(26, (across ? device.width : device.height) / 3)
    let box = Box(center: edge, width: across ? length : depth, height: across ? depth : length)
    svg.rect(box, corner: 3, class: "connector")
    let letter = SVG.Point(0, 4)
    svg.text("C", at: box.center + letter, anchor: .middle, class: "on-dark small strong")
    occupied.append(box)
  }

  /// Draws an arrow from the device towards the side of a channel, with its word above and the edge below.
  private mutating func drawSide(_ direction: Vector3, word: String, class style: String) {
    guard let along = pageDirection(direction) else { return }
    let start = border(towards: along) + along * Self.clearance
    let tip = start + along * format.arrow
    let middle = (start + tip) / 2
    var side = SVG()
    side.arrow(from: start, to: tip, head: 12, class: style + " thick")
    let wordAt = middle - SVG.Point(0, 12)
    side.text(word, at: wordAt, anchor: .middle, class: style + " strong \(style)-word")
    side.text(
      DeviceFace(nearest: direction).name, at: start + SVG.Point(0, 22),
      anchor: along.x < 0 ? .end : .start, class: "ink")
    svg.group(side, class: style + "-side")
    occupied.append(Box(center: middle, width: max(84, format.arrow), height: 60))
  }

  /// The point at which a ray from the middle of the device crosses the outline.
  private func border(towards along: SVG.Point) -> SVG.Point {
    let x = along.x == 0 ? Double.infinity : device.width / 2 / abs(along.x)
    let y = along.y == 0 ? Double.infinity : device.height / 2 / abs(along.y)
    return device.center + along * min(x, y)
  }

  /// Draws the arrows for forward and for up, unless they point into or out of the page.
  private mutating func drawUpward() {
    let forward = pageDirection(layout.forward)
    if let forward { drawArrow(forward, text: "FORWARD", shift: 0, class: "forward") }
    if let up = pageDirection(layout.up) {
      let text = "UP: \(layout.upEdge.name)"
      drawArrow(up, text: text, shift: forward == nil ? 0 : 90, class: "mark")
    }
  }

  private mutating func drawArrow(
    _ along: SVG.Point, text: String, shift: Double, class style: String
  ) {
    let start = border(towards: along) + along * Self.clearance - SVG.Point(shift, 0)
    let tip = start + along * 34
    svg.arrow(from: start, to: tip, class: style)
    let isForward = style == "forward"
    let label = isForward ? "forward strong forward-word" : "ink up-word"
    svg.text(text, at: (start + tip) / 2 + SVG.Point(10, 5), class: label)
    occupied.append(Box(minX: start.x - 8, minY: tip.y, width: 120, height: 34))
  }
}
