import Glibc

/// A sentence that the system left for the recorder before it was started: what it could not do, such as taking up
/// settings that are wrong.
///
/// The lights show an error until a button is pressed: a person who put a wrong file onto the card sees it there.
///
/// - Thread: control.
final class SystemNotice {
  /// Bytes that are read; no sentence is longer.
  private static let largest = 1000

  private var untold: String?
  /// True until a button is pressed.
  private(set) var isUnseen = true

  /// The notice in a file; `nil` when there is none, or nothing in it.
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

  /// Notes that a person is there, who has seen the lights.
  func acknowledge() { isUnseen = false }

  /// Gives the sentence once.
  func poll() -> String? {
    defer { untold = nil }
    return untold
  }
}
