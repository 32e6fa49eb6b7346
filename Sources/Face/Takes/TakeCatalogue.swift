/// The takes on the storage of a recorder, and drawings of its board, as looked up for clients.
///
/// - Thread: the ``LookUpQueue``'s; it may wait for the medium without delaying anything else.
package protocol TakeCatalogue: Sendable {
  /// Takes, the newest first.
  ///
  /// - Parameters:
  ///   - before: only takes with smaller numbers; `nil` for all.
  ///   - limit: the most takes.
  func takes(before: Int?, limit: Int) -> (takes: [TakeRecord], hasMore: Bool)

  /// The take with a number; `nil` if there is none.
  func take(_ number: Int) -> TakeRecord?

  /// Deletes all files of a take; returns the reason if that failed, and `nil` once they are gone.
  ///
  /// - Parameter name: its name from a list; if the number belongs to another take by now, nothing is deleted.
  func delete(_ number: Int, name: String) -> String?

  /// Changes the title, note, judgement or markers of a take; returns the reason if that failed, and `nil` once all of
  /// its files are changed.
  func edit(_ edits: RecorderInterface.TakeEdits) -> String?

  /// Makes a new take from a part of another, and returns its number.
  ///
  /// - Parameter isOver: true to give up the work.
  func trim(
    _ cut: RecorderInterface.TakeCut, isOver: @escaping @Sendable () -> Bool
  ) -> Result<Int, TakeProblem>

  /// Makes a new take from another, with a sector of directions in front of the rest, and returns its number.
  ///
  /// - Parameter isOver: true to give up the work.
  func focus(
    _ wish: RecorderInterface.TakeFocus, isOver: @escaping @Sendable () -> Bool
  ) -> Result<Int, TakeProblem>

  /// A drawing of how the board is held, as SVG; `nil` if there is no such case.
  func drawing(dataSource: String, orientation: String?) -> String?
}

/// The reason why a take cannot be used for something.
package struct TakeProblem: Error, Sendable, Equatable {
  /// The reason in a sentence.
  package let words: String

  /// A reason.
  package init(_ words: String) { self.words = words }
}
