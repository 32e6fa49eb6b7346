/// The checks to make: all checks, or a choice by names or beginnings of names.
package struct CheckSelection: Sendable, Equatable {
  /// The chosen checks, in their usual order.
  package let checks: [Check]

  /// All checks that need no person.
  package static let all = CheckSelection(checks: Check.allCases.filter { !$0.needsPerson })

  private init(checks: [Check]) { self.checks = checks }

  /// Chooses checks by words: each word is either a name, such as sound.hum, or the beginning of a name, such as sound.
  ///
  /// - Parameters:
  ///   - words: the words; an empty list chooses all checks that need no person.
  ///   - isGuided: true to include the checks that need a person.
  /// - Throws: ``UnknownCheck`` with the first word that matches no check.
  package init(_ words: [String], isGuided: Bool = false) throws(UnknownCheck) {
    for word in words where !Check.allCases.contains(where: { Self.matches($0, word) }) {
      throw UnknownCheck(word: word)
    }
    checks = Check.allCases.filter { check in
      check.needsPerson && isGuided
        || (words.isEmpty ? !check.needsPerson : words.contains { Self.matches(check, $0) })
    }
  }

  /// True if the check is chosen.
  package func contains(_ check: Check) -> Bool { checks.contains(check) }

  /// True if any chosen check uses this part of the board.
  package func needs(_ part: Check.Part) -> Bool { checks.contains { $0.part == part } }

  private static func matches(_ check: Check, _ word: String) -> Bool {
    check.rawValue == word || check.group == word
  }
}

/// A word that is neither the name of a check nor the beginning of one.
package struct UnknownCheck: Error, Sendable, Equatable {
  /// The word that matches no check.
  package var word: String
}
