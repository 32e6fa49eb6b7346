import Glibc

/// The restoration of the terminal when the process crashes or is killed: otherwise the shell is left without echo.
///
/// - Source: signal-safety(7): `poll`, `write`, `tcsetattr`, `sigaction` and `raise` may be called by a signal handler.
enum TerminalRescue {
  /// The sequence that ends synchronized output, clears, switches autowrap on, shows the cursor, leaves the alternate
  /// screen.
  ///
  /// It clears because a terminal resized meanwhile may leave pieces of the view behind.
  static let leave: StaticString =
    "\u{1B}[0m\u{1B}[?2026l\u{1B}[2J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  // Written by the control thread only, and read in a handler after which the process ends.
  nonisolated(unsafe) private static var keyboard = termios()
  nonisolated(unsafe) private static var hasKeyboard = false
  nonisolated(unsafe) private static var hasScreen = false

  /// Stores the keyboard settings for restoring them.
  static func keep(keyboard settings: termios) {
    (keyboard, hasKeyboard) = (settings, true)
    install()
  }

  /// Notes that the keyboard has been restored.
  static func forgetKeyboard() { hasKeyboard = false }

  /// Restores the keyboard if it was taken.
  ///
  /// - Thread: a signal handler after which the process ends.
  static func giveKeyboardBack() {
    if hasKeyboard { tcsetattr(0, TCSANOW, &keyboard) }
  }

  /// True if a terminal accepts text now: a stopped terminal would keep the process from ending.
  ///
  /// - Thread: any, and a signal handler.
  static func acceptsText(_ descriptor: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// Notes that the alternate screen is shown, or is not.
  static func setScreen(_ isShown: Bool) {
    hasScreen = isShown
    if isShown { install() }
  }

  /// The previous handlers of the signals: the runtime's own report of a crash comes after this one.
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
        // The failed instruction is executed again when this returns.
        sigaction(number, TerminalRescue.before + Int(number), nil)
        if number == SIGABRT { raise(number) }
      }
    }
  }
}
