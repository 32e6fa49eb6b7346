import Boards
import TOML

extension Scenario.Hardware {
  /// - Throws: `TOMLError` if the table states no difference.
  package mutating func check(_ table: TOMLTable) throws(TOMLError) {
    (boardPlace, bodyPlace) = (table.place(of: "board"), table.place(of: "body"))
    if board?.isEmpty == true {
      throw table.error(at: "board", "is empty", "write an id or the path of a board file")
    }
    try saysSomething(table)
  }

  /// Reads the mixer controls and the values to which they are set.
  static func controls(_ root: TOMLTable, _ key: String) throws(TOMLError) -> [String: Int]? {
    guard let table = try root.table(key) else { return nil }
    var settings: [String: Int] = [:]
    for name in table.keys { settings[name] = try table.int(name, in: -100_000...100_000) }
    guard !settings.isEmpty else {
      throw table.error("is empty", "write a control and its value, or remove it")
    }
    return settings
  }

  /// Reads a body that is fully described by its kind and the size in the board file.
  static func bodyModel(_ table: TOMLTable, _ key: String) throws(TOMLError) -> BodyModel? {
    try table.choice(key, of: ["free-field", "box"]).map { $0 == "box" ? .box : .freeField }
  }
}
