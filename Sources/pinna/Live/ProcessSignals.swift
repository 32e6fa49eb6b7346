import Glibc
import Synchronization

/// The signals that ask the process to end, as a value for the control thread.
///
/// A take is closed before the process ends, however many signals come.
enum ProcessSignals {
  /// The origin of a request to end.
  enum Stop: Int, Sendable {
    /// A person at the keyboard: SIGINT or SIGQUIT.
    case keyboard = 1
    /// The system or another process: SIGTERM, or SIGHUP when the terminal went away.
    case system = 2
  }

  private static let asked = Atomic<Int>(0)

  /// Handles the signals from now on, for the rest of the process.
  ///
  /// A signal that the process was started to ignore stays ignored: the end of the terminal under `nohup`, the
  /// interrupt of a script's background process. SIGTERM always ends it.
  static func takeOver() {
    // Lazily initialized storage must exist before a handler may use it.
    asked.store(0, ordering: .releasing)
    for number in [SIGINT, SIGQUIT] where !isIgnored(number) {
      signal(number) { _ in ProcessSignals.asked.store(1, ordering: .releasing) }
    }
    for number in [SIGTERM, SIGHUP] where number == SIGTERM || !isIgnored(number) {
      signal(number) { _ in ProcessSignals.asked.store(2, ordering: .releasing) }
    }
    // This handler only cuts a wait short when the terminal is resized; by default the signal is ignored.
    signal(SIGWINCH) { _ in }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits until standard input is readable; false if a signal asks the process to end first.
  static func waitForInput() -> Bool {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while stop == nil {
      if poll(&input, 1, -1) >= 0 || errno != EINTR { return true }
    }
    return false
  }

  /// The origin of the request to end; `nil` if there was none.
  static var stop: Stop? { Stop(rawValue: asked.load(ordering: .acquiring)) }
}
