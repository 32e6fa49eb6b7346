import Glibc

/// A sentence that the system left for the recorder before it started, about something that the system could not do,
/// such as applying settings that are wrong.
///
/// The lights show an error until a button is pressed, so that a person who put a wrong file on the card notices.
///
/// - Thread: control.
final class SystemNotice {
  /// The number of bytes that are read from the file; no sentence is longer.
  private static let largest = 1000

  private var untold: String?
  /// True until a button is pressed.
  private(set) var isUnseen = true

  /// Reads the notice in a file; `nil` if the file does not exist or is empty.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.largest)
    let count = read(descriptor, &bytes, bytes.count)
    let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    guard !line.isEmpty else { return nil }
    untold = String(decoding: line, as: UTF8.self)
  }

  /// Notes that a person is present and has seen the lights.
  func acknowledge() { isUnseen = false }

  /// Returns the sentence, but only once; then `nil`.
  func poll() -> String? {
    defer { untold = nil }
    return untold
  }
}
