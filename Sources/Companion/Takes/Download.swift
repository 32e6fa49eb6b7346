/// A download under way, which ends when its last reference goes.
///
/// - Thread: any.
final class Download: Sendable {
  private let end: @Sendable () -> Void

  /// Starts a download that calls `end` when it is over.
  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
