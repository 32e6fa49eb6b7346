/// The look of a piece of text on a colour terminal.
package enum TextStyle: String, CaseIterable, Sendable {
  /// For headings.
  case bold = "1"
  /// For text that matters less.
  case dim = "2"
  /// For failures.
  case red = "31"
  /// For passes.
  case green = "32"
  /// For points worth a look; in layouts, the right channel.
  case yellow = "33"
  /// For the left channel in layouts: number 63 of 256, #5f5fff, with a contrast of 4.6 on black and on white. The
  /// plain blue of terminals has 1.9 on black.
  case blue = "38;5;63"

  /// The text between the escape sequences that switch this style on and off.
  ///
  /// - Source: ECMA-48, 8.3.117, Select Graphic Rendition.
  package func applied(to text: String) -> String {
    text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
