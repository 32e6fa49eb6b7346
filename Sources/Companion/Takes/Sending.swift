/// An answer that is being sent, which ends when its last reference goes.
///
/// - Thread: any.
final class Sending: Sendable {
  private let end: @Sendable () -> Void

  /// Starts an answer that calls `end` when it has been sent or given up.
  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
