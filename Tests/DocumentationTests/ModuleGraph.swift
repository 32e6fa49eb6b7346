import Testing

/// The drawing of targets in the README: which name the lines from another one lead to.
struct ModuleGraph {
  /// The characters of the drawing, row by row, all rows of one length.
  private let rows: [[Character]]
  /// The places of names: row, first column and the column behind the last one.
  private let places: [String: (row: Int, columns: Range<Int>)]

  /// Directions in a drawing.
  private enum Way: CaseIterable {
    case left, right, up, down

    var step: (row: Int, column: Int) {
      switch self {
      case .left: (0, -1)
      case .right: (0, 1)
      case .up: (-1, 0)
      case .down: (1, 0)
      }
    }

    var back: Way {
      switch self {
      case .left: .right
      case .right: .left
      case .up: .down
      case .down: .up
      }
    }

    /// The characters whose line leaves them in this direction.
    var lines: Set<Character> {
      switch self {
      case .left: ["─", "┬", "┘", "┤", "┴", "┼", "┐"]
      case .right: ["─", "┬", "├", "└", "┴", "┼", "┌"]
      case .up: ["│", "├", "└", "┘", "┤", "┴", "┼"]
      case .down: ["│", "├", "┬", "┤", "┼", "┐", "┌"]
      }
    }
  }

  /// A drawing from its lines.
  init(_ lines: [String]) {
    let width = lines.map(\.count).max() ?? 0
    rows = lines.map { Array($0) + Array(repeating: " ", count: width - $0.count) }
    var places: [String: (row: Int, columns: Range<Int>)] = [:]
    for (row, line) in rows.enumerated() {
      var start = 0
      while start < width {
        let end = line[start...].firstIndex { !$0.isASCII || !$0.isLetter } ?? width
        if end - start > 1 { places[String(line[start..<end])] = (row, start..<end) }
        start = max(end, start + 1)
      }
    }
    self.places = places
  }

  /// The names in the drawing.
  var names: Set<String> { Set(places.keys) }

  /// The names that arrows lead to from a name, directly or through others.
  func reached(from name: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      let new = arrows(from: next).subtracting(found)
      found.formUnion(new)
      waiting += new
    }
    return found
  }

  /// The names that the lines which begin at a name end at: to its right, and below it.
  private func arrows(from name: String) -> Set<String> {
    guard let (row, columns) = places[name] else { return [] }
    var waiting = [(row: row, column: columns.upperBound + 1, way: Way.right)]
    waiting += columns.map { (row: row + 1, column: $0, way: Way.down) }
    var (seen, found): (Set<[Int]>, Set<String>) = ([], [])
    while let (row, column, way) = waiting.popLast() {
      guard rows.indices.contains(row), rows[row].indices.contains(column) else { continue }
      let character = rows[row][column]
      if let end = head(character, row, column, way) { found.insert(end) }
      guard way.back.lines.contains(character), seen.insert([row, column]).inserted else {
        continue
      }
      for way in Way.allCases where way.lines.contains(character) {
        waiting.append((row + way.step.row, column + way.step.column, way))
      }
    }
    return found
  }

  /// The name that an arrowhead points at.
  private func head(_ character: Character, _ row: Int, _ column: Int, _ way: Way) -> String? {
    places.first { _, place in
      switch (character, way) {
      case (">", .right): place.row == row && (1...2).contains(place.columns.lowerBound - column)
      case ("v", .down): place.row == row + 1 && place.columns.contains(column)
      default: false
      }
    }?.key
  }
}
