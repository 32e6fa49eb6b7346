import Drawings

/// The bar of one meter: root mean square solid, up to the peak light, and a mark at the held peak.
struct MeterBar: Equatable, Sendable {
  /// The left end of the scale, dBFS; the right end is 0.
  static let lowest = -60.0
  /// From here on a bar is yellow: the usual place of the loudest speech of a well-set recording.
  static let loud = -18.0
  /// From here on a bar is red: what comes unexpectedly has no room left.
  static let hot = -3.0

  /// Columns.
  let columns: Int
  /// Whether characters beyond ASCII can be shown.
  let isUnicode: Bool

  /// The bar of a level.
  func text(_ level: MeterLevel) -> StyledText {
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

  /// The numbers below bars of this length, at their places; fewer where there is no room.
  func scale() -> StyledText {
    var line = ""
    for decibels in [-60, -50, -40, -30, -20, -10, -6, 0] {
      let text = "\(decibels)"
      // The number ends at its place; the first one begins there.
      let place = min(columns, cells(Double(decibels)) + 1)
      let start = max(0, decibels == -60 ? 0 : place - text.count)
      guard line.isEmpty || start > line.count + 1 else { continue }
      line = line.padded(to: start) + text
    }
    return StyledText(line, .dim)
  }

  /// Whole cells up to a level.
  private func cells(_ decibels: Double) -> Int {
    let part = (decibels - Self.lowest) / -Self.lowest
    return Int((max(0, min(1, part)) * Double(columns)).rounded())
  }

  private func cell(
    _ column: Int, solid: Int, light: Int, mark: Int
  ) -> (Character, TextStyle?) {
    let decibels = Self.lowest - Self.lowest * (Double(column) + 0.5) / Double(columns)
    let style: TextStyle =
      decibels >= Self.hot ? .red : decibels >= Self.loud ? .yellow : .green
    if column == mark { return (isUnicode ? "┃" : "|", style) }
    if column < solid { return (isUnicode ? "█" : "#", style) }
    if column < light { return (isUnicode ? "▒" : "=", style) }
    return (isUnicode ? "·" : ".", .dim)
  }
}
