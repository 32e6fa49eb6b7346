import Drawings

/// How loud each voice is in each ear: two bars per voice, left to the left and right to the right.
struct EarLevels: Sendable {
  /// One voice.
  struct Row: Sendable, Equatable {
    /// Who speaks.
    var name: String
    /// Level in the left channel, dBFS.
    var left: Double
    /// Level in the right channel, dBFS.
    var right: Double

    /// A voice from its levels.
    init(name: String, left: Double, right: Double) {
      self.name = name
      self.left = left
      self.right = right
    }
  }

  /// The voices, from top to bottom.
  var rows: [Row]
  /// Decibels from the shortest bar to the longest.
  var range: Double

  /// A chart from its rows.
  ///
  /// - Precondition: `range` is positive.
  init(rows: [Row], range: Double = 30) {
    precondition(range > 0)
    self.rows = rows
    self.range = range
  }

  /// The picture, an SVG document.
  func document() -> String {
    let loudest = rows.flatMap { [$0.left, $0.right] }.filter(\.isFinite).max() ?? 0
    var svg = SVG()
    svg.text("LEFT", at: SVG.Point(Self.middle - 60, 26), anchor: .end, class: "left strong")
    svg.text("RIGHT", at: SVG.Point(Self.middle + 60, 26), class: "right strong")
    for (index, row) in rows.enumerated() {
      let y = 44 + Double(index) * Self.rowHeight
      svg.text(
        row.name, at: SVG.Point(Self.middle, y + 14), anchor: .middle, class: "ink small")
      drawBar(&svg, level: row.left, loudest: loudest, y: y, sign: -1)
      drawBar(&svg, level: row.right, loudest: loudest, y: y, sign: 1)
    }
    let height = 60 + Double(rows.count) * Self.rowHeight
    return svg.document(
      size: SVG.Point(2 * Self.middle, height), title: "Level of each voice in each ear",
      style: Palette.style)
  }

  private static let middle = 210.0
  private static let rowHeight = 26.0
  private static let bar = 96.0

  private func drawBar(
    _ svg: inout SVG, level: Double, loudest: Double, y: Double, sign: Double
  ) {
    let part = level.isFinite ? min(1, max(0.02, 1 + (level - loudest) / range)) : 0
    let length = part * Self.bar
    let start = Self.middle + sign * 60
    let style = sign < 0 ? "left" : "right"
    svg.rect(
      Box(minX: sign < 0 ? start - length : start, minY: y + 2, width: length, height: 16),
      corner: 3, class: style + " bar")
    svg.text(
      level.isFinite ? level.text(digits: 1) : "silent",
      at: SVG.Point(start + sign * (length + 6), y + 14), anchor: sign < 0 ? .end : .start,
      class: "quiet small")
  }
}
