import Boards
import Drawings

/// The wiring of a board as text.
struct WiringText {
  /// The words to print if no lines can be suggested.
  static let unknownLines =
    "Pinna does not know which other lines of this board are free: look in its maker's "
    + "documentation before you wire a button."

  /// The words to print if the file does not describe the header at all.
  static let unknownHeader =
    "The file has no [header], so Pinna knows neither how its microphones are wired nor which "
    + "lines are free: describe the wiring in [header], or write an empty [header] if nothing is "
    + "connected to the header."

  let plan: WiringPlan
  let terminal: Terminal

  /// Prints the table of the pins, the shopping list, and the settings and tables that are to be added.
  func print(to console: Console) throws {
    for warning in plan.warnings { console.note("warning: \(warning)") }
    let connections = plan.connections
    if connections.isEmpty {
      try console.print("nothing is wired to the 40-pin header")
    } else {
      try console.print(table(connections))
    }
    try list("Parts", plan.parts.map(\.words), console)
    let taken = plan.taken.filter { taken in !connections.contains { $0.pin == taken.pin } }
    try list(
      "Taken: leave these alone", taken.map { "pin \($0.pin) (\($0.line)): \($0.by)" }, console)
    try list(WiringPlan.placesTitle, plan.places, console)
    try list("To buy", plan.shopping.map { "\($0.count) x \($0.item)" }, console)
    try list("/boot/firmware/config.txt", plan.config, console)
    try list("Suggested additions to the board file", plan.suggestedTables, console, isText: true)
    try list("Buttons and lights", plan.unknown, console)
  }

  private func table(_ connections: [WiringPlan.Connection]) -> TextTable {
    TextTable(
      columns: [.init("PIN", .right), .init("LINE"), .init("WIRE"), .init("ENDS")],
      rows: connections.map { connection in
        let ends = connection.ends.joined(separator: "; ")
        return [
          .init("\(connection.pin)"), .init(connection.line), .init(connection.colour.rawValue),
          connection.isSuggested ? .init("\(ends) (suggested)", .dim) : .init(ends),
        ]
      })
  }

  /// - Parameter isText: true for text that is to be copied, so that its lines are not wrapped.
  private func list(
    _ title: String, _ lines: [String], _ console: Console, isText: Bool = false
  ) throws {
    guard !lines.isEmpty else { return }
    try console.print("")
    for row in title.wrapped(to: max(40, terminal.width)) {
      try console.print(terminal.styled(row, .bold))
    }
    for line in lines {
      let parts = line.isEmpty || isText ? [line] : line.wrapped(to: max(40, terminal.width - 6))
      for (index, part) in parts.enumerated() {
        try console.print(part.isEmpty ? "" : index == 0 ? "  \(part)" : "      \(part)")
      }
    }
  }
}
