import Drawings
import Face
import Glibc
import Recorder

/// A picture of the directions that the sound of a take came from, over time: darker is louder, left is above, right
/// below.
struct DirectionPicture {
  let directions: TakeDirections
  let title: String
  /// The name of the board and the case.
  let subtitle: String

  private static let width = 900.0
  private static let plot = (left: 104.0, top: 84.0, width: 776.0)
  private static let height = (around: 432.0, front: 296.0, everywhere: 26.0)
  /// The decibels per step of darkness, and the number of steps.
  private static let step = (decibels: 5.0, count: 7)
  private static let mostMarkers = 20
  /// The height of the area below the strip, in pixels.
  private static let legend = 92.0
  /// The seconds that there may be between ticks, and the maximum number of ticks.
  private static let ticks = [
    0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400,
  ]
  private static let mostTicks = 11.0

  /// The place of the drawing in the picture: left, top, width and height, as fractions of the whole picture.
  var place: [Double] {
    [box.minX / size.x, box.minY / size.y, box.width / size.x, box.height / size.y]
  }

  private var box: Box {
    Box(
      minX: Self.plot.left, minY: Self.plot.top, width: Self.plot.width,
      height: directions.isAround ? Self.height.around : Self.height.front)
  }

  /// The picture as a self-contained document.
  var document: String { drawing.document(size: size, title: title, style: Palette.style) }

  /// The picture as a fragment for a page that has the style rules of ``Palette``.
  var fragment: String { drawing.fragment(size: size, title: title) }

  private var size: SVG.Point { SVG.Point(Self.width, strip.maxY + Self.legend) }

  private var drawing: SVG {
    var svg = SVG()
    let (box, strip) = (box, strip)
    svg.rect(Box(minX: 0, minY: 0, width: size.x, height: size.y), class: "page")
    svg.text(title, at: SVG.Point(20, 30), class: "ink title")
    svg.text(subtitle, at: SVG.Point(20, 52), class: "quiet")
    addSound(to: &svg)
    addAxes(to: &svg)
    addMarkers(to: &svg)
    for span in directions.withoutSides {
      let (start, end) = (x(span.lowerBound), x(span.upperBound))
      svg.text(
        "no left and right", at: SVG.Point((start + end) / 2, box.center.y), anchor: .middle,
        class: "quiet small")
    }
    svg.text("from everywhere", at: SVG.Point(8, strip.center.y + 4), class: "quiet small")
    svg.text(
      "Darker is louder: \(Int(Self.step.decibels)) dB per step, A-weighted. Below: sound without a direction.",
      at: SVG.Point(box.minX, strip.maxY + 44), class: "quiet small")
    svg.text(
      "Azimuths are as seen from the microphones; forward is where the data source faces.",
      at: SVG.Point(box.minX, strip.maxY + 60), class: "quiet small")
    if !directions.isAround {
      svg.text(
        "These microphones cannot tell front from back: sounds from behind are drawn in front of you.",
        at: SVG.Point(box.minX, strip.maxY + 76), class: "quiet small")
    }
    return svg
  }

  private var strip: Box {
    Box(minX: box.minX, minY: box.maxY + 12, width: box.width, height: Self.height.everywhere)
  }

  // MARK: - Sound

  private func addSound(to svg: inout SVG) {
    let columns = directions.located.count
    guard columns > 0 else { return }
    let rows = directions.azimuths.count
    // The middle row is neither left nor right.
    let middle = directions.azimuths.firstIndex(of: 0) ?? rows / 2
    let loudest = directions.located.lazy.map { $0.max() ?? 0 }.max() ?? 0
    let sides = [
      ("left", 0..<middle), ("forward", middle..<(middle + 1)), ("right", (middle + 1)..<rows),
    ]
    for (style, range) in sides {
      var runs = [[(column: Int, row: Int, count: Int)]](repeating: [], count: Self.step.count)
      for (column, values) in directions.located.enumerated() {
        for (level, run) in Self.runs(values, range, loudest) {
          runs[level].append((column, run.lowerBound, run.count))
        }
      }
      add(runs, of: (columns, rows), in: box, class: style, to: &svg)
    }
    let most = directions.everywhere.max() ?? 0
    var runs = [[(column: Int, row: Int, count: Int)]](repeating: [], count: Self.step.count)
    for (column, value) in directions.everywhere.enumerated() {
      if let level = Self.level(value, max(most, loudest)) { runs[level].append((column, 0, 1)) }
    }
    add(runs, of: (columns, 1), in: strip, class: "column", to: &svg)
  }

  private func add(
    _ runs: [[(column: Int, row: Int, count: Int)]], of grid: (columns: Int, rows: Int),
    in box: Box, class style: String, to svg: inout SVG
  ) {
    for (level, runs) in runs.enumerated() {
      let opacity = Double(level + 1) / Double(Self.step.count)
      svg.cells(runs, of: grid, in: box, opacity: opacity, class: style)
    }
  }

  /// The steps of darkness in a column, each with the rows that have it.
  private static func runs(
    _ values: [Float], _ rows: Range<Int>, _ loudest: Float
  ) -> [(level: Int, rows: Range<Int>)] {
    var found: [(level: Int, rows: Range<Int>)] = []
    for row in rows {
      guard let level = level(values[row], loudest) else { continue }
      if let last = found.last, last.level == level, last.rows.upperBound == row {
        found[found.count - 1].rows = last.rows.lowerBound..<(row + 1)
      } else {
        found.append((level, row..<(row + 1)))
      }
    }
    return found
  }

  /// The step of darkness for a power, counted from the lightest; `nil` if the power is too low to be drawn.
  private static func level(_ power: Float, _ loudest: Float) -> Int? {
    guard power > 0, loudest > 0 else { return nil }
    let steps = -10 * log10(Double(power / loudest)) / step.decibels
    let level = step.count - 1 - Int(steps)
    return level >= 0 ? min(level, step.count - 1) : nil
  }

  // MARK: - Axes

  private func addAxes(to svg: inout SVG) {
    let box = box
    let words =
      directions.isAround
      ? [(-180, "behind"), (-90, "90° left"), (0, "forward"), (90, "90° right"), (180, "behind")]
      : [
        (-90, "90° left"), (-45, "45° left"), (0, "forward"), (45, "45° right"), (90, "90° right"),
      ]
    let span = Double(directions.azimuths.count * TakeDirections.step)
    let first = Double(directions.azimuths[0]) - Double(TakeDirections.step) / 2
    for (azimuth, word) in words {
      let y = box.minY + (Double(azimuth) - first) / span * box.height
      let at = min(max(y, box.minY), box.maxY)
      svg.line(from: SVG.Point(box.minX, at), to: SVG.Point(box.maxX, at), class: "rule thin")
      let style = azimuth == 0 || abs(azimuth) == 180 ? "ink" : azimuth < 0 ? "left" : "right"
      svg.text(word, at: SVG.Point(box.minX - 8, at + 4), anchor: .end, class: style + " small")
    }
    svg.text("LEFT", at: SVG.Point(box.minX, box.minY - 8), class: "left small strong")
    svg.text(
      "RIGHT", at: SVG.Point(box.maxX, box.maxY - 6), anchor: .end, class: "right small strong")
    let step = Self.ticks.first { directions.seconds / $0 <= Self.mostTicks } ?? 28800
    var tick = 0.0
    while tick <= directions.seconds {
      let at = x(tick)
      svg.line(
        from: SVG.Point(at, strip.maxY), to: SVG.Point(at, strip.maxY + 6), class: "rule thin")
      svg.text(
        Self.word(tick, step), at: SVG.Point(at, strip.maxY + 20), anchor: .middle,
        class: "quiet small")
      tick += step
    }
  }

  private func x(_ seconds: Double) -> Double {
    let all = directions.columnSeconds * Double(max(1, directions.located.count))
    return box.minX + min(1, seconds / all) * box.width
  }

  /// A time in words for people.
  private static func word(_ seconds: Double, _ step: Double) -> String {
    if step < 1 { return "\(seconds.text(digits: 1)) s" }
    return seconds < 60 && step < 60 ? "\(Int(seconds)) s" : TakeText.length(seconds: seconds)
  }

  private func addMarkers(to svg: inout SVG) {
    for (seconds, marker) in directions.markers.prefix(Self.mostMarkers) {
      let at = x(seconds)
      svg.line(
        from: SVG.Point(at, box.minY - 4), to: SVG.Point(at, strip.maxY), class: "mark dashed thin")
      svg.text(marker.label, at: SVG.Point(at + 3, box.minY + 12), class: "quiet small")
    }
  }
}
