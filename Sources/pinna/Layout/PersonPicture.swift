import Boards
import Drawings

/// A person with a board that is held, or that lies on a table, as in one case: LEFT is on the left, RIGHT on the
/// right.
///
/// A hand-held board is seen from behind the person, over the head, so that FORWARD is away from the viewer. A board
/// that lies on a table is seen from above, with FORWARD up the page.
struct PersonPicture: Sendable {
  /// The board in the pictures.
  let board: Board

  /// The size of the picture, which equals the size of a layout's small drawings.
  static let size = SVG.Point(390, 330)
  /// The middle of the board on the page, and the greatest length of its sides, in pixels.
  private static let (centre, longest) = (SVG.Point(195, 136), 122.0)
  /// The smallest side in pixels, so that a board that is seen from its edge is still a line.
  private static let least = 8.0

  /// The picture of a case as an SVG document; only the title of the case if it has no left and right.
  func figure(of which: Board.Case) -> String {
    var svg = SVG()
    svg.text(board.title(of: which), at: SVG.Point(20, 30), class: "ink title")
    if let layout = board.layout(which) {
      let view = View(layout, isHeld: board.orientation == .handHeld)
      let device = device(view)
      if view.isHeld {
        drawHolder(around: device, &svg)
        draw(device, view, layout, &svg)
        for x in [device.minX - 3, device.maxX + 3] {
          svg.circle(at: SVG.Point(x, device.maxY - 14), radius: 10, class: "device hand")
        }
      } else {
        draw(device, view, layout, &svg)
        drawSitter(&svg)
      }
      drawWords(device, view, layout, &svg)
    }
    return svg.document(
      size: Self.size, title: "A person with \(board.name), \(board.title(of: which))",
      style: Palette.style)
  }

  /// The caption of the picture, which says in words what it shows.
  func caption(of which: Board.Case) -> String {
    guard let layout = board.layout(which) else { return "No left and right" }
    let view = View(layout, isHeld: board.orientation == .handHeld)
    guard view.isHeld else {
      return "Seen from above: you sit behind the board and look FORWARD, where its "
        + "\(layout.forwardFace.name) points"
    }
    return
      "Seen from behind you: you look FORWARD, where its \(layout.forwardFace.name) points, and see its "
      + DeviceFace(nearest: layout.forward * -1).name
  }

  // MARK: The view

  /// The axes of the page in the device frame: RIGHT points to the right, and UP or FORWARD points up the page.
  private struct View {
    let isHeld: Bool
    let right: Vector3
    let up: Vector3
    let toward: Vector3

    init(_ layout: Layout, isHeld: Bool) {
      self.isHeld = isHeld
      right = layout.right
      let wanted = isHeld ? layout.up : layout.forward
      let away = isHeld ? layout.forward : layout.up * -1
      up = (wanted - away * dot(wanted, away)).normalized
      toward = away * -1
    }

    /// The point on the page for a place in the device frame, in metres, with y UP.
    func project(_ place: Vector3) -> SIMD2<Double> { SIMD2(dot(place, right), dot(place, up)) }
  }

  /// The box of the board on the page.
  private func device(_ view: View) -> Box {
    let size = extent(view).size * scale(view)
    return Box(center: Self.centre, width: max(Self.least, size.x), height: max(Self.least, size.y))
  }

  private func scale(_ view: View) -> Double {
    let size = extent(view).size
    return Self.longest / max(size.x, size.y, 1e-3)
  }

  private func extent(_ view: View) -> (middle: SIMD2<Double>, size: SIMD2<Double>) {
    let outline = DeviceOutline(of: board)
    let (a, b) = (outline.lower, outline.upper)
    let corners = [a.x, b.x].flatMap { x in
      [a.y, b.y].flatMap { y in [a.z, b.z].map { view.project(Vector3(x, y, $0)) } }
    }
    let low = corners.reduce(corners[0]) { pointwiseMin($0, $1) }
    let high = corners.reduce(corners[0]) { pointwiseMax($0, $1) }
    return ((low + high) / 2, high - low)
  }

  // MARK: The board

  private func draw(_ device: Box, _ view: View, _ layout: Layout, _ svg: inout SVG) {
    svg.rect(device, corner: min(12, min(device.width, device.height) / 4), class: "device body")
    drawConnector(device, view, &svg)
    for (index, microphone) in board.microphones.enumerated() {
      let isFar = board.isOnFarSide(index, toward: view.toward)
      svg.circle(
        at: place(of: microphone, device, view), radius: 4,
        class: (isFar ? "far" : "near") + " microphone")
    }
  }

  /// Draws a plug at the bottom edge of the board, if that edge is visible.
  private func drawConnector(_ device: Box, _ view: View, _ svg: inout SVG) {
    let flat = view.project(DeviceFace.bottom.direction)
    guard (flat * flat).sum() > 0.5 else { return }
    let isAcross = abs(flat.y) > abs(flat.x)
    let out = isAcross ? SVG.Point(0, flat.y > 0 ? -1 : 1) : SVG.Point(flat.x > 0 ? 1 : -1, 0)
    let edge = device.center + out * (SVG.Point(device.width, device.height) / 2 + 4)
    let box = Box(center: edge, width: isAcross ? 26 : 13, height: isAcross ? 13 : 26)
    svg.rect(box, corner: 3, class: "connector")
    svg.text("C", at: box.center + SVG.Point(0, 4), anchor: .middle, class: "on-dark small strong")
  }

  // MARK: The person

  /// Draws the head, shoulders and arms of a person who is seen from behind and holds up the board.
  private func drawHolder(around device: Box, _ svg: inout SVG) {
    let head = SVG.Point(Self.centre.x, 254)
    for side in [-1.0, 1.0] {
      let hand = SVG.Point(side < 0 ? device.minX - 3 : device.maxX + 3, device.maxY - 14)
      let shoulder = head + SVG.Point(side * 62, 56)
      let elbow = SVG.Point(head.x + side * max(96, abs(hand.x - head.x) + 24), 266)
      drawLimb(from: shoulder, to: elbow, width: 20, &svg)
      drawLimb(from: elbow, to: hand, width: 15, &svg)
      svg.circle(at: elbow, radius: 9, class: "device")
    }
    let shoulders = [
      SVG.Point(-92, 76), SVG.Point(-84, 52), SVG.Point(-60, 38), SVG.Point(-16, 30),
      SVG.Point(16, 30), SVG.Point(60, 38), SVG.Point(84, 52), SVG.Point(92, 76),
    ]
    svg.polyline(shoulders.map { head + $0 }, isClosed: true, class: "device")
    drawEars(head, &svg)
    svg.circle(at: head, radius: 28, class: "device person-head")
  }

  /// Draws the head and shoulders of a person who is seen from above and looks up the page.
  private func drawSitter(_ svg: inout SVG) {
    let head = SVG.Point(Self.centre.x, 272)
    svg.rect(
      Box(center: head + SVG.Point(0, 10), width: 132, height: 40), corner: 20, class: "device")
    svg.polyline(
      [head + SVG.Point(-6, -24), head + SVG.Point(0, -34), head + SVG.Point(6, -24)],
      isClosed: true, class: "device")
    drawEars(head, &svg)
    svg.circle(at: head, radius: 26, class: "device person-head")
  }

  private func drawEars(_ head: SVG.Point, _ svg: inout SVG) {
    for (side, style) in [(-1.0, "left"), (1.0, "right")] {
      svg.rect(
        Box(center: head + SVG.Point(side * 28, 0), width: 9, height: 18), corner: 4,
        class: "\(style) ear")
    }
  }

  private func drawLimb(from a: SVG.Point, to b: SVG.Point, width: Double, _ svg: inout SVG) {
    let along = b - a
    let length = max(1e-6, (along * along).sum().squareRoot())
    let across = SVG.Point(-along.y, along.x) / length * (width / 2)
    svg.polyline([a + across, b + across, b - across, a - across], isClosed: true, class: "device")
  }

  // MARK: Words

  private func drawWords(_ device: Box, _ view: View, _ layout: Layout, _ svg: inout SVG) {
    let y = device.center.y
    for (side, word, face) in [(-1.0, "left", layout.left), (1.0, "right", layout.right)] {
      let edge = device.center.x + side * (device.width / 2 + 20)
      svg.arrow(
        from: SVG.Point(edge, y), to: SVG.Point(edge + side * 40, y), head: 10,
        class: "\(word) thick")
      let anchor: SVG.Anchor = side < 0 ? .end : .start
      svg.text(
        word.uppercased(), at: SVG.Point(edge, y - 12), anchor: anchor,
        class: "\(word) strong \(word)-word")
      svg.text(
        DeviceFace(nearest: face).name, at: SVG.Point(edge, y + 22), anchor: anchor,
        class: "ink small")
    }
    let top = SVG.Point(device.center.x, device.minY)
    guard view.isHeld else {
      svg.arrow(from: top - SVG.Point(0, 16), to: top - SVG.Point(0, 40), class: "forward")
      svg.text(
        "FORWARD: \(layout.forwardFace.name)", at: top + SVG.Point(10, -24),
        class: "forward strong small")
      return
    }
    svg.text(
      "UP: \(layout.upEdge.name)", at: top - SVG.Point(0, 9 + connectorRoom(view)), anchor: .middle,
      class: "ink small")
    // On a low board, such as a row of microphones, the sign and its word are below the connector.
    guard device.height >= Self.leastForward else {
      let mark = SVG.Point(device.center.x, device.maxY + 34)
      svg.symbol(.away, at: mark - SVG.Point(38, 4), radius: 10, class: "forward")
      svg.text(
        "FORWARD", at: mark + SVG.Point(8, 0), anchor: .middle, class: "forward strong small")
      return
    }
    let mark = device.center + SVG.Point(0, forwardShift(device, view))
    svg.symbol(.away, at: mark - SVG.Point(0, 8), radius: 10, class: "forward")
    svg.text("FORWARD", at: mark + SVG.Point(0, 18), anchor: .middle, class: "forward strong small")
  }

  /// The height of a board in pixels that has room for the sign of FORWARD with its word below.
  private static let leastForward = 56.0

  /// The pixels by which the mark of FORWARD is moved from the middle, so that it covers no microphone.
  private func forwardShift(_ device: Box, _ view: View) -> Double {
    let places = board.microphones.map { place(of: $0, device, view) - device.center }
    return [0.0, 24, -24, 36, -36, 48, -48].first { shift in
      !places.contains { abs($0.x) < 34 && abs($0.y - shift - 2) < 26 }
    } ?? 0
  }

  /// The point on the page for a microphone.
  private func place(of microphone: Microphone, _ device: Box, _ view: View) -> SVG.Point {
    let flat = (view.project(microphone.position) - extent(view).middle) * scale(view)
    return device.center + SVG.Point(flat.x, -flat.y)
  }

  /// The pixels above the board that its connector needs.
  private func connectorRoom(_ view: View) -> Double {
    view.project(DeviceFace.bottom.direction).y > 0.7 ? 12 : 0
  }
}
