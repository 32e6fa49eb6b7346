import Glibc

/// A code that `pinna-web pair` prints, for recorders without a button: a file with its hash and the time of its end.
///
/// It lets one browser in. Wrong ones do not end it, or a stranger could end every one: tries are bounded by address,
/// and even a thousand tries a second for all of its time find one of 10^12 codes with a chance of 3 in 10 million.
///
/// - Thread: one at a time.
package struct PairingCode {
  /// Seconds for which a code is good.
  package static let seconds = 300

  private let path: String

  /// The code of a folder.
  package init(folder: String) { path = folder + "/code" }

  /// Makes a code in place of an earlier one; `nil` when it cannot be kept.
  ///
  /// - Parameter time: seconds since 1970.
  package func make(time: Int) -> String? {
    let code = Secret.code()
    let text = "\(SHA256.hexadecimal(Array(code.utf8)))\n\(time + Self.seconds)\n"
    // The service, which is another user, reads it in a folder that is its own.
    guard PairedBrowsers.write(text, to: path, mode: 0o644) else { return nil }
    return String(code.prefix(4)) + "-" + String(code.suffix(4))
  }

  /// Takes a code; true when it is the right one, which is gone then.
  package func redeem(_ code: String, time: Int) -> Bool {
    guard let hash = kept(time),
      SHA256.hexadecimal(Array(Secret.plain(code).utf8)) == hash
    else { return false }
    // A code that cannot be taken away would let a second one in.
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
