import Recorder
import TOML

/// The name of a setting on a command line.
enum ConfigKeys {
  /// `KEY`.
  static let argument = Positional(
    "KEY",
    "the setting, such as take.pre-roll; its own name is enough if no other table has the same key",
    words: Settings.keys.filter { $0.form != .array }.map(\.path))

  /// The intended setting.
  ///
  /// - Throws: ``CommandError`` (64) for an unknown or ambiguous name, or for a key in repeatable tables.
  static func named(_ word: String, _ arguments: Arguments) throws(CommandError) -> KeyDeclaration {
    let keys = Settings.keys
    let meant =
      keys.first { $0.path == word }.map { [$0] }
      ?? keys.filter { $0.name == word && $0.form != .array }
    guard meant.count < 2 else {
      let paths = meant.map(\.path).joined(separator: ", ")
      throw arguments.usageError(
        "'\(word)': several tables have this setting: name one of \(paths)")
    }
    guard let key = meant.first else {
      let known = keys.map { word.contains(".") ? $0.path : $0.name }
      let hint = Suggestion.nearest(to: word, in: known + keys.map(\.path)).map {
        "did you mean \($0)?"
      }
      throw arguments.usageError(
        "no setting '\(word)': \(hint ?? "'pinna config show' lists all settings")")
    }
    guard key.form != .array else {
      throw arguments.usageError(
        "'\(word)': there can be several [[\(key.table)]] tables: edit the file; 'pinna config show' shows "
          + "them"
      )
    }
    return key
  }
}

/// One setting with its declaration.
struct DeclaredSetting: Encodable {
  /// The table and the key: `take.pre-roll`.
  var key: String
  /// The value as it stands in the file; `nil` if the key is not set and has no default.
  var value: String?
  /// The file and the line of the value; `nil` for a default.
  var file: String?
  var line: Int?
  /// The default; `nil` if there is none.
  var standard: String?
  /// The bounds with their unit, or the words; `nil` if only its meaning says what is allowed.
  var allowed: String?
  var meaning: String
  /// The time at which a changed value takes effect.
  var counts: KeyDeclaration.Effect

  /// The setting in a file, or with its default.
  init(_ key: KeyDeclaration, _ root: TOMLTable?) throws(TOMLError) {
    let table = key.table.isEmpty ? root : try root?.table(key.table)
    line = table?.line(of: key.name)
    let isThere = key.form == .table || table != nil
    (self.key, standard, meaning, counts) = (key.path, key.standard, key.note, key.effect)
    value = table?.text(of: key.name) ?? (isThere ? key.standard : nil)
    file = line == nil ? nil : root?.file
    allowed = key.allowed.description.isEmpty ? nil : key.allowed.description
  }
}
