import Glibc

/// Small files that the kernel provides under /proc and /sys.
package enum SmallFile {
  /// The text of a file; `nil` if there is no such file, or if reading it is not permitted.
  package static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(file, &block, block.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += block[..<count]
    }
  }
}

/// Text from the kernel that consists of lines of the form `key : value`.
enum KeyedText {
  /// The first word of a key's value.
  static func field(_ key: String, in text: String) -> Substring? {
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      guard line[..<colon].filter({ !$0.isWhitespace }) == key else { continue }
      return line[line.index(after: colon)...].drop(while: \.isWhitespace)
        .prefix { !$0.isWhitespace }
    }
    return nil
  }
}
