import Glibc
import Synchronization

/// The line of progress on the terminal.
///
/// A process ended by a signal erases it, restores the keyboard before the shell writes there, and deletes the
/// unfinished file that it was making from others.
///
/// - Source: signal-safety(7): `poll`, `write`, `tcsetattr`, `signal` and `raise` may be called by a signal handler.
enum ProgressLine {
  /// The sequence that returns to the start of the line and erases to its end (ECMA-48, 8.3.41).
  static let clear: StaticString = "\r\u{1B}[K"

  private static let isShown = Atomic<Bool>(false)

  /// Notes that a line of progress is on the terminal now, or is not.
  static func setShown(_ isShown: Bool) { self.isShown.store(isShown, ordering: .releasing) }

  /// Watches for ending signals for the rest of the process, except those that the parent ignores (`nohup`).
  static func watch() {
    // Lazily initialized storage must exist before a handler may use it.
    setShown(false)
    UnfinishedFile.prepare()
    TerminalRescue.forgetKeyboard()
    for number in [SIGINT, SIGQUIT, SIGTERM] {
      let before = signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(number) { number in
        if ProgressLine.isShown.load(ordering: .acquiring), TerminalRescue.acceptsText(2) {
          write(2, ProgressLine.clear.utf8Start, ProgressLine.clear.utf8CodeUnitCount)
        }
        TerminalRescue.giveKeyboardBack()
        UnfinishedFile.remove()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
