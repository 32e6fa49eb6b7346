import Synchronization

/// The time by which a simulation's time of day is ahead of its board's time, because waits between scheduled takes are
/// skipped.
final class SkippedTime: Sendable {
  private let total = Mutex(0.0)

  /// The seconds skipped so far.
  var seconds: Double { total.withLock { $0 } }

  /// Skips a further number of seconds.
  func skip(_ seconds: Double) { total.withLock { $0 += seconds } }
}
