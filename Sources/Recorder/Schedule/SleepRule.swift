import TOML

/// The rule for a recorder's sleep between scheduled takes, from the table `[power]` of the settings.
package struct SleepRule: KeyedTable, Equatable {
  /// The depth of a sleep.
  package enum Depth: String, CaseIterable, Sendable {
    /// The recorder does not sleep but stays armed.
    case off
    /// The capture device is closed.
    case device
    /// The system is powered off as well, and an alarm of the system's clock starts it again for the next take.
    case system
  }

  @Key("sleep", .word(), "how deeply to sleep between scheduled takes")
  package var depth = Depth.off
  @Key("wake-before", .length, "how long before a take to wake; earlier for a longer pre-roll")
  package var wakeSeconds = 60.0
  @Key("stay-awake", .length, "how long to stay awake after a start, a press or a request") package
    var awakeSeconds =
    300.0

  package init() {}

  /// The shortest pause, in seconds, in which the system is powered off: in a shorter one that would cost more than it
  /// saves.
  static let systemSeconds = 300.0
  /// The shortest pause, in seconds, in which the capture device is closed.
  static let deviceSeconds = 30.0

  /// Seconds before a take at which the recorder wakes up, so that the pre-roll is complete in time.
  package func leadSeconds(preRoll: Double) -> Double { max(wakeSeconds, preRoll + 10) }

  /// The depth of a sleep that lasts this many seconds, until the recorder wakes up for its next take.
  package func depth(ofSleep seconds: Double) -> Depth {
    if depth == .system, seconds >= Self.systemSeconds { return .system }
    return depth != .off && seconds >= Self.deviceSeconds ? .device : .off
  }
}
