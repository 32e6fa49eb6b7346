import Glibc

/// How often a thread was woken how late: bars over seconds that double, on scales of ratios.
public struct WakeUpChart: Sendable {
  /// One bar.
  public struct Bar: Sendable, Equatable {
    /// Seconds up to which it counts.
    public var to: Double
    /// How often.
    public var count: Int

    /// A bar from its parts.
    public init(to: Double, count: Int) {
      self.to = to
      self.count = count
    }
  }

  /// Bars in order, each twice as wide as the one before.
  public var bars: [Bar]
  /// Seconds that half of all do not exceed.
  public var median: Double
  /// Seconds that 99.9 % do not exceed.
  public var late: Double
  /// The most, in seconds.
  public var largest: Double
  /// The buffer of the device, in seconds.
  public var buffer: Double

  /// A chart from its numbers.
  ///
  /// - Precondition: there are bars, and the times are positive.
  public init(bars: [Bar], median: Double, late: Double, largest: Double, buffer: Double) {
    precondition(!bars.isEmpty && bars[0].to > 0 && buffer > 0)
    self.bars = bars
    self.median = median
    self.late = late
    self.largest = largest
    self.buffer = buffer
  }

  /// How often the thread was woken.
  public var count: Int { bars.reduce(0) { $0 + $1.count } }

  private static let size = SVG.Point(340, 300)
  private static let area = Box(minX: 46, minY: 86, width: 272, height: 150)

  /// The picture, a fragment for a page with the rules of ``Palette``.
  public func fragment() -> String {
    var svg = SVG()
    svg.text("Wake-ups by lateness", at: SVG.Point(12, 20), class: "ink strong")
    drawScales(&svg)
    for bar in bars where bar.count > 0 {
      let (left, right) = (x(bar.to / 2), x(bar.to))
      let top = y(Double(bar.count))
      svg.rect(
        Box(
          minX: left + 1, minY: top, width: max(1, right - left - 2),
          height: Self.area.maxY - top), corner: 2, class: "column")
    }
    let (m, l, h) = (Self.text(median), Self.text(late), Self.text(largest))
    mark(median, "median \(m)", row: 0, class: "forward", &svg)
    mark(late, "99.9 %: \(l)", row: 1, class: "left", &svg)
    mark(largest, "longest \(h)", row: 2, class: "trace", word: "ink", &svg)
    mark(buffer / 2, "warning \(Self.text(buffer / 2))", row: 0, class: "right", &svg)
    mark(buffer, "buffer \(Self.text(buffer))", row: 1, class: "right", &svg)
    return svg.fragment(size: Self.size, title: "Wake-ups by lateness")
  }

  // MARK: Scales

  /// Seconds at the ends of the axis: whole doublings of the first bar.
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

  /// Powers of ten up to the largest count, at least two.
  private var decades: Int {
    let most = bars.map(\.count).max() ?? 1
    return max(2, Int(log10(Double(max(1, most))).rounded(.up)))
  }

  /// One wake-up is half a decade high, so that it can be seen.
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
      svg.text(
        Self.text(seconds), at: at + SVG.Point(0, 17), anchor: .middle, class: "quiet small")
    }
    svg.text(
      "late by; doubled from bar to bar", at: SVG.Point(area.minX, area.maxY + 36),
      class: "quiet small")
    svg.text("times", at: SVG.Point(12, area.minY - 10), class: "quiet small")
  }

  /// Seconds that are written below the axis.
  private static let times = [0.0001, 0.001, 0.01, 0.1, 1]

  /// An upright line with its word, in one of three rows above the bars.
  private func mark(
    _ seconds: Double, _ text: String, row: Int, class style: String, word: String? = nil,
    _ svg: inout SVG
  ) {
    let at = x(seconds)
    let top = Self.area.minY - 46 + Double(row) * 15
    svg.line(
      from: SVG.Point(at, top + 4), to: SVG.Point(at, Self.area.maxY), class: style + " thin")
    let isRight = at > Self.area.center.x
    svg.text(
      text, at: SVG.Point(at, top), anchor: isRight ? .end : .start,
      class: (word ?? style) + " small")
  }

  private static func text(_ seconds: Double) -> String {
    let milliseconds = seconds * 1000
    return "\(milliseconds.shortText(digits: milliseconds < 1 ? 2 : milliseconds < 10 ? 1 : 0)) ms"
  }
}
