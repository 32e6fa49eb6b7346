import Glibc

/// A code that `pinna-web pair` prints, for recorders without a button: a file with its hash and the time of its end.
///
/// It lets one browser in. Wrong guesses do not end it, or a stranger could end every code: guesses are limited per
/// address, and even a thousand a second for its whole life find one of 10^12 codes with odds of 3 in 10 million.
///
/// - Thread: one at a time.
package struct PairingCode {
  /// Seconds for which a code is valid.
  package static let seconds = 300

  private let path: String

  /// The code in a folder.
  package init(folder: String) { path = folder + "/code" }

  /// Makes a code in place of an earlier one; `nil` if it cannot be stored.
  ///
  /// - Parameter time: seconds since 1970.
  package func make(time: Int) -> String? {
    let code = Secret.code()
    let text = "\(SHA256.hexadecimal(Array(code.utf8)))\n\(time + Self.seconds)\n"
    // The service runs as another user and reads it in its own folder.
    guard PairedBrowsers.write(text, to: path, mode: 0o644) else { return nil }
    return String(code.prefix(4)) + "-" + String(code.suffix(4))
  }

  /// Takes a code; true if it is right, after which it is no longer valid.
  package func redeem(_ code: String, time: Int) -> Bool {
    guard let hash = kept(time),
      SHA256.hexadecimal(Array(Secret.plain(code).utf8)) == hash
    else { return false }
    // A code that cannot be removed would let in a second browser.
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
