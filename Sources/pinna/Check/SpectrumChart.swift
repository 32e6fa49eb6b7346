import Drawings
import Glibc

/// The spectrum of one microphone, beside the range of all microphones.
struct SpectrumChart {
  /// Pairs of hertz and dBFS, in order of frequency.
  typealias Points = [SIMD2<Double>]

  /// The title: the name of the microphone, its channel and its level.
  var title: String
  /// The spectrum of the microphone.
  var level: Points
  /// The upper bound of the microphone's own noise; empty if it is not known.
  var noise: Points = []
  /// The lowest and the highest level among the microphones at each frequency.
  var range: (low: Points, high: Points) = ([], [])

  /// The lowest level in the chart in decibels, which is below the noise of a converter in a sixth of an octave.
  private static let lowest = -140.0
  /// The frequencies that are labelled below the axis, in hertz.
  private static let decades = [
    (20.0, "20 Hz"), (100, "100"), (1000, "1 kHz"), (10_000, "10 kHz"), (20_000, ""),
  ]

  /// The picture as a fragment for a page that has the style rules of ``Palette``.
  func fragment() -> String {
    let values = (level + noise + range.low + range.high).map { max(Self.lowest, $0.y) }
    var chart = Chart(title: title, x: ticks, y: levels(values))
    chart.band = (range.low + range.high.reversed()).map(place)
    if !noise.isEmpty {
      chart.curves.append(.init(style: "trace dashed thin", points: noise.map(place)))
    }
    chart.curves.append(.init(style: "trace", points: level.map(place)))
    return chart.fragment()
  }

  private func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
    SIMD2(log10(point.x), max(Self.lowest, point.y))
  }

  private var ticks: [Chart.Tick] {
    let highest = level.last?.x ?? 20_000
    let shown = Self.decades.filter { $0.0 < highest }
    return shown.map { Chart.Tick(log10($0.0), $0.1) } + [Chart.Tick(log10(highest), "")]
  }

  /// Ticks at whole tens, whose range includes all values.
  private func levels(_ values: [Double]) -> [Chart.Tick] {
    let low = min(-80, values.min() ?? -80)
    let high = max(low + 40, values.max() ?? -40)
    var ticks = Chart.ticks(holding: [low, high], least: low...high)
    ticks[ticks.count - 1].word += " dB"
    return ticks
  }
}
