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
