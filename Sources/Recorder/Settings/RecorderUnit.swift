import TOML
import TakeFiles

/// The name and the serial number of a recorder, which appear in the files of its takes, in its status and on its page.
package struct RecorderUnit: KeyedTable, Equatable, Sendable {
  @Key("name", .text, "shown in takes, in the status and on the page", example: "\"oak\"")
  package var name: String?
  @Key(
    "serial", .text, "recorded in takes; by default eight digits derived from the machine's id",
    example: "\"0042\"")
  package var serial: String?
  /// The version of the program; `nil` if unknown.
  package var version: String?
  /// The prefix of file names; `nil` for no prefix.
  package var prefix: String?

  package init() {}

  /// The word in the settings that makes the serial number the prefix of file names.
  static let serialWord = "serial"

  /// Returns the unit with missing values taken from the machine, and with the prefix that the settings ask for.
  ///
  /// - Parameter machineID: a text that identifies the machine; it is not disclosed itself.
  package func completed(
    machineID: String?, version: String, prefix: String?
  ) -> RecorderUnit {
    var unit = self
    unit.version = version
    if serial == nil, let machineID {
      unit.serial = String(TakeMetadata.identity(of: ["pinna unit", machineID]).prefix(8))
    }
    // If serial numbers are longer than a prefix can be, their last characters tell them apart.
    let digits = unit.serial?.filter { TakeName.isPrefix("\($0)") }.suffix(16)
    unit.prefix = prefix == Self.serialWord ? digits.map { String($0) } : prefix
    return unit
  }
}

extension KeyRule<String> {
  /// The rule for a key whose value is a prefix of file names, made of letters and digits.
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
