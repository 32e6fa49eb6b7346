import Glibc
import Synchronization

/// Turns the signals that ask the process to end into a value for the control thread.
///
/// A take is closed before the process ends, however many signals arrive.
enum ProcessSignals {
  /// The origins of a request to end.
  enum Stop: Int, Sendable {
    /// A person at the keyboard: SIGINT or SIGQUIT.
    case keyboard = 1
    /// The system or another process: SIGTERM, or SIGHUP when the terminal has gone.
    case system = 2
  }

  private static let asked = Atomic<Int>(0)

  /// Handles these signals from now on, until the process ends.
  ///
  /// A signal that is already ignored when the process starts stays ignored, such as SIGHUP under `nohup`, or SIGINT in
  /// a background process of a script. SIGTERM always ends the process.
  static func takeOver() {
    // Storage that is initialized lazily must exist before a handler may use it.
    asked.store(0, ordering: .releasing)
    for number in [SIGINT, SIGQUIT] where !isIgnored(number) {
      signal(number) { _ in ProcessSignals.asked.store(1, ordering: .releasing) }
    }
    for number in [SIGTERM, SIGHUP] where number == SIGTERM || !isIgnored(number) {
      signal(number) { _ in ProcessSignals.asked.store(2, ordering: .releasing) }
    }
    // By default this signal is ignored; the handler makes it end a wait early when the terminal is resized.
    signal(SIGWINCH) { _ in }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits until standard input can be read; false if a signal asks the process to end before that.
  static func waitForInput() -> Bool {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    while stop == nil {
      if poll(&input, 1, -1) >= 0 || errno != EINTR { return true }
    }
    return false
  }

  /// The origin of the request to end; `nil` if there has been none.
  static var stop: Stop? { Stop(rawValue: asked.load(ordering: .acquiring)) }
}
