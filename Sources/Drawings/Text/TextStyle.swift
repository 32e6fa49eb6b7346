/// The appearance of a piece of text on a colour terminal.
package enum TextStyle: String, CaseIterable, Sendable {
  /// For headings.
  case bold = "1"
  /// For text that matters less.
  case dim = "2"
  /// For failures.
  case red = "31"
  /// For checks that passed.
  case green = "32"
  /// For points that deserve attention; in layouts, for the right channel.
  case yellow = "33"
  /// For the left channel in layouts. This is colour 63 of 256, #5f5fff; its contrast is 4.6 on both black and white;
  /// the plain blue of terminals has only 1.9 on black.
  case blue = "38;5;63"

  /// The text between two escape sequences: the first switches this style on, the second switches it off.
  ///
  /// - Source: ECMA-48, 8.3.117, Select Graphic Rendition.
  package func applied(to text: String) -> String {
    text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}
