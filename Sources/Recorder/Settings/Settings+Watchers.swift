import TOML
import TakeFiles

extension Settings.Copy {
  mutating func read(_ table: TOMLTable) throws(TOMLError) {
    enabled = try table.bool("enabled") ?? enabled
    request = try table.nonEmpty("request") ?? request
    status = try table.nonEmpty("status") ?? status
    record = try table.nonEmpty("record") ?? record
    guard let text = try table.nonEmpty("keep-free") else { return }
    guard let bytes = Self.bytes(text) else {
      throw table.error(
        at: "keep-free", "is the string \"\(text)\"", "a size such as \"20 GB\" is expected")
    }
    keepFreeBytes = bytes
  }
}

extension Settings.Copy {
  /// The bytes of "20 GB", "500 MB" or "1.5 TiB"; `nil` for anything else.
  package static func bytes(_ text: String) -> Int? {
    guard let (number, unit) = TakeSplit.parts(of: text), let factor = sizes[unit] else {
      return nil
    }
    let bytes = number * factor
    return bytes >= 1 && bytes < 1e15 ? Int(bytes) : nil
  }

  private static let sizes = [
    "MB": 1e6, "GB": 1e9, "TB": 1e12, "MiB": 1_048_576, "GiB": 1_073_741_824,
    "TiB": 1_099_511_627_776,
  ]
}

extension Settings.Heartbeat {
  mutating func read(_ table: TOMLTable) throws(TOMLError) {
    if let path = try table.nonEmpty("file") {
      guard path.hasPrefix("/") || path == "none" else {
        throw table.error(
          at: "file", "\"\(path)\" is not allowed",
          "an absolute path, such as \"/run/pinna/heartbeat\", or \"none\" is expected")
      }
      file = path == "none" ? nil : path
    }
    seconds = try Settings.length(table, "every") ?? seconds
  }
}

extension Settings.After {
  mutating func read(_ table: TOMLTable) throws(TOMLError) {
    run = try table.nonEmpty("run")
    signal = try table.nonEmpty("signal") ?? signal
    limitSeconds = try Settings.length(table, "limit") ?? limitSeconds
  }
}
