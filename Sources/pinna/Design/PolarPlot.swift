import Drawings
import Glibc

/// Levels over azimuth: 0 degrees at the top, +90 to the right, rings of 10 dB; small enough to be one of many.
struct PolarPlot {
  /// The colour of a curve, as a class of `Palette`.
  enum Channel: String {
    /// The left ear, blue.
    case left
    /// The right ear, orange.
    case right
    /// Anything else, such as a mono pattern, green.
    case mono = "forward"
  }

  /// One closed curve.
  struct Curve {
    /// Its colour.
    var channel: Channel
    /// True for a dashed curve, as for targets.
    var isTarget = false
    /// The points in order of azimuth: degrees, positive to the right, and decibels.
    var points: [(azimuth: Double, level: Double)]
  }

  /// The title, such as "1 kHz".
  var title: String
  /// The curves, drawn in this order.
  var curves: [Curve] = []
  /// The level of the outer ring in decibels.
  var top = 0.0
  /// Decibels from the outer ring to the middle.
  var range = 30.0

  private static let size = SVG.Point(176, 198)
  private static let centre = SVG.Point(88, 108)
  private static let radius = 66.0

  /// The place of a direction and radius on the page, from the middle of the plot; y down.
  static func place(azimuth: Double, radius: Double) -> SVG.Point {
    let angle = azimuth * .pi / 180
    return SVG.Point(sin(angle), -cos(angle)) * radius
  }

  /// The picture as a fragment for a page with the rules of `Palette`.
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

  /// The distance of a level from the middle, 0 to 1.
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
