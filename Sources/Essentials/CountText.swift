extension Int {
  /// The number with a noun whose plural ends in "s": "1 gap", "2 gaps".
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// The text that agrees with the number: the singular for 1, otherwise the plural.
  package func agreeing(_ singular: String, _ plural: String) -> String {
    self == 1 ? singular : plural
  }
}

extension [String] {
  /// The texts as a list: "a, b and c".
  package func listed(_ word: String = "and") -> String {
    (dropLast(2) + [suffix(2).joined(separator: " \(word) ")]).joined(separator: ", ")
  }
}
