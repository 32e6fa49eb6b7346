import Boards
import Drawings
import Glibc

/// Levels against azimuth: 0 degrees at the top, +90 to the right, rings of 10 dB.
struct PolarPlot: Sendable {
  /// Which colour a curve has.
  enum Channel: String, Sendable {
    /// The left ear, blue.
    case left
    /// The right ear, orange.
    case right
    /// Anything else, such as a mono pattern, green.
    case mono = "forward"
  }

  /// One closed curve.
  struct Curve: Sendable {
    /// What it is, for the key below the plot.
    var name: String
    /// Its colour.
    var channel: Channel
    /// Whether it is drawn dashed, as targets are.
    var isTarget: Bool
    /// Azimuth in degrees, positive to the right, with the level there in decibels; in order of azimuth.
    var points: [(azimuth: Double, level: Double)]

    /// A curve from its points.
    init(
      name: String, channel: Channel, isTarget: Bool = false,
      points: [(azimuth: Double, level: Double)]
    ) {
      self.name = name
      self.channel = channel
      self.isTarget = isTarget
      self.points = points
    }
  }

  /// What the plot shows, such as "1 kHz octave".
  var title: String
  /// The curves, drawn in this order.
  var curves: [Curve]
  /// The level at the outer ring, decibels.
  var top: Double
  /// How far below it the middle is, decibels.
  var range: Double

  /// A plot from its curves.
  ///
  /// - Precondition: `range` is positive.
  init(title: String, curves: [Curve], top: Double = 0, range: Double = 30) {
    precondition(range > 0)
    self.title = title
    self.curves = curves
    self.top = top
    self.range = range
  }

  /// Where a direction at a level is on the page, from the middle of the plot; y down.
  static func place(azimuth: Double, radius: Double) -> SVG.Point {
    let angle = azimuth * .pi / 180
    return SVG.Point(sin(angle), -cos(angle)) * radius
  }

  /// The picture, an SVG document.
  func document() -> String {
    let size = SVG.Point(340, 370 + Double(curves.count) * 18)
    let centre = SVG.Point(170, 200)
    var svg = SVG()
    svg.text(title, at: SVG.Point(16, 26), class: "ink strong")
    drawRings(&svg, centre)
    for curve in curves {
      let points = curve.points.map { point in
        centre + Self.place(azimuth: point.azimuth, radius: radius(of: point.level))
      }
      let style = curve.channel.rawValue + " open" + (curve.isTarget ? " dashed thin" : "")
      svg.polyline(points, isClosed: true, class: style + " curve")
    }
    for (row, curve) in curves.enumerated() {
      let y = 366 + Double(row) * 18
      svg.line(
        from: SVG.Point(20, y - 4), to: SVG.Point(44, y - 4),
        class: curve.channel.rawValue + (curve.isTarget ? " dashed thin" : ""))
      svg.text(curve.name, at: SVG.Point(52, y), class: "ink small")
    }
    return svg.document(size: size, title: title, style: Palette.style)
  }

  /// How far from the middle a level is drawn, 0 to 1.
  func share(of level: Double) -> Double { min(1, max(0, (level - top + range) / range)) }

  private func radius(of level: Double) -> Double {
    guard level.isFinite else { return 0 }
    return Self.radius * share(of: level)
  }

  private static let radius = 124.0

  private func drawRings(_ svg: inout SVG, _ centre: SVG.Point) {
    for azimuth in stride(from: -180.0, to: 180, by: 30) {
      svg.line(
        from: centre, to: centre + Self.place(azimuth: azimuth, radius: Self.radius),
        class: "rule thin")
      let word = azimuth == -180 ? "180" : Int(azimuth).description
      svg.text(
        word, at: centre + Self.place(azimuth: azimuth, radius: Self.radius + 15) + SVG.Point(0, 4),
        anchor: .middle, class: Self.colour(azimuth) + " small")
    }
    for below in stride(from: 0, to: range, by: 10) {
      let radius = radius(of: top - below)
      svg.circle(at: centre, radius: radius, class: "rule thin")
      svg.text(
        "\((top - below).shortText(digits: 1)) dB", at: centre + SVG.Point(4, 12 - radius),
        class: "quiet small")
    }
  }

  static func colour(_ azimuth: Double) -> String {
    if azimuth == 0 || azimuth == -180 { return "ink" }
    return azimuth < 0 ? "left" : "right"
  }
}
