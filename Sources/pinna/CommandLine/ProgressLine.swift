import Glibc
import Synchronization

/// Takes a line of progress off the terminal and gives its keyboard back when the process is ended from outside, before
/// the shell writes there.
///
/// - Source: signal-safety(7): `poll`, `write`, `tcsetattr`, `signal` and `raise` may be called by a signal handler.
enum ProgressLine {
  /// To the start of the line, and erases from there to its end (ECMA-48, 8.3.41).
  static let clear: StaticString = "\r\u{1B}[K"

  private static let isShown = Atomic<Bool>(false)

  /// Says whether a line of progress is on the terminal now.
  static func setShown(_ isShown: Bool) { self.isShown.store(isShown, ordering: .releasing) }

  /// Watches for the end, for the rest of the process, unless who started it wants it not to be disturbed (`nohup`).
  static func watch() {
    // Lazily made storage must be there before a handler may touch it.
    setShown(false)
    TerminalRescue.forgetKeyboard()
    for number in [SIGINT, SIGQUIT, SIGTERM] {
      let before = signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(number) { number in
        if ProgressLine.isShown.load(ordering: .acquiring), TerminalRescue.takesText(2) {
          write(2, ProgressLine.clear.utf8Start, ProgressLine.clear.utf8CodeUnitCount)
        }
        TerminalRescue.giveKeyboardBack()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
