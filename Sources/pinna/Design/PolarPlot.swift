import Drawings
import Glibc

/// A plot of levels over azimuth: 0 degrees at the top, +90 on the right, and a ring for every 10 dB; small enough to
/// be one of many.
struct PolarPlot {
  /// The colours of curves, named as the classes of `Palette`.
  enum Channel: String {
    /// The left ear, which is blue.
    case left
    /// The right ear, which is orange.
    case right
    /// Anything else, such as a mono pattern, which is green.
    case mono = "forward"
  }

  /// One closed curve.
  struct Curve {
    /// The colour of the curve.
    var channel: Channel
    /// True if the curve is dashed, as a target is.
    var isTarget = false
    /// The points in the order of their azimuths: degrees, positive to the right, and decibels.
    var points: [(azimuth: Double, level: Double)]
  }

  /// The title of the plot, such as "1 kHz".
  var title: String
  /// The curves, in the order in which they are drawn.
  var curves: [Curve] = []
  /// The level of the outermost ring in decibels.
  var top = 0.0
  /// Decibels from the outermost ring to the middle.
  var range = 30.0

  private static let size = SVG.Point(176, 198)
  private static let centre = SVG.Point(88, 108)
  private static let radius = 66.0

  /// The point on the page for a direction and a radius, relative to the middle of the plot, with y down.
  static func place(azimuth: Double, radius: Double) -> SVG.Point {
    let angle = azimuth * .pi / 180
    return SVG.Point(sin(angle), -cos(angle)) * radius
  }

  /// The picture as a fragment for a page that has the style rules of `Palette`.
  func fragment() -> String {
    var svg = SVG()
    svg.text(title, at: SVG.Point(10, 18), class: "ink strong")
    drawRings(&svg)
    for curve in curves {
      let points = curve.points.map { point in
        Self.centre
          + Self.place(azimuth: point.azimuth, radius: Self.radius * share(of: point.level))
      }
      let style = curve.channel.rawValue + " open curve" + (curve.isTarget ? " dashed thin" : "")
      svg.polyline(points, isClosed: true, class: style)
    }
    return svg.fragment(size: Self.size, title: title)
  }

  /// The distance from the middle at which a level is drawn, 0 to 1.
  private func share(of level: Double) -> Double { min(1, max(0, (level - top + range) / range)) }

  private func drawRings(_ svg: inout SVG) {
    let (centre, radius) = (Self.centre, Self.radius)
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

  private static func colour(_ azimuth: Double) -> String {
    if azimuth == 0 || azimuth == -180 { return "ink" }
    return azimuth < 0 ? "left" : "right"
  }
}
