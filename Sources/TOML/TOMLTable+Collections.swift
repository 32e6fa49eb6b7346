// Getters for arrays and tables.
extension TOMLTable {
  /// An array of `count` numbers.
  ///
  /// - Throws: ``TOMLError``: another type, another length, or an element that is not a finite number within limits.
  public func doubles(
    _ key: String, count: Int? = nil, in limits: ClosedRange<Double>? = nil, unit: String = ""
  ) throws(TOMLError) -> [Double]? {
    guard let node = value(key) else { return nil }
    return try doubles(node, key, count: count, in: limits, unit: unit)
  }

  /// A matrix, written as an array of rows: `rows` x `columns` numbers.
  ///
  /// - Throws: ``TOMLError``: another shape, or an element that is not a finite number within limits.
  public func matrix(
    _ key: String, rows: Int, columns: Int, in limits: ClosedRange<Double>? = nil
  ) throws(TOMLError) -> [[Double]]? {
    guard let node = value(key) else { return nil }
    guard case .array(let elements) = node.content, elements.count == rows else {
      throw wrongType(node, key, "an array of \(rows) rows of \(columns) numbers")
    }
    return try self.rows(elements, key, columns: columns, in: limits)
  }

  /// Any number of rows of `columns` numbers each, such as the points of a path.
  ///
  /// - Throws: ``TOMLError``: another shape, or an element that is not a finite number.
  public func rows(_ key: String, columns: Int) throws(TOMLError) -> [[Double]]? {
    guard let node = value(key) else { return nil }
    guard case .array(let elements) = node.content else {
      throw wrongType(node, key, "an array of rows of \(columns) numbers")
    }
    return try rows(elements, key, columns: columns, in: nil)
  }

  /// An array of strings.
  ///
  /// - Throws: ``TOMLError``: another type of array or of element.
  public func strings(_ key: String) throws(TOMLError) -> [String]? {
    guard let node = value(key) else { return nil }
    guard case .array(let elements) = node.content else {
      throw wrongType(node, key, "an array of strings")
    }
    var result: [String] = []
    for element in elements { result.append(try string(element, key)) }
    return result
  }

  /// An array of words of an enumeration, or of the given subset of them.
  ///
  /// - Throws: ``TOMLError``: another type, or another word, with the nearest allowed word.
  public func choices<Word: RawRepresentable>(
    _ key: String, of allowed: [Word]
  ) throws(TOMLError) -> [Word]? where Word.RawValue == String {
    guard let node = value(key) else { return nil }
    let words = allowed.map(\.rawValue)
    guard case .array(let elements) = node.content else {
      throw wrongType(node, key, "an array of \(words.map { "\"\($0)\"" }.joined(separator: ", "))")
    }
    var result: [Word] = []
    for element in elements {
      let word = try choice(element, key, of: words)
      if let value = Word(rawValue: word) { result.append(value) }
    }
    return result
  }

  /// A table inside this one.
  ///
  /// - Throws: ``TOMLError``: another type.
  public func table(_ key: String) throws(TOMLError) -> TOMLTable? {
    guard let node = value(key) else { return nil }
    guard case .table(let entries) = node.content else {
      throw wrongType(node, key, "a table, [\(fullPath(key))],")
    }
    return children(key) { [child(key, node, entries)] }.first
  }

  /// An array of tables, `[[key]]`; empty if the key is absent.
  ///
  /// - Throws: ``TOMLError``: another type of value or of element.
  public func tables(_ key: String) throws(TOMLError) -> [TOMLTable] {
    guard let node = value(key) else { return [] }
    let expected = "an array of tables, [[\(fullPath(key))]],"
    guard case .array(let elements) = node.content else { throw wrongType(node, key, expected) }
    var made: [TOMLTable] = []
    for element in elements {
      guard case .table(let entries) = element.content else {
        throw wrongType(element, key, expected)
      }
      made.append(child(key, element, entries))
    }
    return children(key) { made }
  }

  // MARK: One value

  private func child(_ key: String, _ node: TOMLNode, _ entries: [TOMLEntry]) -> TOMLTable {
    TOMLTable(file: file, path: fullPath(key), position: node.position, entries: entries)
  }

  private func doubles(
    _ node: TOMLNode, _ key: String, count: Int?, in limits: ClosedRange<Double>?, unit: String
  ) throws(TOMLError) -> [Double] {
    let expected = "an array of \(count.map { "\($0) " } ?? "")numbers"
    guard case .array(let elements) = node.content, count ?? elements.count == elements.count else {
      throw wrongType(node, key, expected)
    }
    var result: [Double] = []
    for element in elements {
      result.append(try double(element, key, in: limits, unit: unit))
    }
    return result
  }

  private func rows(
    _ elements: [TOMLNode], _ key: String, columns: Int, in limits: ClosedRange<Double>?
  ) throws(TOMLError) -> [[Double]] {
    var result: [[Double]] = []
    for row in elements {
      result.append(try doubles(row, key, count: columns, in: limits, unit: ""))
    }
    return result
  }
}
