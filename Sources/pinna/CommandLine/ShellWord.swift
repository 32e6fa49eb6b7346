import Drawings
import Essentials

extension String {
  /// The text, quoted if a shell would not read it as one plain word; for commands that a person copies.
  var shellWord: String {
    let isPlain = allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+,:=".contains($0))
    }
    if isPlain, !isEmpty { return self }
    return "'"
      + printable.split(separator: "'", omittingEmptySubsequences: false).joined(
        separator: "'\\''") + "'"
  }
}

/// A command for a person to copy.
enum ShellCommand {
  /// The lines of a command, which is broken only between its words, each of which a shell reads as one.
  static func lines(_ words: [String], width: Int) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.terminalWidth + 1 + word.terminalWidth <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }
}
