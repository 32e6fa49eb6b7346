import Boards
import Drawings

/// The title of a case of a board: its name, and its number in the list of the eight cases if it has one.
struct CaseTitle: Sendable, Equatable {
  /// The number, 1 to 8.
  var number: Int?
  /// The name: "Back landscapeLeft".
  var name: String

  /// The whole title: "#3 Back landscapeLeft".
  var text: String { number.map { "#\($0) \(name)" } ?? name }

  /// The title for a narrow place: the number, if there is one.
  var short: String { number.map { "#\($0)" } ?? name }
}

extension Board {
  /// The number of a case in the list of the eight cases, 1 to 8.
  ///
  /// `nil` unless the board is hand-held and the data source looks straight out of the front or back.
  func number(of which: Case) -> Int? {
    guard orientation == .handHeld, let held = which.orientation,
      let row = InputOrientation.allCases.firstIndex(of: held)
    else { return nil }
    let forward = dataSources[which.dataSource].forward
    if dot(forward, DeviceFace.back.direction) > Self.straight { return row + 1 }
    if dot(forward, DeviceFace.front.direction) > Self.straight { return row + 5 }
    return nil
  }

  /// The cosine of 2.6 degrees, within which directions count as the same.
  private static let straight = 0.999

  /// All cases in the order of their numbers; those without a number keep the order of the board file.
  var numberedCases: [Case] { inOrder(cases) { $0 } }

  /// Items of cases, sorted by case number; those without a number come last, in their own order.
  func inOrder<Thing>(_ things: [Thing], _ which: (Thing) -> Case) -> [Thing] {
    things.enumerated().sorted { a, b in
      let numbers = (number(of: which(a.element)) ?? .max, number(of: which(b.element)) ?? .max)
      return numbers.0 == numbers.1 ? a.offset < b.offset : numbers.0 < numbers.1
    }.map(\.element)
  }

  /// The title of a case with its short form.
  func caseTitle(of which: Case) -> CaseTitle {
    CaseTitle(number: number(of: which), name: name(of: which))
  }

  /// The title of a case, with its number if it has one: "#3 Back landscapeLeft".
  func title(of which: Case) -> String { caseTitle(of: which).text }
}

extension TextTable.Cell {
  /// A cell with the title of a case, shortened in a narrow table.
  init(_ title: CaseTitle, _ style: TextStyle? = nil) {
    self.init(title.text, style, short: title.short)
  }
}
