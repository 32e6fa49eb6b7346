/// Finds the known word that a person most likely meant.
public enum Suggestion {
  /// The known word nearest to a misspelt word; `nil` if no known word is near enough.
  ///
  /// A word is near if it differs by at most one edit for every three letters; one edit is always allowed.
  public static func nearest(to word: String, in known: [String]) -> String? {
    let lower = Array(word.lowercased().unicodeScalars.prefix(80))
    let limit = max(1, lower.count / 3)
    var best: (word: String, edits: Int)?
    for candidate in known {
      let edits = edits(lower, Array(candidate.lowercased().unicodeScalars))
      if edits <= limit, edits < best?.edits ?? .max { best = (candidate, edits) }
    }
    return best?.word
  }

  /// The question `did you mean "x"? ` with the nearest known word; empty if there is no such word.
  public static func question(for word: String, in known: [String]) -> String {
    nearest(to: word, in: known).map { "did you mean \"\($0)\"? " } ?? ""
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbouring letters that turn one word into the
  /// other.
  ///
  /// - Source: the optimal string alignment distance (Damerau 1964, Levenshtein 1966), computed with three rows in
  ///   memory.
  private static func edits(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        let substituted = previous[j] + (a[i] == b[j] ? 0 : 1)
        var cost = min(previous[j + 1] + 1, row[j] + 1, substituted)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      before = previous
      previous = row
    }
    return previous[b.count]
  }
}
