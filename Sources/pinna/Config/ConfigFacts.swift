import Drawings
import Essentials
import Glibc
import Recorder
import TOML

/// The settings that are in force.
struct ConfigFacts: Encodable {
  /// One setting.
  struct Value: Encodable {
    /// The table, `[[schedule]]` with a number from 1; empty for keys of the file itself.
    var table: String
    var key: String
    /// The value as it would stand in the file; none where the key is not set and has no default.
    var value: String?
    /// The line of the file; none for a default.
    var line: Int?
  }

  /// The file; none where there is none.
  var file: String?
  var values: [Value]
  /// Environment variables that come first, or say where files are.
  var environment: [String: String]
  /// The folder in which commands of this user make takes and look for them.
  var takes: String

  /// Environment variables that change where Pinna looks or writes.
  private static let variables = ["PINNA_BOARDS", "PINNA_CACHE", "PINNA_CONTROL"]

  /// Reads the settings of a command line.
  ///
  /// - Throws: ``CommandError`` when the file cannot be read or is wrong.
  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    let settings = try SettingsArguments.file(arguments)
    let given = arguments[SettingsArguments.config]
    let path = given ?? Settings.systemPath
    let isThere = given != nil || access(path, F_OK) == 0
    let file = isThere ? path : nil
    values = try translate(try Self.values(of: file), to: CommandError.toml)
    self.file = file
    takes = settings.take.placeOfTakes()
    environment = console.environment.filter {
      Self.variables.contains($0.key) && !$0.value.isEmpty
    }
  }

  private static func values(of path: String?) throws(TOMLError) -> [Value] {
    let root = try path.map { (path) throws(TOMLError) in try TOMLTable.parse(file: path) }
    let template = SettingsKey.all
    var values: [Value] = []
    for key in template where key.standard != nil || !key.isOptionalTable {
      let table = key.table.isEmpty ? root : try root?.table(key.table)
      values.append(
        Value(
          table: key.table.isEmpty ? "" : "[\(key.table)]", key: key.name,
          value: table?.text(of: key.name) ?? key.standard, line: table?.line(of: key.name)))
    }
    for name in SettingsKey.optionalTables {
      let isArray = SettingsKey.arrays.contains(name)
      let tables = isArray ? try root?.tables(name) : try root?.table(name).map { [$0] }
      for (index, table) in (tables ?? []).enumerated() {
        let title = isArray ? "[[\(name)]] \(index + 1)" : "[\(name)]"
        for key in template where key.table == name {
          guard let text = table.text(of: key.name) ?? key.standard else { continue }
          values.append(
            Value(table: title, key: key.name, value: text, line: table.line(of: key.name)))
        }
      }
    }
    return values
  }

  /// Prints the settings for people.
  func print(to console: Console) throws {
    let path = file ?? Settings.systemPath
    try console.print(file == nil ? "\(path) is not there: everything is as by default." : path)
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
    let missing = SettingsKey.optionalTables.filter { name in
      !values.contains { $0.table.hasPrefix("[\(name)]") || $0.table.hasPrefix("[[\(name)]]") }
    }
    if !missing.isEmpty {
      let names = missing.map { SettingsKey.arrays.contains($0) ? "[[\($0)]]" : "[\($0)]" }
      try console.print("Not there: \(names.joined(separator: ", ")).")
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      try console.print("\(name) = \(value.printable) (of the environment)")
    }
    let here = takes == "." ? "this folder" : takes
    try console.print("'pinna record' and 'pinna takes' of this user use \(here).")
  }
}

/// A key of the settings as the template has it.
struct SettingsKey: Equatable {
  /// The name of its table; empty for the file itself.
  var table: String
  /// The key.
  var name: String
  /// The default as it would stand in the file; `nil` where there is none.
  var standard: String?

  /// Tables that only count where they are there.
  static let optionalTables = ["place", "trigger", "schedule"]
  /// Those of which there may be many.
  static let arrays = ["schedule"]

  /// True for a key of a table that only counts where it is there.
  var isOptionalTable: Bool { Self.optionalTables.contains(table) }

  /// Every key, in the order of the template.
  static let all: [SettingsKey] = {
    var keys: [SettingsKey] = []
    var table = ""
    for line in Settings.template.split(separator: "\n") {
      let signs = line.prefix { $0 == "#" }.count
      let text = line.dropFirst(signs).drop { $0 == " " }
      if text.first == "[" {
        table = text.drop { $0 == "[" }.prefix { $0 != "]" }.map(String.init).joined()
        continue
      }
      let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard words.count == 3, words[1] == "=", !words[0].contains(where: { $0 == "(" }) else {
        continue
      }
      let isDefault = signs == 1
      keys.append(
        SettingsKey(
          table: table, name: String(words[0]),
          standard: isDefault ? value(of: words[2]) : nil))
    }
    return keys
  }()

  /// The value before a comment.
  private static func value(of text: Substring) -> String {
    var isQuoted = false
    let value = text.prefix { character in
      if character == "\"" { isQuoted.toggle() }
      return isQuoted || character != "#"
    }
    let end = value.lastIndex { $0 != " " }
    return end.map { String(value[...$0]) } ?? ""
  }
}
