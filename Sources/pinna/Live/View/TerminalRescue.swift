import Glibc

/// Gives the terminal back as it was when the process dies of a bug or is ended from outside: otherwise a shell without
/// echo is left behind.
///
/// - Source: signal-safety(7): `poll`, `write`, `tcsetattr`, `sigaction` and `raise` may be called by a signal handler.
enum TerminalRescue {
  /// Ends synchronized output, clears, switches autowrap on, shows the cursor, leaves the alternate screen.
  ///
  /// Cleared, because a terminal whose size has changed meanwhile may leave pieces of the view behind.
  static let leave: StaticString =
    "\u{1B}[0m\u{1B}[?2026l\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  // Written by the control thread only, and read in a handler after which the process is no more.
  nonisolated(unsafe) private static var keyboard = termios()
  nonisolated(unsafe) private static var hasKeyboard = false
  nonisolated(unsafe) private static var hasScreen = false

  /// The settings of the keyboard to go back to.
  static func keep(keyboard settings: termios) {
    (keyboard, hasKeyboard) = (settings, true)
    install()
  }

  /// The keyboard is as it was.
  static func forgetKeyboard() { hasKeyboard = false }

  /// Gives the keyboard back, where it was taken.
  ///
  /// - Thread: a signal handler after which the process is no more.
  static func giveKeyboardBack() {
    if hasKeyboard { tcsetattr(0, TCSANOW, &keyboard) }
  }

  /// Whether a terminal takes text now: one that was stopped would keep the process from its end.
  ///
  /// - Thread: a signal handler, too.
  static func takesText(_ descriptor: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// Whether the alternate screen is shown.
  static func setScreen(_ isShown: Bool) {
    hasScreen = isShown
    if isShown { install() }
  }

  /// What handled the signals before: the runtime's own report of a crash comes after this one.
  nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(
    capacity: Int(SIGSEGV) + 1)
  nonisolated(unsafe) private static var isInstalled = false

  private static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    for number in [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE] {
      sigaction(number, nil, before + Int(number))
      signal(number) { number in
        if TerminalRescue.hasScreen, TerminalRescue.takesText(1) {
          write(1, TerminalRescue.leave.utf8Start, TerminalRescue.leave.utf8CodeUnitCount)
        }
        TerminalRescue.giveKeyboardBack()
        // The instruction that failed is tried again when this returns.
        sigaction(number, TerminalRescue.before + Int(number), nil)
        if number == SIGABRT { raise(number) }
      }
    }
  }
}
