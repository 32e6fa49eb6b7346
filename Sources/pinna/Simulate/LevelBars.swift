import Drawings
import SimulatedBoard

/// The level of every sound in each ear, as two bars: the left ear's goes to the left, and the right ear's to the
/// right.
struct LevelBars {
  /// The sounds, from top to bottom.
  let sounds: [TakeReport.Row]

  /// The decibels from the shortest bar to the longest one.
  private static let range = 30.0

  /// The picture as an SVG document.
  func document() -> String {
    let levels = sounds.flatMap { [$0.levels.left, $0.levels.right] }
    let loudest = levels.filter(\.isFinite).max() ?? 0
    var svg = SVG()
    svg.text("LEFT", at: SVG.Point(Self.middle - 60, 26), anchor: .end, class: "left strong")
    svg.text("RIGHT", at: SVG.Point(Self.middle + 60, 26), class: "right strong")
    for (index, sound) in sounds.enumerated() {
      let y = 44 + Double(index) * Self.rowHeight
      svg.text(sound.name, at: SVG.Point(Self.middle, y + 14), anchor: .middle, class: "ink small")
      drawBar(&svg, level: sound.levels.left, loudest: loudest, y: y, sign: -1)
      drawBar(&svg, level: sound.levels.right, loudest: loudest, y: y, sign: 1)
    }
    let height = 60 + Double(sounds.count) * Self.rowHeight
    return svg.document(
      size: SVG.Point(2 * Self.middle, height), title: "Level of each voice in each ear",
      style: Palette.style)
  }

  private static let middle = 210.0
  private static let rowHeight = 26.0
  private static let bar = 96.0

  private func drawBar(_ svg: inout SVG, level: Double, loudest: Double, y: Double, sign: Double) {
    let part = level.isFinite ? min(1, max(0.02, 1 + (level - loudest) / Self.range)) : 0
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
