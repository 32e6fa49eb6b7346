/// Makes the escape sequences that show the next frame on a terminal; they contain only the lines that changed.
///
/// The screen is cleared only after its size has changed. A frame appears all at once if the terminal supports that.
///
/// - Source: ECMA-48 (CUP 8.3.21, ED 8.3.39, EL 8.3.41); "Terminal Spec: Synchronized Output", private mode 2026, which
///   terminals without it ignore.
struct ScreenFrames {
  /// True to write the styles of the text.
  let isColored: Bool
  private var shown: [StyledText] = []
  private var size: TerminalSize?

  /// Starts with an empty screen.
  init(isColored: Bool) {
    self.isColored = isColored
  }

  /// The sequence after which the terminal shows these lines; empty if it shows them already.
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
      // If the line fills the last column, the cursor is still on it, and erasing to the end would remove the last
      // character.
      if line.width < size.columns || line.plain.hasSuffix(" ") { text += "\u{1B}[K" }
    }
    shown = lines
    return text.isEmpty ? "" : "\u{1B}[?2026h" + text + "\u{1B}[?2026l"
  }
}
