import Glibc
import TOML

extension Settings {
  /// The path of the settings file of a recorder that was installed from a package.
  package static let systemPath = "/etc/pinna/pinna.toml"

  /// Loads the file given with `--config`; without that option, the system's file; if that is missing, the defaults.
  ///
  /// - Throws: `TOMLError` if the file given with `--config` is missing, or if the file to load cannot be read or its
  ///   contents are wrong. If the system's file is missing, that is not an error.
  package static func load(
    explicitPath: String?, systemPath: String = Settings.systemPath
  ) throws(TOMLError) -> Settings {
    try table(explicitPath: explicitPath, systemPath: systemPath).map(load) ?? Settings()
  }

  /// Returns the contents of the file that ``load(explicitPath:systemPath:)`` reads; `nil` if there is no file.
  ///
  /// - Throws: `TOMLError` if the file cannot be read or is not TOML.
  package static func table(
    explicitPath: String?, systemPath: String = Settings.systemPath
  ) throws(TOMLError) -> TOMLTable? {
    do throws(TOMLError) {
      return try TOMLTable.parse(file: explicitPath ?? systemPath)
    } catch {
      guard explicitPath == nil, error.cause == .file(errno: ENOENT) else { throw error }
      return nil
    }
  }

  /// Reads settings from the text of a file; errors call the file `name`.
  ///
  /// - Throws: `TOMLError`, which states the file, the line, the column, the key, the error and the remedy.
  package static func load(text: String, name: String) throws(TOMLError) -> Settings {
    try load(TOMLTable.parse(text: text, name: name))
  }

  /// Finds all errors in a settings file.
  ///
  /// - Throws: `TOMLError` if the file cannot be read.
  package static func review(path: String) throws(TOMLError) -> TOMLReview {
    review(try TextFile.bytes(path: path), name: path)
  }

  /// Finds all errors in the bytes of a settings file; errors call the file `name`.
  package static func review(_ bytes: [UInt8], name: String) -> TOMLReview {
    TOMLReview(bytes: bytes, name: name) { (file) throws(TOMLError) in _ = try load(file) }
  }

  private static func load(_ file: TOMLTable) throws(TOMLError) -> Settings {
    let settings = try Settings(file)
    try file.finish(elsewhere: place(of:))
    return settings
  }

  /// The words that name the tables with a key, for a key in the wrong table; `nil` if there are none.
  private static func place(of name: String) -> String? {
    let tables = keys.filter { $0.name == name }.map { key in
      if key.table.isEmpty { return "the part before the first table" }
      return key.form == .array ? "[[\(key.table)]]" : "[\(key.table)]"
    }
    guard let last = tables.last else { return nil }
    return tables.count == 1
      ? "\(last) has this key"
      : "\(tables.dropLast().joined(separator: ", ")) and \(last) have this key"
  }

  /// The text of a settings file that shows every key with its default, or with an example if the key has no default.
  package static var template: String {
    String(decoding: PackageResources.pinna_toml, as: UTF8.self)
  }
}
