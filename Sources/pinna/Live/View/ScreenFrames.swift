/// The escape sequences for the next frame of a terminal: only the changed lines.
///
/// Nothing is cleared except after a change of size, and a frame appears as a whole if the terminal supports that.
///
/// - Source: ECMA-48 (CUP 8.3.21, ED 8.3.39, EL 8.3.41); "Terminal Spec: Synchronized Output", private mode 2026, which
///   other terminals ignore.
struct ScreenFrames {
  /// True to write styles.
  let isColored: Bool
  private var shown: [StyledText] = []
  private var size: TerminalSize?

  /// Frames for an empty screen.
  init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The sequence that makes the terminal show these lines; empty if it already does.
  mutating func sequence(for lines: [StyledText], size: TerminalSize) -> String {
    var text = ""
    if size != self.size {
      text += "\u{1B}[2J"
      shown = []
      self.size = size
    }
    let rows = max(shown.count, lines.count)
    for row in 0..<rows {
      let line = row < lines.count ? lines[row] : StyledText()
      let before = row < shown.count ? shown[row] : StyledText()
      guard line != before else { continue }
      text += "\u{1B}[\(row + 1);1H" + line.rendered(colored: isColored)
      // After the last column the cursor has not moved on: erasing to the end would remove the last character.
      if line.width < size.columns || line.plain.hasSuffix(" ") { text += "\u{1B}[K" }
    }
    shown = lines
    return text.isEmpty ? "" : "\u{1B}[?2026h" + text + "\u{1B}[?2026l"
  }
}
