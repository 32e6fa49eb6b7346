import Glibc
import Synchronization

/// The line of progress that is on the terminal.
///
/// If a signal ends the process, the line is erased, the keyboard is restored before the shell writes there, and the
/// unfinished files that the process was making from others are deleted.
///
/// - Source: signal-safety(7): `poll`, `write`, `tcsetattr`, `signal` and `raise` may be called by a signal handler.
enum ProgressLine {
  /// The sequence that returns to the start of the line and erases to its end (ECMA-48, 8.3.41).
  static let clear: StaticString = "\r\u{1B}[K"

  private static let isShown = Atomic<Bool>(false)

  /// Notes if a line of progress is on the terminal now.
  static func setShown(_ isShown: Bool) { self.isShown.store(isShown, ordering: .releasing) }

  /// Handles the signals that end the process, from now on, except those that the parent process ignores (`nohup`).
  static func watch() {
    // Storage that is initialized lazily must exist before a handler may use it.
    setShown(false)
    UnfinishedFile.prepare()
    TerminalRescue.forgetKeyboard()
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
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
