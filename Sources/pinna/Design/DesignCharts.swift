import Acoustics
import Beamforming
import Drawings
import Glibc

/// The charts for one case.
struct DesignCharts {
  let entry: DesignedCase

  private var curves: DesignCurves { entry.curves }

  /// The polar plots, one for each octave, all to the same scale.
  var polarPlots: [String] {
    let loudest = (curves.levels + curves.targetLevels).joined().joined().max() ?? 0
    let top = min(20, max(0, ((loudest - 1.5) / 5).rounded(.up) * 5))
    return curves.octaves.indices.map { octave in
      var plot = PolarPlot(
        title: DesignPage.hertz(curves.octaves[octave]), top: top, range: top + 30)
      for (levels, isTarget) in [(curves.targetLevels, true), (curves.levels, false)] {
        for (output, octaves) in levels.enumerated() {
          plot.curves.append(
            PolarPlot.Curve(
              channel: entry.isStereo ? (output == 0 ? .left : .right) : .mono,
              isTarget: isTarget,
              points: zip(curves.azimuths, octaves[octave]).map { (azimuth: $0, level: $1) }))
        }
      }
      return plot.fragment()
    }
  }

  // MARK: Over azimuth

  /// The chart of the time difference over azimuth; empty for mid-side.
  var timeDifference: [String] {
    guard !curves.timeDifferencesMicroseconds.isEmpty else { return [] }
    let chart = azimuthChart(
      title: "Time difference, µs", least: -800...800, most: -1000...1000,
      reached: curves.timeDifferencesMicroseconds,
      wanted: curves.targetTimeDifferencesMicroseconds
    ) { azimuth, _ in JustNoticeable.timeDifference(atAzimuth: azimuth) * 1e6 }
    return [chart]
  }

  /// The octaves for which level differences are drawn, in hertz.
  private static let levelOctaves = [500.0, 1000, 2000, 4000]

  /// The charts of the level difference over azimuth, one for each of these octaves.
  var levelDifferences: [String] {
    curves.octaves.indices.filter { Self.levelOctaves.contains(curves.octaves[$0]) }.map { octave in
      azimuthChart(
        title: "Level difference at \(DesignPage.hertz(curves.octaves[octave])), dB",
        least: -12...12, most: -25...25, reached: curves.levelDifferences[octave],
        wanted: curves.targetLevelDifferences[octave]
      ) { _, target in JustNoticeable.levelDifference(at: target) }
    }
  }

  private func azimuthChart(
    title: String, least: ClosedRange<Double>, most: ClosedRange<Double>, reached: [Double],
    wanted: [Double], notice: (_ azimuth: Double, _ target: Double) -> Double
  ) -> String {
    var chart = Chart(
      aroundListener: title,
      y: Chart.ticks(
        holding: (reached + wanted).map { max(most.lowerBound, min(most.upperBound, $0)) },
        least: least))
    let target = Chart.around(curves.azimuths, wanted)
    let limits = target.map { notice($0.x, $0.y) }
    chart.band =
      zip(target, limits).map { $0 + SIMD2(0, $1) }
      + zip(target, limits).map { $0 - SIMD2(0, $1) }.reversed()
    chart.curves = [.init(style: "mark open dashed thin target", points: target)]
    chart.curves.append(.init(style: "trace", points: Chart.around(curves.azimuths, reached)))
    return chart.fragment()
  }

  // MARK: Over frequency

  /// The charts over octaves, and the chart of timbre.
  var octaves: [String] {
    let figures = entry.figures
    var charts = [
      octaveChart(
        "Front to back, dB", figures.frontToBack, target: figures.targetFrontToBack,
        least: -2...10)
    ]
    if entry.isStereo {
      charts += [
        octaveChart(
          "Left to right, dB", figures.leftToRight, target: figures.targetLeftToRight,
          least: 0...20),
        octaveChart(
          "Coherence in a diffuse field", curves.diffuseCoherence,
          target: curves.targetDiffuseCoherence, least: -0.4...1),
      ]
    } else {
      charts.append(
        octaveChart(
          "Directivity, dB", figures.directivityIndex, target: [], least: 0...6))
    }
    charts.append(
      octaveChart(
        "Self-noise relative to one microphone, dB", curves.noise, target: [], least: -2...10))
    return charts + colours + [timbre]
  }

  private func octaveChart(
    _ title: String, _ values: [Double], target: [Double], least: ClosedRange<Double>
  ) -> String {
    func places(_ values: [Double]) -> [SIMD2<Double>] {
      values.enumerated().map { SIMD2(Double($0), $1) }
    }
    var chart = Chart(
      title: title,
      x: curves.octaves.enumerated().map { .init(Double($0), Self.short($1)) },
      y: Chart.ticks(holding: values + target, least: least))
    chart.bars = places(values)
    chart.marks = places(target)
    return chart.fragment()
  }

  /// Charts of the level of sounds in third octaves: from all around, from the softest direction in front, and from
  /// behind.
  ///
  /// All have the same scale, so that they can be compared.
  private var colours: [String] {
    let colour = entry.figures.colour
    let all = [colour.horizon, colour.softestFront, colour.behind, colour.targetBehind].joined()
    let scale = Chart.ticks(holding: Array(all), least: -6...3)
    func chart(
      _ title: String, _ levels: KeyPath<Colour, [Double]>, target: [Double] = []
    ) -> String? {
      let reached = colour[keyPath: levels]
      guard !reached.isEmpty else { return nil }
      let thirds = colour.thirds
      var chart = Chart(title: title, x: octaveTicks, y: scale)
      if !target.isEmpty {
        chart.curves.append(
          .init(style: "mark open dashed thin target", points: places(of: target, at: thirds)))
      }
      chart.curves.append(.init(style: "trace", points: places(of: reached, at: thirds)))
      return chart.fragment()
    }
    return [
      chart("Colour, mean of all directions, dB", \.horizon),
      chart("Colour, softest in front, dB", \.softestFront),
      chart("Colour from behind, dB", \.behind, target: colour.targetBehind),
    ].compactMap { $0 }
  }

  private var octaveTicks: [Chart.Tick] { curves.octaves.map { .init(log2($0), Self.short($0)) } }

  /// The points of levels at frequencies, on the axis of octaves that the charts have.
  private func places(of levels: [Double], at frequencies: [Double]) -> [SIMD2<Double>] {
    let octaves = curves.octaves
    return zip(frequencies, levels)
      .filter { (octaves[0]...octaves[octaves.count - 1]).contains($0.0) }
      .map { SIMD2(log2($0), $1) }
  }

  /// The chart of the response to a diffuse field over the bands of the ear.
  private var timbre: String {
    var chart = Chart(
      title: "Timbre in a diffuse field, dB", x: octaveTicks,
      y: Chart.ticks(holding: curves.timbre, least: -3...3))
    chart.curves.append(.init(style: "trace", points: places(of: curves.timbre, at: curves.bands)))
    return chart.fragment()
  }

  private static func short(_ octave: Double) -> String {
    octave < 1000 ? octave.shortText(digits: 0) : "\((octave / 1000).shortText(digits: 1))k"
  }
}

extension Chart {
  /// A chart over the azimuths around a listener.
  init(aroundListener title: String, y: [Tick]) {
    self.init(
      title: title,
      x: [
        .init(-180, "180°"), .init(-90, "LEFT 90°"), .init(0, "0°"), .init(90, "RIGHT 90°"),
        .init(180, "180°"),
      ], y: y)
    hasSides = true
  }

  /// The points of values at azimuths; the last point repeats the first one, at the other end of the chart.
  static func around(_ azimuths: [Double], _ values: [Double]) -> [SIMD2<Double>] {
    zip(azimuths + [180], values + values.prefix(1)).map { SIMD2($0, $1) }
  }
}
