import Beamforming

/// What differences between microphones do to cases, a row for each.
struct MismatchTable {
  /// The cases.
  var rows: [(title: String, robustness: Robustness)]

  /// The table; each figure has its undisturbed value, the median and the value that 95 % of the boards stay within.
  ///
  /// - Parameter plain: for a terminal, with titles in capitals and units that every terminal has.
  func table(plain: Bool) -> TextTable {
    let micro = plain ? "us" : "µs"
    let figures: [(name: String, digits: Int, spread: (Robustness) -> Robustness.Spread?)] = [
      ("ILD dB", 1, { $0.ildError }), ("ITD \(micro)", 0, { $0.itdErrorMean }),
      ("Centre \(micro)", 0, { $0.centre }),
      ("Front/back dB", 1, { $0.broadbandFrontToBack }),
    ]
    let shown = figures.filter { figure in rows.contains { figure.spread($0.robustness) != nil } }
    return TextTable(
      columns: [.init(plain ? "WITH MISMATCH" : "Case")]
        + shown.map { .init(plain ? Self.capitals($0.name) : $0.name, .right) },
      rows: rows.map { row in
        [.init(row.title)]
          + shown.map { figure in
            let isLowBad = figure.name.hasPrefix("Front")
            return .init(
              figure.spread(row.robustness)
                .map { Self.text($0, figure.digits, isLowBad: isLowBad) } ?? "-")
          }
      })
  }

  /// "CENTRE us" of "Centre us": units stay as they are.
  private static func capitals(_ name: String) -> String {
    let words = name.split(separator: " ")
    return words.dropLast().map { $0.uppercased() }.joined(separator: " ")
      + (words.last.map { " \($0)" } ?? "")
  }

  /// "3.5 / 3.6 / 4.0".
  static func text(_ spread: Robustness.Spread, _ digits: Int, isLowBad: Bool) -> String {
    [spread.unperturbed, spread.median, isLowBad ? spread.percentile5 : spread.percentile95]
      .map { $0.text(digits: digits) }.joined(separator: " / ")
  }
}
