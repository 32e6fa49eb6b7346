extension String {
  /// The text without characters that a terminal takes for commands: a question mark stands for each of them.
  ///
  /// File names may hold any byte, and those of a card are not one's own.
  var printable: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: result.append("?")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The same for a message of several lines.
  var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }
}
