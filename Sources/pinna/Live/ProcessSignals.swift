import Glibc
import Synchronization

/// The signals that ask the process to end, as a value that the control thread looks at.
///
/// A take is closed before the process ends, however often it is asked to.
enum ProcessSignals {
  /// What asked for the end.
  enum Stop: Int, Sendable {
    /// A person at the keyboard: SIGINT or SIGQUIT.
    case keyboard = 1
    /// The system, or somebody from elsewhere: SIGTERM, or SIGHUP when the terminal went away.
    case system = 2
  }

  private static let asked = Atomic<Int>(0)

  /// Takes the signals over, for the rest of the process.
  ///
  /// A signal that the process was started to ignore stays ignored: the end of the terminal under `nohup`, the
  /// interrupt in a script's background. SIGTERM always ends it.
  static func takeOver() {
    // Lazily made storage must be there before a handler may touch it.
    asked.store(0, ordering: .releasing)
    for number in [SIGINT, SIGQUIT] where !isIgnored(number) {
      signal(number) { _ in ProcessSignals.asked.store(1, ordering: .releasing) }
    }
    for number in [SIGTERM, SIGHUP] where number == SIGTERM || !isIgnored(number) {
      signal(number) { _ in ProcessSignals.asked.store(2, ordering: .releasing) }
    }
    // Only so that a wait ends early when the terminal has another size: its default is to be ignored.
    signal(SIGWINCH) { _ in }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    let handler = action.__sigaction_handler.sa_handler
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Who asked the process to end; `nil` when nobody did.
  static var stop: Stop? { Stop(rawValue: asked.load(ordering: .acquiring)) }
}
