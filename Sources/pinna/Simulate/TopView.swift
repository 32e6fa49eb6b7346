import Drawings
import SimulatedBoard

/// Sounds around a listener, seen from above, with FORWARD at the top, LEFT on the left and RIGHT on the right.
///
/// An open ring on the outer circle shows the true direction of a sound, and a dot on the inner circle shows its
/// direction in the take. A line joins the two; if it points straight to the middle, the direction in the take is
/// right. Several dots in one direction are lined up towards the middle.
struct TopView {
  /// The sounds.
  let sounds: [TakeReport.Row]

  /// The picture as an SVG document.
  func document() -> String {
    var svg = SVG()
    drawListener(&svg)
    var labels: [Box] = []
    var dots: [SVG.Point] = []
    for sound in sounds { draw(sound, &svg, &labels, &dots) }
    return svg.document(
      size: Self.size, title: "Voices around the listener, seen from above", style: Palette.style)
  }

  private static let size = SVG.Point(430, 380)
  private static let centre = SVG.Point(215, 190)
  /// The radii of the circles: the outer one for where sounds were placed, the inner one for where the take has them.
  private static let (radius, inner) = (122.0, 98.0)
  /// The radius of a dot, and the distance between two of them.
  private static let (dot, apart) = (5.5, 13.0)

  private func drawListener(_ svg: inout SVG) {
    let c = Self.centre
    svg.circle(at: c, radius: Self.radius, class: "rule thin")
    svg.circle(at: c, radius: Self.inner, class: "rule thin dashed")
    svg.polyline(
      [c + SVG.Point(-6, -20), c + SVG.Point(0, -31), c + SVG.Point(6, -20)], isClosed: true,
      class: "device")
    svg.rect(Box(center: c + SVG.Point(-23, 0), width: 7, height: 16), corner: 3, class: "left ear")
    svg.rect(Box(center: c + SVG.Point(23, 0), width: 7, height: 16), corner: 3, class: "right ear")
    svg.circle(at: c, radius: 22, class: "device")
    svg.text("FORWARD", at: c - SVG.Point(0, 38), anchor: .middle, class: "forward strong small")
    svg.arrow(from: c - SVG.Point(0, 50), to: c - SVG.Point(0, 68), class: "forward")
    svg.text("LEFT", at: c + SVG.Point(-48, 4), anchor: .middle, class: "left strong small")
    svg.text("RIGHT", at: c + SVG.Point(48, 4), anchor: .middle, class: "right strong small")
  }

  private func draw(
    _ sound: TakeReport.Row, _ svg: inout SVG, _ labels: inout [Box], _ dots: inout [SVG.Point]
  ) {
    let style = Self.colour(sound.placed.azimuth)
    let placed = Self.place(sound.placed.azimuth, Self.radius)
    if let azimuth = sound.heardAzimuth {
      let measured = Self.free(azimuth, dots)
      dots.append(measured)
      svg.line(from: placed, to: measured, class: style + " thin")
      svg.circle(at: measured, radius: Self.dot, class: style + " measured")
    }
    svg.circle(at: placed, radius: 10, class: style + " open placed")
    let mark = sound.isOnCorrectSide ? "" : " ✗"
    drawLabel(
      sound.name + mark, azimuth: sound.placed.azimuth, sound.isOnCorrectSide, &svg, &labels)
  }

  /// Writes a name outside the circle, where it touches no name that is already there.
  private func drawLabel(
    _ text: String, azimuth: Double, _ isCorrect: Bool, _ svg: inout SVG, _ labels: inout [Box]
  ) {
    let at = Self.place(azimuth, Self.radius + 18)
    let side = at.x - Self.centre.x
    let anchor: SVG.Anchor = abs(side) < 24 ? .middle : (side > 0 ? .start : .end)
    let width = Double(text.count) * 6.6
    let middle = SVG.Point(
      at.x + (anchor == .middle ? 0 : anchor == .start ? width / 2 : -width / 2), at.y)
    var box = Box(center: middle, width: width, height: 13)
    let step = at.y < Self.centre.y ? -14.0 : 14.0
    while labels.contains(where: { $0.intersects(box) }) { box.minY += step }
    labels.append(box)
    svg.text(
      text, at: SVG.Point(at.x, box.center.y + 4), anchor: anchor,
      class: (isCorrect ? "ink" : "bad") + " small")
  }

  /// The point on the page for a direction and a radius.
  static func place(_ azimuth: Double, _ radius: Double) -> SVG.Point {
    centre + PolarPlot.place(azimuth: azimuth, radius: radius)
  }

  /// The place for a dot: on the inner circle or, if other dots are there already, further in.
  private static func free(_ azimuth: Double, _ dots: [SVG.Point]) -> SVG.Point {
    let places = (0..<3).map { place(azimuth, inner - Double($0) * apart) }
    return places.first { place in
      dots.allSatisfy { (($0 - place) * ($0 - place)).sum() >= 4 * dot * dot }
    } ?? places[2]
  }

  private static func colour(_ azimuth: Double) -> String {
    let turned = azimuth.remainder(dividingBy: 360)
    if abs(turned) < 1 || abs(turned) > 179 { return "forward" }
    return turned < 0 ? "left" : "right"
  }
}
