import Boards
import Drawings
import Essentials

/// Describes a recorder in one line, for a log with a line per second or a line that is rewritten in place.
struct RecorderLines: Sendable {
  /// The board; `nil` if its file is not found.
  let board: Board?
  /// True if characters beyond ASCII can be shown.
  let isUnicode: Bool

  /// The state, left and right, every microphone, and any gaps; the levels are held peaks in dBFS.
  ///
  /// - Parameter columns: the width of a terminal, on which the names of microphones are left out so that the line
  ///   fits; `nil` for a file.
  func meters(_ content: ViewContent, columns: Int? = nil) -> StyledText {
    let (words, style) = content.state(isUnicode: isUnicode)
    var line = StyledText(words.padded(to: 15), style)
    let ears = content.status.ears.enumerated().map { index, level in
      (level.name ?? "", content.clips.marked(level, ear: index))
    }
    let microphones = content.status.channels.enumerated().compactMap { index, level in
      level.name.map { ($0, content.clips.marked(level, channel: index)) }
    }
    for (index, (name, level)) in (ears + microphones).enumerated() {
      let isNamed = columns == nil || index < ears.count
      line.add(isNamed ? "  \(name) " : index == ears.count ? "  mics" : "", .dim)
      line.add(level.held.meterText)
      if level.isClipped { line.add(" CLIP", .red) }
    }
    if content.status.gapCount > 0 { line.add("  \(content.status.gapCount.counted("gap"))", .red) }
    if let work = content.status.work { line.add("  \(work)", .yellow) }
    return columns.map { line.cut(to: $0) } ?? line
  }

  /// The state, the case and the figures, in no more than this many columns.
  func status(_ content: ViewContent, columns: Int) -> StyledText {
    let facts = StatusTable(board: board, content: content, isUnicode: isUnicode)
    let (words, style) = content.state(isUnicode: isUnicode)
    var line = StyledText(words, style)
    if let work = content.status.work { line.add("  \(work)", .yellow) }
    line.add("  ")
    line = line + facts.caseLine(columns: columns)
    line.add("  ")
    return (line + facts.figureLine(columns: max(0, columns - line.width))).cut(to: columns)
  }
}
