import Glibc

/// A code that `pinna-web pair` prints, for recorders without a button; a file holds its hash and the time when it
/// ends.
///
/// A code lets one browser in. Wrong guesses do not end it, or a stranger could end every code. Guesses are limited per
/// address; even a thousand guesses per second for the whole life of a code find one of 10^12 codes with odds of 3 in
/// 10 million.
///
/// - Thread: one at a time.
package struct PairingCode {
  /// Seconds for which a code is valid.
  package static let seconds = 300

  private let path: String

  /// The code that is stored in a folder.
  package init(folder: String) { path = folder + "/code" }

  /// Makes a code that replaces an earlier one; `nil` if it cannot be stored.
  ///
  /// - Parameter time: the present time in seconds since 1970.
  package func make(time: Int) -> String? {
    let code = Secret.code()
    let text = "\(SHA256.hexadecimal(Array(code.utf8)))\n\(time + Self.seconds)\n"
    // The service, which runs as another user, must be able to read the file in its own folder.
    guard PairedBrowsers.write(text, to: path, mode: 0o644) else { return nil }
    return String(code.prefix(4)) + "-" + String(code.suffix(4))
  }

  /// Uses up a code; true if it is right, after which it is no longer valid.
  package func redeem(_ code: String, time: Int) -> Bool {
    guard let hash = kept(time),
      SHA256.hexadecimal(Array(Secret.plain(code).utf8)) == hash
    else { return false }
    // If the code cannot be removed, it is refused, because it would let in a second browser.
    return unlink(path) == 0
  }

  private func kept(_ time: Int) -> String? {
    guard let text = PairedBrowsers.read(path) else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.count == 2, let end = Int(lines[1]), time < end, time > end - Self.seconds - 60
    else { return nil }
    return lines[0]
  }
}
