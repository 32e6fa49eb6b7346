import Glibc

/// The identity of this installation of the system.
///
/// - Source: machine-id(5): 32 hexadecimal digits, which programs should not disclose unchanged.
package enum MachineID {
  /// The identity; `nil` if the system has none, as before its first boot.
  package static func read(path: String = "/etc/machine-id") -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    let digits = bytes.prefix(count).prefix {
      Character(UnicodeScalar($0)).isHexDigit
    }
    return digits.count == 32 ? String(decoding: digits, as: UTF8.self) : nil
  }
}
