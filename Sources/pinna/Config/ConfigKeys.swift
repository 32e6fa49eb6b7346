import Recorder
import TOML

/// Finds the setting that a word on a command line names.
enum ConfigKeys {
  /// The argument `KEY`.
  static let argument = Positional(
    "KEY",
    "the setting, such as take.pre-roll; the key alone is enough if no other table has it",
    words: Settings.keys.filter { $0.form != .array }.map(\.path))

  /// The setting that a word means.
  ///
  /// - Throws: ``CommandError`` (64) if the name is unknown or ambiguous, or if its table can occur several times.
  static func named(_ word: String, _ arguments: Arguments) throws(CommandError) -> KeyDeclaration {
    let keys = Settings.keys
    let named = keys.filter { $0.name == word }
    let single = named.filter { $0.form != .array }
    let meant =
      keys.first { $0.path == word }.map { [$0] } ?? (single.isEmpty ? named : single)
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
        "'\(word)' cannot be named here, because there can be several [[\(key.table)]] tables: 'pinna config show' "
          + "shows them; to change them, edit the file"
      )
    }
    return key
  }
}

/// A setting, with what its declaration says about it.
struct DeclaredSetting: Encodable {
  /// The table and the key, such as `take.pre-roll`.
  var key: String
  /// The value as the file contains it; `nil` if the key is not set and has no default.
  var value: String?
  /// The file and the line that contain the value; `nil` for a default.
  var file: String?
  var line: Int?
  /// The default value; `nil` if there is none.
  var standard: String?
  /// The bounds with their unit, or the allowed words; `nil` if only the meaning of the key says what is allowed.
  var allowed: String?
  var meaning: String
  /// The time at which a changed value takes effect.
  var takesEffect: KeyDeclaration.Effect

  /// Reads a setting from a file, or takes its default.
  init(_ key: KeyDeclaration, _ root: TOMLTable?) throws(TOMLError) {
    let table = key.table.isEmpty ? root : try root?.table(key.table)
    line = table?.line(of: key.name)
    let isThere = key.form == .table || table != nil
    (self.key, standard, meaning, takesEffect) = (key.path, key.standard, key.note, key.effect)
    value = table?.text(of: key.name) ?? (isThere ? key.standard : nil)
    file = line == nil ? nil : root?.file
    allowed = key.allowed.description.isEmpty ? nil : key.allowed.description
  }
}
