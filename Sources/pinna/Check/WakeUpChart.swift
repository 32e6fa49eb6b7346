import Diagnostics
import Drawings
import Glibc

/// A histogram of how late a thread was: both scales are logarithmic, and each bar covers twice as long a time as the
/// last.
struct WakeUpChart {
  /// The title of the chart: what the machine was doing at that time.
  let title: String
  /// How late the thread was; this gives the bars and the times of the marks.
  private let lateness: WakeUpLateness
  private let bars: [WakeUpLateness.Bar]
  /// The length of the device's buffer in seconds.
  private let buffer: Double

  /// Makes a chart of wake-ups.
  ///
  /// - Precondition: the buffer, in seconds, is positive.
  init(title: String, _ lateness: WakeUpLateness, buffer: Double) {
    precondition(buffer > 0)
    (self.title, self.lateness, self.buffer) = (title, lateness, buffer)
    bars = lateness.histogram
  }

  /// Makes the chart of a capture; `nil` if its thread was never woken.
  init?(title: String, _ record: CaptureRecord?) {
    guard let record, let lateness = record.lateness else { return nil }
    let buffer = Double(record.grant.buffer) / Double(record.grant.rate)
    self.init(title: title, lateness, buffer: buffer)
  }

  private static let size = SVG.Point(340, 290)
  private static let area = Box(minX: 46, minY: 38, width: 272, height: 140)

  /// The picture as a fragment for a page that has the style rules of ``Palette``.
  func fragment() -> String {
    var svg = SVG()
    let count = lateness.sorted.count
    svg.text("\(title): \(count) by lateness", at: SVG.Point(12, 20), class: "ink strong")
    drawScales(&svg)
    for bar in bars where bar.count > 0 {
      let (left, right) = (x(bar.to / 2), x(bar.to))
      let top = y(Double(bar.count))
      svg.rect(
        Box(
          minX: left + 1, minY: top, width: max(1, right - left - 2),
          height: Self.area.maxY - top), corner: 2, class: "column")
    }
    for (index, mark) in marks.enumerated() { draw(mark, index, &svg) }
    return svg.fragment(size: Self.size, title: "\(title), by lateness")
  }

  // MARK: Marks

  /// A vertical line, with its entry in the key of the chart.
  private struct Mark {
    var name: String
    var seconds: Double
    var style: String
  }

  private var marks: [Mark] {
    [
      Mark(name: "median", seconds: lateness.median, style: "forward"),
      Mark(name: "99.9 %", seconds: lateness.quantile(0.999), style: "trace dashed"),
      Mark(name: "longest", seconds: lateness.largest, style: "trace"),
      Mark(name: "warning", seconds: buffer / 2, style: "right dashed"),
      Mark(name: "buffer", seconds: buffer, style: "right"),
    ]
  }

  /// Draws a mark; its words go into a key with two columns, because the labels of similar times would overlap.
  private func draw(_ mark: Mark, _ index: Int, _ svg: inout SVG) {
    let at = x(mark.seconds)
    svg.line(
      from: SVG.Point(at, Self.area.minY), to: SVG.Point(at, Self.area.maxY),
      class: mark.style + " mark-\(index)")
    let key = SVG.Point(12 + Double(index % 2) * 160, Self.area.maxY + 58 + Double(index / 2) * 18)
    svg.line(from: key - SVG.Point(0, 4), to: key + SVG.Point(14, -4), class: mark.style)
    svg.text(
      "\(mark.name) \(Self.text(mark.seconds))", at: key + SVG.Point(19, 0), class: "ink small")
  }

  // MARK: Scales

  /// The times in seconds at the ends of the axis; doubling `low` a whole number of times gives `high`.
  private var ends: (low: Double, high: Double) {
    let low = bars[0].to / 2
    let most = max(buffer * 1.3, bars[bars.count - 1].to)
    return (low, low * pow(2, log2(most / low).rounded(.up)))
  }

  private func x(_ seconds: Double) -> Double {
    let (low, high) = ends
    let part = log(max(low, seconds) / low) / log(high / low)
    return Self.area.minX + min(1, part) * Self.area.width
  }

  /// The number of powers of ten up to the highest count, but at least two.
  private var decades: Int {
    let most = bars.map(\.count).max() ?? 1
    return max(2, Int(log10(Double(max(1, most))).rounded(.up)))
  }

  /// The y of a count; a single wake-up is half a decade high, so that it can be seen.
  private func y(_ count: Double) -> Double {
    let part = (log10(count) + 0.5) / (Double(decades) + 0.5)
    return Self.area.maxY - part * Self.area.height
  }

  private func drawScales(_ svg: inout SVG) {
    let area = Self.area
    for decade in 0...decades {
      let at = SVG.Point(area.minX, y(pow(10, Double(decade))))
      svg.line(from: at, to: at + SVG.Point(area.width, 0), class: "rule thin")
      let word = pow(10, Double(decade)).text(digits: 0)
      svg.text(word, at: at + SVG.Point(-6, 4), anchor: .end, class: "quiet small")
    }
    svg.line(
      from: SVG.Point(area.minX, area.maxY), to: SVG.Point(area.maxX, area.maxY),
      class: "rule thin")
    for seconds in Self.times where seconds >= ends.low && seconds <= ends.high {
      let at = SVG.Point(x(seconds), area.maxY)
      svg.line(from: at, to: at + SVG.Point(0, 4), class: "rule thin")
      svg.text(Self.text(seconds), at: at + SVG.Point(0, 17), anchor: .middle, class: "quiet small")
    }
    svg.text(
      "lateness; each bar spans twice the time of the previous",
      at: SVG.Point(12, area.maxY + 36),
      class: "quiet small")
  }

  /// The times that are labelled below the axis, in seconds.
  private static let times = [0.0001, 0.001, 0.01, 0.1, 1]

  private static func text(_ seconds: Double) -> String {
    if seconds >= 1 { return "\(seconds.shortText(digits: 1)) s" }
    let milliseconds = seconds * 1000
    return "\(milliseconds.shortText(digits: milliseconds < 1 ? 2 : milliseconds < 10 ? 1 : 0)) ms"
  }
}
