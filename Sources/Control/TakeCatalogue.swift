/// The takes on the storage of a recorder, as they are looked up for clients.
///
/// - Thread: that of the socket; it may wait for the medium, which neither the recorder nor its control thread notices.
public protocol TakeCatalogue: Sendable {
  /// Takes, the newest first.
  ///
  /// - Parameters:
  ///   - before: only those of smaller numbers; `nil` for all.
  ///   - limit: the most of them.
  func takes(before: Int?, limit: Int) -> (takes: [ListedTake], hasMore: Bool)

  /// The take of a number; `nil` when there is none.
  func take(_ number: Int) -> DetailedTake?
}
