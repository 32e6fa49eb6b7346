import Boards
import Drawings

/// The title of a case: its name and, if it has one, its number in the list of the eight cases.
struct CaseTitle: Sendable, Equatable {
  /// The number of the case, 1 to 8; `nil` if it has none.
  var number: Int?
  /// The name of the case, such as "Back landscapeLeft".
  var name: String

  /// The title in full, such as "#3 Back landscapeLeft".
  var text: String { number.map { "#\($0) \(name)" } ?? name }

  /// The title for a narrow place: the number, or the name if there is no number.
  var short: String { number.map { "#\($0)" } ?? name }
}

extension Board {
  /// The number, 1 to 8, that a case has in the list of the eight cases.
  ///
  /// It is `nil` unless the board is hand-held and the data source looks straight out of the front or back.
  func number(of which: Case) -> Int? {
    guard orientation == .handHeld, let held = which.orientation,
      let row = InputOrientation.allCases.firstIndex(of: held)
    else { return nil }
    let forward = dataSources[which.dataSource].forward
    if dot(forward, DeviceFace.back.direction) > Self.straight { return row + 1 }
    if dot(forward, DeviceFace.front.direction) > Self.straight { return row + 5 }
    return nil
  }

  /// The cosine of 2.6 degrees; directions that differ by less count as the same.
  private static let straight = 0.999

  /// All cases in the order of their numbers; cases without a number come last, in the order of the board file.
  var numberedCases: [Case] { inOrder(cases) { $0 } }

  /// Things that belong to cases, sorted by the numbers of the cases; things without a number come last, in their own
  /// order.
  func inOrder<Thing>(_ things: [Thing], _ which: (Thing) -> Case) -> [Thing] {
    things.enumerated().sorted { a, b in
      let numbers = (number(of: which(a.element)) ?? .max, number(of: which(b.element)) ?? .max)
      return numbers.0 == numbers.1 ? a.offset < b.offset : numbers.0 < numbers.1
    }.map(\.element)
  }

  /// The title of a case, with both its full form and its short form.
  func caseTitle(of which: Case) -> CaseTitle {
    CaseTitle(number: number(of: which), name: name(of: which))
  }

  /// The title of a case, such as "#3 Back landscapeLeft", or only its name if it has no number.
  func title(of which: Case) -> String { caseTitle(of: which).text }
}

extension TextTable.Cell {
  /// A table cell with the title of a case, which is shortened if the table is narrow.
  init(_ title: CaseTitle, _ style: TextStyle? = nil) {
    self.init(title.text, style, short: title.short)
  }
}
