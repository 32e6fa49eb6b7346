import Synchronization

/// The time that the time of day of a simulation is ahead of its board's: waits between scheduled takes that were left
/// out.
final class SkippedTime: Sendable {
  private let total = Mutex(0.0)

  /// Seconds that were left out so far.
  var seconds: Double { total.withLock { $0 } }

  /// Leaves out so many more seconds.
  func skip(_ seconds: Double) { total.withLock { $0 += seconds } }
}
