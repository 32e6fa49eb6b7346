/// A chart of curves or bars over a horizontal axis, small enough that a page can hold many charts.
package struct Chart: Sendable {
  /// A position on an axis, with its label.
  package struct Tick: Sendable, Equatable {
    /// The position, in the unit of the axis.
    package var value: Double
    /// The label at this position.
    package var word: String

    /// A tick from its position and its label.
    package init(_ value: Double, _ word: String) {
      self.value = value
      self.word = word
    }
  }

  /// One curve.
  package struct Curve: Sendable {
    /// The classes of ``Palette`` with which the curve is drawn.
    package var style: String
    /// The points, in the units of the axes.
    package var points: [SIMD2<Double>]

    /// A curve from its points.
    package init(style: String, points: [SIMD2<Double>]) {
      self.style = style
      self.points = points
    }
  }

  /// The title, which also names the unit of the vertical axis.
  package var title: String
  /// The ticks of the horizontal axis, from left to right.
  package var x: [Tick]
  /// The ticks of the vertical axis, from bottom to top.
  package var y: [Tick]
  /// The outline of an area drawn behind everything else, such as an expected range.
  package var band: [SIMD2<Double>] = []
  /// The curves, drawn in this order.
  package var curves: [Curve] = []
  /// Upright bars from 0, in the units of the axes.
  package var bars: [SIMD2<Double>] = []
  /// Short horizontal lines across the bars, such as targets.
  package var marks: [SIMD2<Double>] = []
  /// True if the left half of the horizontal axis is LEFT and the right half is RIGHT.
  package var hasSides = false

  /// A chart without curves.
  ///
  /// - Precondition: both axes have at least two ticks.
  package init(title: String, x: [Tick], y: [Tick]) {
    precondition(x.count > 1 && y.count > 1)
    self.title = title
    self.x = x
    self.y = y
  }

  private static let size = SVG.Point(340, 224)
  private static let area = Box(minX: 46, minY: 34, width: 272, height: 158)

  /// The chart as an SVG fragment, for a page that contains the rules of ``Palette``.
  package func fragment() -> String {
    var svg = SVG()
    svg.text(title, at: SVG.Point(12, 20), class: "ink strong")
    if !band.isEmpty { svg.polyline(band.map(place), isClosed: true, class: "band") }
    drawAxes(&svg)
    for bar in bars { draw(bar, &svg) }
    for curve in curves { svg.polyline(curve.points.map(place), class: curve.style) }
    let half = barWidth / 2 + 3
    for mark in marks {
      let at = place(mark)
      svg.line(from: at - SVG.Point(half, 0), to: at + SVG.Point(half, 0), class: "trace target")
    }
    return svg.fragment(size: Self.size, title: title)
  }

  private var barWidth: Double { min(22, Self.area.width / Double(max(1, bars.count)) * 0.55) }

  private func draw(_ bar: SIMD2<Double>, _ svg: inout SVG) {
    let (tip, foot) = (place(bar), place(SIMD2(bar.x, 0)))
    svg.rect(
      Box(
        minX: tip.x - barWidth / 2, minY: min(tip.y, foot.y), width: barWidth,
        height: max(1, abs(tip.y - foot.y))), corner: 2, class: "column")
  }

  private func drawAxes(_ svg: inout SVG) {
    for tick in y {
      let at = SVG.Point(Self.area.minX, place(SIMD2(x[0].value, tick.value)).y)
      svg.line(from: at, to: at + SVG.Point(Self.area.width, 0), class: "rule thin")
      svg.text(tick.word, at: at + SVG.Point(-6, 4), anchor: .end, class: "quiet small")
    }
    let middle = (x[0].value + x[x.count - 1].value) / 2
    for tick in x {
      let at = place(SIMD2(tick.value, y[0].value))
      if bars.isEmpty {
        svg.line(from: at, to: at - SVG.Point(0, Self.area.height), class: "rule thin")
      }
      let colour =
        !hasSides || tick.value == middle ? "quiet" : tick.value < middle ? "left" : "right"
      svg.text(tick.word, at: at + SVG.Point(0, 17), anchor: .middle, class: colour + " small")
    }
  }

  /// The position of a value on the page; a value beyond the end of the vertical axis is drawn at that end.
  private func place(_ value: SIMD2<Double>) -> SVG.Point {
    let (left, right) = (x[0].value, x[x.count - 1].value)
    let (bottom, top) = (y[0].value, y[y.count - 1].value)
    let margin = bars.isEmpty ? 0 : Self.area.width / Double(2 * x.count)
    let across = (value.x - left) / (right - left) * (Self.area.width - 2 * margin)
    let up = min(1, max(0, (value.y - bottom) / (top - bottom)))
    return SVG.Point(Self.area.minX + margin + across, Self.area.maxY - up * Self.area.height)
  }

  /// Ticks in steps of equal size, about four of them, that together span the values.
  package static func ticks(
    holding values: [Double], least: ClosedRange<Double>, digits: Int = 0
  ) -> [Tick] {
    let low = min(least.lowerBound, values.min() ?? 0)
    let high = max(least.upperBound, values.max() ?? 0)
    let steps = [0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1000]
    let step = steps.first { (high - low) / $0 <= 5 } ?? 2000
    let first = Int((low / step).rounded(.down))
    let last = Int((high / step).rounded(.up))
    return (first...max(last, first + 1)).map {
      Tick(Double($0) * step, (Double($0) * step).shortText(digits: max(digits, step < 1 ? 2 : 0)))
    }
  }
}
