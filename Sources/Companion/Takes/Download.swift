/// A download that is under way; it is over with the last who has it.
///
/// - Thread: any.
final class Download: Sendable {
  private let end: @Sendable () -> Void

  /// A download that calls `end` when it is over.
  init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
