import TOML
import TakeFiles

/// The name and the serial number of a recorder: in the files of its takes, in its status and on its page.
package struct RecorderUnit: KeyedTable, Equatable, Sendable {
  @Key("name", .text, "shown in takes, status and page", example: "\"oak\"")
  package var name: String?
  @Key(
    "serial", .text, "in takes; by default eight digits derived from the machine's id",
    example: "\"0042\"")
  package var serial: String?
  /// The version of the program.
  package var version: String?
  /// The prefix of file names; `nil` for none.
  package var prefix: String?

  package init() {}

  /// The word that makes the serial number the prefix of file names.
  static let serialWord = "serial"

  /// The unit with missing values taken from the machine, and with the prefix in the settings.
  ///
  /// - Parameter machineID: an identity of the machine, which is not disclosed.
  package func completed(
    machineID: String?, version: String, prefix: String?
  ) -> RecorderUnit {
    var unit = self
    unit.version = version
    if serial == nil, let machineID {
      unit.serial = String(TakeMetadata.identity(of: ["pinna unit", machineID]).prefix(8))
    }
    // The last characters distinguish serial numbers longer than a prefix.
    let digits = unit.serial?.filter { TakeName.isPrefix("\($0)") }.suffix(16)
    unit.prefix = prefix == Self.serialWord ? digits.map { String($0) } : prefix
    return unit
  }
}

extension KeyRule<String> {
  /// Letters and digits as a prefix of file names.
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
