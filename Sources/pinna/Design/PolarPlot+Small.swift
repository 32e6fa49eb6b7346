import Drawings

/// A polar plot as one of many: small, without a key.
extension PolarPlot {
  private static let smallSize = SVG.Point(176, 198)
  private static let smallCentre = SVG.Point(88, 108)
  private static let smallRadius = 66.0

  /// The picture, a fragment for a page with the rules of ``Palette``.
  func small() -> String {
    var svg = SVG()
    svg.text(title, at: SVG.Point(10, 18), class: "ink strong")
    drawSmallRings(&svg)
    for curve in curves {
      let points = curve.points.map { point in
        Self.smallCentre
          + Self.place(
            azimuth: point.azimuth, radius: Self.smallRadius * share(of: point.level))
      }
      let style = curve.channel.rawValue + " open curve" + (curve.isTarget ? " dashed thin" : "")
      svg.polyline(points, isClosed: true, class: style)
    }
    return svg.fragment(size: Self.smallSize, title: title)
  }

  private func drawSmallRings(_ svg: inout SVG) {
    let (centre, radius) = (Self.smallCentre, Self.smallRadius)
    for azimuth in stride(from: -180.0, to: 180, by: 90) {
      let end = centre + Self.place(azimuth: azimuth, radius: radius)
      svg.line(from: centre, to: end, class: "rule thin")
      let word = azimuth == -90 ? "L" : azimuth == 90 ? "R" : azimuth == 0 ? "0°" : "180°"
      svg.text(
        word, at: centre + Self.place(azimuth: azimuth, radius: radius + 11) + SVG.Point(0, 4),
        anchor: .middle, class: Self.colour(azimuth) + " small")
    }
    svg.circle(at: centre, radius: radius, class: "rule thin")
    let highest = (top / 10).rounded(.down) * 10
    for level in stride(from: highest, to: top - range, by: -10) {
      let ring = radius * share(of: level)
      svg.circle(at: centre, radius: ring, class: "rule thin")
      if level == 0 || level == -20 {
        svg.text(
          "\(level.text(digits: 0)) dB", at: centre + SVG.Point(3, 11 - ring), class: "quiet small")
      }
    }
  }
}
