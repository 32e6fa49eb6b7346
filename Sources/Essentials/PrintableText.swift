extension String {
  /// The text, with each character that could control a terminal replaced by a question mark.
  ///
  /// File names can contain any byte, and a card can come from another computer.
  public var printable: String {
    // Nearly all text passes this check, which needs no Unicode tables.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      // Joiners shape emoji and letters, and cannot steer a terminal.
      case .format where scalar == "\u{200C}" || scalar == "\u{200D}": result.append(scalar)
      case .control, .format, .lineSeparator, .paragraphSeparator: result.append("?")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The same as ``printable``, but with line ends kept, for a message with several lines.
  public var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }
}
