import Beamforming
import Drawings

/// A chart of the range that figures have over random boards.
///
/// A line goes from the 5th to the 95th percentile, with a dot at the median and a stroke at the value without errors.
struct SpreadChart {
  let robustness: Robustness

  private static let size = SVG.Point(340, 108)
  private static let left = 24.0
  private static let width = 292.0

  /// One picture for each figure, as fragments for a page that has the style rules of ``Palette``.
  var fragments: [String] {
    [
      robustness.ildError.map { fragment("Level difference: mean error, dB", $0, digits: 1) },
      robustness.itdErrorMean.map { fragment("Time difference: mean error, µs", $0, digits: 0) },
      robustness.centre.map { fragment("Centre: off the middle, µs", $0, digits: 0) },
      fragment("Front to back, dB", robustness.broadbandFrontToBack, digits: 1),
    ].compactMap { $0 }
  }

  private func fragment(_ title: String, _ spread: Robustness.Spread, digits: Int) -> String {
    var svg = SVG()
    let values = [spread.unperturbed, spread.percentile5, spread.percentile95]
    let ticks = Chart.ticks(holding: values, least: 0...(digits == 0 ? 20 : 2), digits: digits)
    let (low, high) = (ticks[0].value, ticks[ticks.count - 1].value)
    func place(_ value: Double) -> SVG.Point {
      SVG.Point(Self.left + (value - low) / (high - low) * Self.width, 54)
    }
    svg.text(title, at: SVG.Point(12, 20), class: "ink strong")
    for tick in ticks {
      let at = place(tick.value)
      svg.line(from: at - SVG.Point(0, 16), to: at + SVG.Point(0, 16), class: "rule thin")
      svg.text(tick.word, at: at + SVG.Point(0, 32), anchor: .middle, class: "quiet small")
    }
    svg.line(from: place(spread.percentile5), to: place(spread.percentile95), class: "trace thick")
    svg.circle(at: place(spread.median), radius: 5, class: "near")
    let nominal = place(spread.unperturbed)
    svg.line(
      from: nominal - SVG.Point(0, 12), to: nominal + SVG.Point(0, 12), class: "forward thick")
    svg.text(
      "without errors \(spread.unperturbed.text(digits: digits)), median "
        + "\(spread.median.text(digits: digits)), 90 % from \(spread.percentile5.text(digits: digits)) "
        + "to \(spread.percentile95.text(digits: digits))",
      at: SVG.Point(12, 102), class: "quiet small")
    return svg.fragment(size: Self.size, title: title)
  }
}
