import TOML

/// A table of defects, which must contain at least one.
protocol DefectTable: KeyedTable {}

extension DefectTable {
  /// - Throws: `TOMLError` if the table states no defect.
  package mutating func check(_ table: TOMLTable) throws(TOMLError) {
    try saysSomething(table)
  }

  /// Checks that the table has no unknown keys and states at least one defect.
  ///
  /// - Throws: ``TOMLError`` at the key, or at the head of the table.
  func saysSomething(_ table: TOMLTable) throws(TOMLError) {
    let names = Self.keys.filter { !$0.isRequired }.map { key in
      String(key.path.prefix { $0 != "." })
    }
    try table.saysSomething(names.reduce(into: []) { if $0.last != $1 { $0.append($1) } })
  }
}

extension KeyRule<Bool> {
  /// A rule for a flag, which is either true or left out.
  static var fact: Self {
    .init { (table, key) throws(TOMLError) in try table.contains(key) ? table.isFact(key) : nil }
  }

  /// A rule for a choice between two words: the first means true, and the second means false.
  static func either(_ yes: String, or no: String) -> Self {
    .init { (table, key) throws(TOMLError) in
      try table.choice(key, of: [yes, no]).map { $0 == yes }
    }
  }
}

extension KeyRule {
  /// A rule for a table that contains one table for each name.
  static func named<Name: RawRepresentable<String> & CaseIterable & Hashable, Defect: DefectTable>()
    -> Self where Value == [Name: Defect]
  {
    .init { (table, key) throws(TOMLError) in
      guard let inner = try table.table(key) else { return nil }
      var defects: [Name: Defect] = [:]
      for name in Name.allCases {
        if let own = try inner.table(name.rawValue) { defects[name] = try Defect(own) }
      }
      try inner.saysSomething(Name.allCases.map(\.rawValue))
      return defects
    }
  }
}

extension TOMLTable {
  /// Checks that the table has no unknown keys, and that it has at least one of `keys`.
  ///
  /// - Throws: ``TOMLError`` at the key, or at the head of the table.
  func saysSomething(_ keys: [String]) throws(TOMLError) {
    // Reports a misspelt key as unknown, before reporting that a required key is missing.
    try finish()
    guard keys.contains(where: contains) else {
      throw error("is empty", "write one or more of \(keys.joined(separator: ", ")), or remove it")
    }
  }
}
