/// Compares the names that ALSA gives to capture devices.
package enum CaptureDeviceName {
  /// True if two names mean the same device: `hw:CARD=x` means the first device of its card, and `plughw:` the same
  /// device with conversions.
  package static func isSame(_ one: String, _ other: String) -> Bool { key(one) == key(other) }

  private static func key(_ name: String) -> String {
    var rest = Substring(name)
    for prefix in ["plughw:", "hw:"] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      let parts = rest.split(separator: ",").map { part in
        part.split(separator: "=").last.map(String.init) ?? ""
      }
      return "hw:" + (parts.first ?? "") + "," + (parts.count > 1 ? parts[1] : "0")
    }
    return name
  }
}
