import TOML
import TakeFiles

/// The name and the serial number of a recorder: in the files of its takes, in its status and on its page.
package struct RecorderUnit: KeyedTable, Equatable, Sendable {
  @Key("name", .text, "in takes, status and page", example: "\"oak\"") package var name: String?
  @Key(
    "serial", .text, "in takes; without this line eight digits derived from the machine's id",
    example: "\"0042\"")
  package var serial: String?
  /// The version of the program.
  package var version: String?
  /// The word before the names of files; `nil` for none.
  package var prefix: String?

  package init() {}

  /// The word that puts the serial number before the names of files.
  static let serialWord = "serial"

  /// The unit with what is not set taken from the machine, and with the prefix of the settings.
  ///
  /// - Parameter machineID: an identity of the machine, which is not told itself.
  package func completed(
    machineID: String?, version: String, prefix: String?
  ) -> RecorderUnit {
    var unit = self
    unit.version = version
    if serial == nil, let machineID {
      unit.serial = String(TakeMetadata.identity(of: ["pinna unit", machineID]).prefix(8))
    }
    // The last characters tell serial numbers apart, where one is longer than a prefix.
    let digits = unit.serial?.filter { TakeName.isPrefix("\($0)") }.suffix(16)
    unit.prefix = prefix == Self.serialWord ? digits.map { String($0) } : prefix
    return unit
  }
}

extension KeyRule<String> {
  /// Letters and digits before the names of files.
  static var prefix: Self {
    .init { (table, key) throws(TOMLError) in
      guard let word = try table.nonEmpty(key) else { return nil }
      guard TakeName.isPrefix(word) else {
        throw table.error(
          at: key, "is the string \"\(word)\"",
          "one to sixteen letters and digits (a to z, 0 to 9) are expected")
      }
      return word
    }
  }
}
