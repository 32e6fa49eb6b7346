import Glibc
import TOML

extension Settings {
  /// The path of the settings of a packaged recorder.
  package static let systemPath = "/etc/pinna/pinna.toml"

  /// Loads the file of `--config`, else the system's file, else the defaults.
  ///
  /// - Throws: `TOMLError` if the explicit file is missing, either cannot be read, or its contents are wrong. Only a
  ///   missing system file is not an error.
  package static func load(
    explicitPath: String?, systemPath: String = Settings.systemPath
  ) throws(TOMLError) -> Settings {
    try table(explicitPath: explicitPath, systemPath: systemPath).map(load) ?? Settings()
  }

  /// The contents of the file that ``load(explicitPath:systemPath:)`` reads; `nil` if there is none.
  ///
  /// - Throws: `TOMLError` if it cannot be read or is not TOML.
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

  /// Reads the text of a settings file; `name` stands for the file in errors.
  ///
  /// - Throws: `TOMLError` with file, line, column, key, the error and the remedy.
  package static func load(text: String, name: String) throws(TOMLError) -> Settings {
    try load(TOMLTable.parse(text: text, name: name))
  }

  /// Every error of a settings file.
  ///
  /// - Throws: `TOMLError` if the file cannot be read.
  package static func review(path: String) throws(TOMLError) -> TOMLReview {
    TOMLReview(bytes: try TextFile.bytes(path: path), name: path) { (file) throws(TOMLError) in
      _ = try load(file)
    }
  }

  private static func load(_ file: TOMLTable) throws(TOMLError) -> Settings {
    let settings = try Settings(file)
    try file.finish()
    return settings
  }

  /// A settings file with every key: its default, or an example if it has none.
  package static var template: String {
    String(decoding: PackageResources.pinna_toml, as: UTF8.self)
  }
}
