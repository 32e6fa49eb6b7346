/// The word that somebody may have meant.
enum NearestWord {
  /// The candidate with the fewest changed letters; `nil` if all differ by more than a third.
  static func suggestion(for typed: String, among candidates: [String]) -> String? {
    let typed = typed.lowercased()
    let ranked = candidates.map { ($0, distance(typed, $0.lowercased())) }
      .filter { $0.1 <= max(1, max($0.0.count, typed.count) / 3) }
    if let best = ranked.min(by: { $0.1 < $1.1 }) { return best.0 }
    let longer = candidates.filter { typed.count > 2 && $0.lowercased().hasPrefix(typed) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// Letters to insert, remove, replace, or swap with a neighbour.
  ///
  /// - Source: the optimal string alignment distance (Damerau 1964, Levenshtein 1966).
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        let cost = a[i] == b[j] ? 0 : 1
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + cost)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
