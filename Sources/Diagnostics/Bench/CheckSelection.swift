/// The checks to make: all, or those chosen by names or beginnings of names.
package struct CheckSelection: Sendable, Equatable {
  /// The chosen checks, in their usual order.
  package let checks: [Check]

  /// All checks that need no person.
  package static let all = CheckSelection(checks: Check.allCases.filter { !$0.needsPerson })

  private init(checks: [Check]) { self.checks = checks }

  /// Chooses checks by words: a name such as sound.hum, or its beginning, sound.
  ///
  /// - Parameters:
  ///   - words: the names; empty for all checks that need no person.
  ///   - isGuided: true to make the checks that need a person as well.
  /// - Throws: ``UnknownCheck`` for the first word that chooses nothing.
  package init(_ words: [String], isGuided: Bool = false) throws(UnknownCheck) {
    for word in words where !Check.allCases.contains(where: { Self.matches($0, word) }) {
      throw UnknownCheck(word: word)
    }
    checks = Check.allCases.filter { check in
      check.needsPerson && isGuided
        || (words.isEmpty ? !check.needsPerson : words.contains { Self.matches(check, $0) })
    }
  }

  /// True if the check is made.
  package func contains(_ check: Check) -> Bool { checks.contains(check) }

  /// True if a chosen check uses the part of the board.
  package func needs(_ part: Check.Part) -> Bool { checks.contains { $0.part == part } }

  private static func matches(_ check: Check, _ word: String) -> Bool {
    check.rawValue == word || check.group == word
  }
}

/// A word that is neither the name of a check nor the beginning of one.
package struct UnknownCheck: Error, Sendable, Equatable {
  /// The word.
  package var word: String
}
