import Drawings
import Essentials
import Glibc
import Recorder
import TOML

/// The settings in force, from the file and from defaults.
struct EffectiveSettings: Encodable {
  /// One setting and its value.
  struct Value: Encodable {
    /// The table, such as `[[schedule]]` with a number counted from 1; empty for keys outside tables.
    var table: String
    var key: String
    /// The value as a file would contain it; `nil` if the key is not set and has no default.
    var value: String?
    /// The line of the file that contains the value; `nil` for a default.
    var line: Int?
  }

  /// The path of the file; `nil` if there is none.
  var file: String?
  var values: [Value]
  /// The environment variables that override settings, or say where files are.
  var environment: [String: String]
  /// The folder in which the commands of this user make takes, and look for them.
  var folder: String

  /// The names of the environment variables that change where Pinna looks or writes.
  private static let variables = ["PINNA_BOARDS", "PINNA_CACHE", "PINNA_CONTROL"]

  /// Reads the settings that apply to a command line.
  ///
  /// - Throws: ``CommandError`` if the file cannot be read or is wrong.
  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    let settings = try SettingsArguments.file(arguments)
    let given = arguments[SettingsArguments.config]
    let path = given ?? Settings.systemPath
    let isThere = given != nil || access(path, F_OK) == 0
    let file = isThere ? path : nil
    values = try translate(try Self.values(of: file), to: CommandError.toml)
    self.file = file
    folder = settings.take.placeOfTakes()
    environment = console.environment.filter {
      Self.variables.contains($0.key) && !$0.value.isEmpty
    }
  }

  private static func values(of path: String?) throws(TOMLError) -> [Value] {
    let root = try path.map { (path) throws(TOMLError) in try TOMLTable.parse(file: path) }
    var values: [Value] = []
    for key in Settings.keys {
      let tables: [(title: String, table: TOMLTable?)]
      switch key.form {
      case .table:
        let isRoot = key.table.isEmpty
        tables = [(isRoot ? "" : "[\(key.table)]", isRoot ? root : try root?.table(key.table))]
      case .optionalTable:
        tables = try root?.table(key.table).map { [("[\(key.table)]", $0)] } ?? []
      case .array:
        tables =
          try root?.tables(key.table).enumerated().map {
            ("[[\(key.table)]] \($0 + 1)", $1)
          } ?? []
      }
      for (title, table) in tables {
        let text = table?.text(of: key.name) ?? key.standard
        guard key.form == .table || text != nil else { continue }
        values.append(
          Value(table: title, key: key.name, value: text, line: table?.line(of: key.name)))
      }
    }
    return values
  }

  /// Prints the settings for people.
  func print(to console: Console) throws {
    let path = file ?? Settings.systemPath
    try console.print(
      file == nil ? "\(path) does not exist: all settings have their defaults." : path)
    try console.print()
    var rows: [[TextTable.Cell]] = []
    for value in values {
      let isOwn = value.line != nil
      rows.append([
        .init(value.table.isEmpty ? value.key : "\(value.table) \(value.key)"),
        .init(value.value ?? "-", isOwn ? .bold : nil),
        .init(
          value.line.map { "line \($0)" } ?? (value.value == nil ? "not set" : "default"),
          isOwn ? nil : .dim),
      ])
    }
    try console.print(
      TextTable(columns: [.init("Setting"), .init("Value"), .init("From")], rows: rows))
    try console.print()
    let tables = Settings.keys.filter { $0.form != .table }.map { key in
      key.form == .array ? "[[\(key.table)]]" : "[\(key.table)]"
    }
    let missing = tables.enumerated().filter { index, table in
      tables.firstIndex(of: table) == index && !values.contains { $0.table.hasPrefix(table) }
    }.map(\.element)
    if !missing.isEmpty { try console.print("Not set: \(missing.joined(separator: ", ")).") }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      try console.print("\(name) = \(value.printable) (from the environment)")
    }
    let here = folder == "." ? "this folder" : folder
    try console.print("For this user, 'pinna record' and 'pinna takes' use \(here).")
  }
}
