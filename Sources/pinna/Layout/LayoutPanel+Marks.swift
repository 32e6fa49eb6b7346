import Boards
import Drawings
import Glibc

extension LayoutPanel {
  /// Writes the forward direction and the viewpoint in words below the device.
  mutating func drawWords() {
    let words = LayoutWords(layout, seenFrom: view)
    let middle = format.size.x / 2
    var y = format.size.y - 38
    let forward = view.heading(layout.forward)
    let text = "FORWARD \(words.forward)"
    let viewer =
      view.kind == .front
      ? view.explanation : "UP is toward you: you look down on the device's \(layout.upEdge.name)"
    let width = Double(text.count) * 7.1
    if pageDirection(layout.forward) == nil {
      svg.symbol(
        forward, at: SVG.Point(middle - width / 2 - 10, y - 4), radius: 7, class: "forward")
    }
    svg.text(text, at: SVG.Point(middle + 4, y), anchor: .middle, class: "forward forward-words")
    y += 20
    svg.text(viewer, at: SVG.Point(middle, y), anchor: .middle, class: "quiet small")
  }

  /// Draws the axes of the device frame in the lower left corner.
  mutating func drawAxes() {
    let origin = SVG.Point(46, format.size.y - 91)
    for (face, name) in [(DeviceFace.right, "x"), (.top, "y"), (.front, "z")] {
      guard let along = pageDirection(face.direction) else {
        svg.symbol(view.heading(face.direction), at: origin, radius: 5, class: "mark")
        let free = pageDirection(DeviceFace.right.direction) ?? SVG.Point(1, 0)
        let second = pageDirection(DeviceFace.top.direction) ?? SVG.Point(0, 1)
        let third = pageDirection(DeviceFace.front.direction) ?? .zero
        let away = free + second + third
        svg.text(
          name, at: origin - away * 10 + SVG.Point(0, 4), anchor: .middle, class: "quiet small")
        continue
      }
      svg.arrow(from: origin + along * 6, to: origin + along * 22, head: 6, class: "mark thin")
      svg.text(
        name, at: origin + along * 29 + SVG.Point(0, 4), anchor: .middle, class: "quiet small")
    }
  }

  /// Draws a bar in the lower right corner, labelled with its length in millimetres.
  mutating func drawScale() {
    let millimetres = Self.lengths.last { $0 / 1000 * scale <= 90 } ?? Self.lengths[0]
    let end = SVG.Point(format.size.x - 24, format.size.y - 62)
    let start = end - SVG.Point(millimetres / 1000 * scale, 0)
    svg.line(from: start, to: end, class: "mark thin")
    for tick in [start, end] {
      svg.line(from: tick - SVG.Point(0, 4), to: tick + SVG.Point(0, 4), class: "mark thin")
    }
    svg.text(
      "\(Int(millimetres)) mm", at: (start + end) / 2 - SVG.Point(0, 8), anchor: .middle,
      class: "quiet small")
  }

  /// The lengths that a scale bar may have, in millimetres.
  private static let lengths: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
}
