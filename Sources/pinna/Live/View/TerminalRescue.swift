import Glibc

/// Restores the terminal when the process crashes or is killed, because the shell would otherwise be left without echo.
///
/// - Source: signal-safety(7): `poll`, `write`, `tcsetattr`, `sigaction` and `raise` may be called by a signal handler.
enum TerminalRescue {
  /// The sequence that ends synchronized output, clears the screen, switches autowrap on, shows the cursor and leaves
  /// the alternate screen.
  ///
  /// The screen is cleared because parts of the view may stay on it if the terminal was resized meanwhile.
  static let leave: StaticString =
    "\u{1B}[0m\u{1B}[?2026l\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  // Only the control thread writes this, and only a handler after which the process ends reads it.
  nonisolated(unsafe) private static var keyboard = termios()
  nonisolated(unsafe) private static var hasKeyboard = false
  nonisolated(unsafe) private static var hasScreen = false

  /// Stores the settings of the keyboard, so that they can be restored.
  static func keep(keyboard settings: termios) {
    (keyboard, hasKeyboard) = (settings, true)
    install()
  }

  /// Notes that the keyboard has been restored.
  static func forgetKeyboard() { hasKeyboard = false }

  /// Restores the keyboard if the process has taken it over.
  ///
  /// - Thread: a signal handler after which the process ends.
  static func giveKeyboardBack() {
    if hasKeyboard { tcsetattr(0, TCSANOW, &keyboard) }
  }

  /// True if a terminal accepts text now; writing to a stopped terminal would keep the process from ending.
  ///
  /// - Thread: any, including a signal handler.
  static func acceptsText(_ descriptor: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// Notes if the alternate screen is shown now.
  static func setScreen(_ isShown: Bool) {
    hasScreen = isShown
    if isShown { install() }
  }

  /// The previous handlers of the signals; the runtime's handler, which reports a crash, runs after this one.
  nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(
    capacity: Int(SIGSEGV) + 1)
  nonisolated(unsafe) private static var isInstalled = false

  private static func install() {
    guard !isInstalled else { return }
    isInstalled = true
    for number in [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE] {
      sigaction(number, nil, before + Int(number))
      signal(number) { number in
        if TerminalRescue.hasScreen, TerminalRescue.acceptsText(1) {
          write(1, TerminalRescue.leave.utf8Start, TerminalRescue.leave.utf8CodeUnitCount)
        }
        TerminalRescue.giveKeyboardBack()
        // When this handler returns, the instruction that failed runs again, and the previous handler takes over.
        sigaction(number, TerminalRescue.before + Int(number), nil)
        if number == SIGABRT { raise(number) }
      }
    }
  }
}
