import Beamforming
import Drawings

/// Claps beside what the filters predict, one line for each clap: a dot is the clap, a ring is the prediction.
struct ClapChart {
  let report: ClapReport

  private static let width = 340.0
  private static let plot = (left: 104.0, width: 216.0)
  private static let top = 48.0
  private static let line = 22.0

  /// A picture of levels and one of delays, as fragments for a page that has the style rules of ``Palette``.
  var fragments: [String] {
    [
      fragment("Right louder, dB", least: 2, digits: 0) { $0.decibels },
      fragment("Right earlier, µs", least: 100, digits: 0) { $0.microseconds },
    ]
  }

  private func fragment(
    _ title: String, least: Double, digits: Int, _ value: (SideDifference) -> Double
  ) -> String {
    var svg = SVG()
    let claps = report.claps
    let values = claps.flatMap { [value($0.heard), value($0.promised)] }
    // Both sides are equally wide, so that zero is in the middle.
    let most = values.map(abs).max() ?? 0
    let ticks = Chart.ticks(holding: [-most, most], least: -least...least, digits: digits)
    let (low, high) = (ticks[0].value, ticks[ticks.count - 1].value)
    func x(_ value: Double) -> Double {
      Self.plot.left + (value - low) / (high - low) * Self.plot.width
    }
    let bottom = Self.top + Double(claps.count) * Self.line
    svg.text(title, at: SVG.Point(12, 20), class: "ink strong")
    for tick in ticks {
      let at = x(tick.value)
      svg.line(
        from: SVG.Point(at, Self.top - 8), to: SVG.Point(at, bottom),
        class: tick.value == 0 ? "rule" : "rule thin")
      svg.text(tick.word, at: SVG.Point(at, bottom + 16), anchor: .middle, class: "quiet small")
    }
    svg.text("LEFT", at: SVG.Point(Self.plot.left, 36), class: "left small strong")
    svg.text(
      "RIGHT", at: SVG.Point(Self.plot.left + Self.plot.width, 36), anchor: .end,
      class: "right small strong")
    for (index, clap) in claps.enumerated() {
      let y = Self.top + (Double(index) + 0.5) * Self.line
      let (heard, promised) = (x(value(clap.heard)), x(value(clap.promised)))
      let side = clap.side.rawValue
      svg.text(report.shortTitle(clap), at: SVG.Point(12, y + 4), class: "ink small")
      svg.line(from: SVG.Point(heard, y), to: SVG.Point(promised, y), class: "\(side) thin")
      svg.circle(at: SVG.Point(promised, y), radius: 6, class: "\(side) open")
      svg.circle(at: SVG.Point(heard, y), radius: 4, class: side)
    }
    svg.text(
      "dot: this clap; ring: expected from the filters", at: SVG.Point(12, bottom + 36),
      class: "quiet small")
    return svg.fragment(size: SVG.Point(Self.width, bottom + 48), title: title)
  }
}
