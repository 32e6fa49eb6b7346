import Synchronization

/// The lead of a simulation's time of day over its board time, which results from skipped waits between scheduled
/// takes.
final class SkippedTime: Sendable {
  private let total = Mutex(0.0)

  /// The seconds skipped so far.
  var seconds: Double { total.withLock { $0 } }

  /// Skips this many more seconds.
  func skip(_ seconds: Double) { total.withLock { $0 += seconds } }
}
