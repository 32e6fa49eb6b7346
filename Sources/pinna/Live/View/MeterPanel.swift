import Drawings
import Face

/// The meters of left and right and of every microphone, arranged in the columns that there are.
struct MeterPanel: Sendable {
  let status: RecorderStatus
  let isUnicode: Bool
  /// The number of columns of the terminal.
  let columns: Int

  /// The meters of left and right, or of the one channel of a mono pattern; the bars are empty while nothing is
  /// rendered.
  func ears(_ content: ViewContent, isTall: Bool) -> [StyledText] {
    let names = content.earNames
    let style: [TextStyle] =
      names.count == 2 ? [.blue, .yellow] : Array(repeating: .bold, count: names.count)
    return names.indices.flatMap { index -> [StyledText] in
      let name = StyledText(names[index], style[index]).padded(to: wide.name)
      guard index < status.ears.count else {
        let why = status.makesTakes ? "rendered during a take" : "waiting for the filters"
        let rest = StyledText(why, .dim)
        return [name + StyledText(" ") + rest] + (isTall ? [StyledText()] : [])
      }
      let level = content.clips.marked(status.ears[index], ear: index)
      let bar = wide.bar.text(level)
      let line = name + StyledText(" ") + bar + wide.numbers(level)
      let second = StyledText(String(repeating: " ", count: wide.name + 1)) + bar
      return [line] + (isTall ? [second] : [])
    }
  }

  /// The meters of all channels of the device, arranged side by side in at most eight rows.
  func microphones(_ content: ViewContent) -> [StyledText] {
    let meters = meters(content)
    let perRow = min(max(1, columns / Self.narrowest), (meters.count + 7) / 8)
    guard perRow > 1 else { return meters.map { row($0, wide) } }
    let shape = MeterShape(
      columns: (columns - Self.gutter * (perRow - 1)) / perRow, name: nameColumns(meters),
      isUnicode: isUnicode)
    let rows = (meters.count + perRow - 1) / perRow
    return (0..<rows).map { index in
      let parts = stride(from: index, to: meters.count, by: rows).map { place in
        row(meters[place], shape).padded(to: shape.columns + Self.gutter)
      }
      return StyledText(parts)
    }
  }

  /// The numbers of the scale below the widest bars, and the titles of the columns after the bars.
  func scale() -> StyledText {
    let start = StyledText(String(repeating: " ", count: wide.name + 1))
    let titles = wide.hasHeld ? "     rms    peak" : "    peak"
    return start + wide.bar.scale().padded(to: wide.bar.columns) + StyledText(titles, .dim)
  }

  /// The smallest width of a meter in columns.
  private static let narrowest = 36
  /// The blank columns between two meters that are side by side.
  private static let gutter = 2

  // MARK: One meter

  private struct Meter {
    var name: String
    var style: TextStyle?
    var level: RecorderStatus.Level
    var isUsed: Bool
  }

  private func meters(_ content: ViewContent) -> [Meter] {
    status.channels.enumerated().map { channel, found in
      let level = content.clips.marked(found, channel: channel)
      guard let name = found.name else {
        return Meter(name: "ch \(channel)", style: .dim, level: level, isUsed: false)
      }
      return Meter(name: name, style: found.isDead ? .red : nil, level: level, isUsed: true)
    }
  }

  private func row(_ meter: Meter, _ shape: MeterShape) -> StyledText {
    let name = StyledText(shape.shortened(meter.name), meter.style).padded(to: shape.name)
    let rest = StyledText(" ") + shape.bar.text(meter.level) + shape.numbers(meter.level)
    return name + (meter.isUsed ? rest : StyledText(rest.plain, .dim))
  }

  private var wide: MeterShape {
    let names = status.channels.map { $0.name?.terminalWidth ?? 5 }
    return MeterShape(
      columns: columns, name: min(max(4, names.max() ?? 0), max(4, min(16, columns * 3 / 10))),
      isUnicode: isUnicode)
  }

  private func nameColumns(_ meters: [Meter]) -> Int {
    min(12, meters.map(\.name.terminalWidth).max() ?? 4)
  }
}

/// How one meter divides its columns.
struct MeterShape: Sendable {
  /// The number of columns of the whole meter.
  let columns: Int
  /// The number of columns of the name.
  let name: Int
  let isUnicode: Bool

  /// True if two numbers are shown: the root mean square and the held peak.
  var hasHeld: Bool { columns >= 56 }

  /// The bar, which has the columns that are left by a blank, one or two numbers of eight columns, and a clip flag of
  /// five.
  var bar: MeterBar {
    MeterBar(columns: max(1, columns - name - 1 - (hasHeld ? 16 : 8) - 5), isUnicode: isUnicode)
  }

  /// A name that is shortened in its middle if it is too long, because names of microphones differ at both ends.
  func shortened(_ text: String) -> String {
    guard text.terminalWidth > name, name > 2 else { return text }
    let kept = StyledText(text).cut(to: name / 2).plain
    var end = text.suffix(name)
    while end.terminalWidth > name - kept.terminalWidth - 1 { end.removeFirst() }
    return kept + (isUnicode ? "…" : "~") + end
  }

  /// The numbers and the clip flag that follow the bar.
  func numbers(_ level: RecorderStatus.Level) -> StyledText {
    var text = StyledText("  " + (hasHeld ? level.rms : level.held).meterText)
    if hasHeld { text.add("  " + level.held.meterText, .bold) }
    text.add(level.isClipped ? " CLIP" : "     ", .red)
    return text
  }
}
