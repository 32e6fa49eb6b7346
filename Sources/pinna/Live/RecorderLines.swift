import Boards
import Drawings
import Realtime
import Recorder

/// A recorder in one line, for a log with a line every second or for a line that is rewritten in place.
struct RecorderLines: Sendable {
  let board: Board
  /// True when characters beyond ASCII can be shown.
  let isUnicode: Bool

  /// The state, left and right, every microphone, and gaps if there are any; held peaks in dBFS.
  ///
  /// - Parameter columns: the width of a terminal, on which microphones have no names, so that one line is enough;
  ///   `nil` for a file.
  func meters(_ content: ViewContent, columns: Int? = nil) -> StyledText {
    let (words, style) = content.state(isUnicode: isUnicode)
    var line = StyledText(words.padded(to: 15), style)
    let ears = ears(content)
    let microphones = microphones(content)
    for (index, (name, level)) in (ears + microphones).enumerated() {
      let isNamed = columns == nil || index < ears.count
      line.add(isNamed ? "  \(name) " : index == ears.count ? "  mics" : "", .dim)
      line.add(MeterLevel.text(level.held))
      if level.isClipped { line.add(" CLIP", .red) }
    }
    if content.snapshot.gapCount > 0 {
      line.add("  \(TakeText.count(content.snapshot.gapCount, "gap"))", .red)
    }
    if let work = content.work { line.add("  \(work)", .yellow) }
    return columns.map { line.cut(to: $0) } ?? line
  }

  /// The state, the case and the figures, in at most the given columns.
  func status(_ content: ViewContent, columns: Int) -> StyledText {
    let facts = RecorderFacts(board: board, content: content, isUnicode: isUnicode)
    let (words, style) = content.state(isUnicode: isUnicode)
    var line = StyledText(words, style)
    if let work = content.work { line.add("  \(work)", .yellow) }
    line.add("  ")
    line = line + facts.caseLine(columns: columns)
    line.add("  ")
    return (line + facts.figureLine(columns: max(0, columns - line.width))).cut(to: columns)
  }

  private func ears(_ content: ViewContent) -> [(String, MeterLevel)] {
    zip(content.earNames, content.snapshot.ears).enumerated().map { index, pair in
      (pair.0, level(pair.1, content.marks.ears, index))
    }
  }

  private func microphones(_ content: ViewContent) -> [(String, MeterLevel)] {
    let channels = content.snapshot.channels
    return board.microphones.filter { $0.channel < channels.count }.map { microphone in
      let channel = microphone.channel
      return (microphone.name, level(channels[channel], content.marks.channels, channel))
    }
  }

  private func level(_ reading: MeterReading, _ holds: [MeterHold], _ index: Int) -> MeterLevel {
    MeterLevel(reading, index < holds.count ? holds[index] : nil)
  }
}
