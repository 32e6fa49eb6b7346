import Glibc

/// A sentence that the system left for the recorder before it started, about something that the system could not do,
/// such as applying settings that are wrong.
///
/// The lights show an error until a button is pressed, so that a person who put a wrong file on the card notices.
///
/// - Thread: control.
final class SystemNotice {
  private var untold: String?
  /// True until a button is pressed.
  private(set) var isUnseen = true

  /// Reads the notice in a file; `nil` if the file does not exist or is empty.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let line = LineFile.firstLine(of: descriptor)
    guard !line.isEmpty else { return nil }
    untold = line
  }

  /// Notes that a person is present and has seen the lights.
  func acknowledge() { isUnseen = false }

  /// Returns the sentence, but only once; then `nil`.
  func poll() -> String? {
    defer { untold = nil }
    return untold
  }
}
