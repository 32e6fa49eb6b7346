import Essentials
import Glibc

/// The browsers that were let in: a folder with one file for each, which holds the hash of its token, its name and its
/// date.
///
/// Nothing else records them: `pinna-web revoke` removes a file, and the next request of that browser is refused.
///
/// - Thread: one at a time.
package final class PairedBrowsers {
  /// A browser that was let in.
  package struct Browser: Sendable, Equatable {
    /// The number of the browser, by which `pinna-web revoke` names it.
    package var number: Int
    /// The name that the browser gave itself.
    package var name: String
    /// The time at which the browser was let in, in seconds since 1970.
    package var time: Int
    /// The hash of the browser's token, which no other browser ever has; it, not the number, identifies the browser.
    package var hash: String
  }

  /// The maximum number of browsers; a further one takes the place of the one that was let in first.
  package static let most = 32

  private let folder: String
  private var known: [Browser] = []
  private var stamp: (Int, Int)?

  /// Reads the browsers from a folder.
  ///
  /// - Parameter isMade: true to make the folder if it is missing.
  package init(folder: String, isMade: Bool = false) {
    self.folder = folder
    if isMade { mkdir(folder, 0o700) }
  }

  /// Makes the folder if it is missing; returns 0, or the error number if nothing can be stored in it.
  package static func prepare(folder: String) -> Int32 {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { return errno }
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return errno }
    close(place)
    return access(folder, R_OK | W_OK | X_OK) == 0 ? 0 : errno
  }

  /// The error number if the folder cannot be read; 0 if it can be, or does not exist yet.
  package static func problem(folder: String) -> Int32 {
    guard let stream = opendir(folder) else { return errno == ENOENT ? 0 : errno }
    closedir(stream)
    return 0
  }

  /// All browsers, in the order of their numbers.
  package func browsers() -> [Browser] {
    refresh()
    return known
  }

  /// The browser that has this token; `nil` if no browser with this token was let in, or it has been revoked.
  package func browser(of token: String) -> Browser? {
    refresh()
    let hash = SHA256.hexadecimal(Array(token.utf8))
    return known.first { $0.hash == hash }
  }

  /// True while the browser whose token has this hash is let in.
  package func isLetIn(_ hash: String) -> Bool {
    refresh()
    return known.contains { $0.hash == hash }
  }

  /// Lets a browser in, and returns its token; `nil` if the token cannot be stored.
  ///
  /// Numbers are never given twice, so that `pinna-web revoke` always means the same browser.
  package func add(name: String, time: Int) -> String? {
    refresh()
    if known.count >= Self.most, let first = known.first { revoke(first.number) }
    let token = Secret.token()
    let number = max(known.map(\.number).max() ?? 0, lastNumber) + 1
    guard Self.write("\(number)\n", to: lastPath) else { return nil }
    let text = "\(SHA256.hexadecimal(Array(token.utf8)))\n\(time)\n\(Self.line(name))\n"
    guard Self.write(text, to: path(number)) else { return nil }
    stamp = nil
    return token
  }

  /// Removes a browser; false if no browser has the number.
  @discardableResult
  package func revoke(_ number: Int) -> Bool {
    stamp = nil
    return unlink(path(number)) == 0
  }

  /// A name as one line of limited length that contains only visible characters.
  ///
  /// Strangers choose these names, and logs and lists show them: a name must not be able to control a terminal or to
  /// reverse the direction of text.
  static func line(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
        .privateUse, .surrogate:
        " "
      default: scalar
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.prefix(60))
    let words = String(text).split(separator: " ").joined(separator: " ")
    return words.isEmpty ? "a browser" : words
  }

  /// The path of the file that holds the highest number given so far.
  private var lastPath: String { "\(folder)/last-number" }

  private var lastNumber: Int {
    Self.read(lastPath).flatMap { $0.split(separator: "\n").first }.flatMap { Int($0) } ?? 0
  }

  private func path(_ number: Int) -> String { "\(folder)/browser-\(number)" }

  /// Reads the folder again if it has changed.
  private func refresh() {
    var status = stat()
    guard stat(folder, &status) == 0 else {
      (known, stamp) = ([], nil)
      return
    }
    let now = (Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec))
    if let stamp, stamp == now { return }
    stamp = now
    known = folderNames(folder).compactMap { name in
      guard name.hasPrefix("browser-"), let number = Int(name.dropFirst(8)), number > 0,
        let text = Self.read(path(number))
      else { return nil }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count >= 3, lines[0].utf8.count == 64, let time = Int(lines[1]) else {
        return nil
      }
      return Browser(number: number, name: Self.line(lines[2]), time: time, hash: lines[0])
    }
    .sorted { $0.number < $1.number }
  }

  static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Writes a file completely or not at all; false if that fails.
  static func write(_ text: String, to path: String, mode: mode_t = 0o600) -> Bool {
    WholeFile.replace(path, with: text, mode: mode, isLasting: true) == 0
  }
}
