import Drawings
import Face

/// The bar of one meter: solid up to the root mean square, light up to the peak, and with a mark at the held peak.
struct MeterBar: Equatable, Sendable {
  /// The level at the left end of the scale in dBFS; the right end is 0.
  static let lowest = -60.0
  /// The level in dBFS from which a bar is yellow; in a well-set recording, the loudest speech usually reaches it.
  static let loud = -18.0
  /// The level in dBFS from which a bar is red, because no headroom is left for surprises.
  static let hot = -3.0

  /// The length of the bar in columns.
  let columns: Int
  /// True if characters beyond ASCII can be shown.
  let isUnicode: Bool

  /// The bar for a level.
  func text(_ level: RecorderStatus.Level) -> StyledText {
    let solid = cells(level.rms)
    let light = cells(level.peak)
    let mark = level.held > Self.lowest ? min(columns - 1, cells(level.held)) : -1
    var line = StyledText()
    var piece = ""
    var style: TextStyle?
    for column in 0..<columns {
      let (character, look) = cell(column, solid: solid, light: light, mark: mark)
      if look != style {
        line.add(piece, style)
        (piece, style) = ("", look)
      }
      piece.append(character)
    }
    line.add(piece, style)
    return line
  }

  /// The numbers of the scale below a bar of this length, each at its position; if there is no room for all, some are
  /// left out.
  func scale() -> StyledText {
    var line = ""
    for decibels in [-60, -50, -40, -30, -20, -10, -6, 0] {
      let text = "\(decibels)"
      // Each number ends at its position, except the first, which begins there.
      let place = min(columns, cells(Double(decibels)) + 1)
      let start = max(0, decibels == -60 ? 0 : place - text.count)
      guard line.isEmpty || start > line.count + 1 else { continue }
      line = line.padded(to: start) + text
    }
    return StyledText(line, .dim)
  }

  /// The number of cells that a level fills completely.
  private func cells(_ decibels: Double) -> Int {
    let part = (decibels - Self.lowest) / -Self.lowest
    return Int((max(0, min(1, part)) * Double(columns)).rounded())
  }

  private func cell(_ column: Int, solid: Int, light: Int, mark: Int) -> (Character, TextStyle?) {
    let decibels = Self.lowest - Self.lowest * (Double(column) + 0.5) / Double(columns)
    let style: TextStyle = decibels >= Self.hot ? .red : decibels >= Self.loud ? .yellow : .green
    if column == mark { return (isUnicode ? "┃" : "|", style) }
    if column < solid { return (isUnicode ? "█" : "#", style) }
    if column < light { return (isUnicode ? "▒" : "=", style) }
    return (isUnicode ? "·" : ".", .dim)
  }
}

extension Double {
  /// The level as meters show it, in six columns: "-12.3", or "-inf" for digital silence.
  var meterText: String {
    (self <= RecorderStatus.silence ? "-inf" : text(digits: 1)).leftPadded(to: 6)
  }
}
