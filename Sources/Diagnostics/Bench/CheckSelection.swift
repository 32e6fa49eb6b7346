/// Which checks are made: all, or those that names and beginnings of names choose.
public struct CheckSelection: Sendable, Equatable {
  /// The chosen checks, in their usual order.
  public let checks: [Check]

  /// All checks that need nobody.
  public static let all = CheckSelection(checks: Check.allCases.filter { !$0.needsPerson })

  private init(checks: [Check]) { self.checks = checks }

  /// The checks that words choose: a name such as sound.hum, or its beginning, sound.
  ///
  /// - Parameters:
  ///   - words: none for all checks that need nobody.
  ///   - isGuided: whether the checks that need a person are made too.
  /// - Throws: ``UnknownCheck`` for the first word that chooses nothing.
  public init(_ words: [String], isGuided: Bool = false) throws(UnknownCheck) {
    for word in words where !Check.allCases.contains(where: { Self.matches($0, word) }) {
      throw UnknownCheck(word: word)
    }
    checks = Check.allCases.filter { check in
      check.needsPerson && isGuided
        || (words.isEmpty ? !check.needsPerson : words.contains { Self.matches(check, $0) })
    }
  }

  /// `true` for a check that is made.
  public func contains(_ check: Check) -> Bool { checks.contains(check) }

  /// `true` for a part of the board that has to be touched.
  public func needs(_ part: Check.Part) -> Bool { checks.contains { $0.part == part } }

  private static func matches(_ check: Check, _ word: String) -> Bool {
    check.rawValue == word || check.group == word
  }
}

/// A word that is neither the name of a check nor its beginning.
public struct UnknownCheck: Error, Sendable, Equatable {
  /// The word.
  public var word: String
}
