/// The takes on the storage of a recorder, and drawings of its board, as they are looked up for clients.
///
/// - Thread: that of the ``LookUpQueue``; it may wait for the medium, which nothing else notices.
package protocol TakeCatalogue: Sendable {
  /// Takes, the newest first.
  ///
  /// - Parameters:
  ///   - before: only those of smaller numbers; `nil` for all.
  ///   - limit: the most of them.
  func takes(before: Int?, limit: Int) -> (takes: [TakeRecord], hasMore: Bool)

  /// The take of a number; `nil` when there is none.
  func take(_ number: Int) -> TakeRecord?

  /// Deletes all files of a take; gives the reason where it could not, and `nil` when they are gone.
  ///
  /// - Parameter name: its name, as a list has it: a number that another take has got since deletes nothing.
  func delete(_ number: Int, name: String) -> String?

  /// Changes the title, note, judgement or markers of a take; gives the reason where it could not, and `nil` when all
  /// of its files are changed.
  func edit(_ edits: RecorderInterface.TakeEdits) -> String?

  /// Makes a new take of a part of one, and gives its number.
  ///
  /// - Parameter isOver: true once the work is to be given up.
  func trim(
    _ cut: RecorderInterface.TakeCut, isOver: @escaping @Sendable () -> Bool
  ) -> Result<Int, TakeProblem>

  /// Makes a new take of one, with a sector of directions in front of the rest, and gives its number.
  ///
  /// - Parameter isOver: true once the work is to be given up.
  func focus(
    _ wish: RecorderInterface.TakeFocus, isOver: @escaping @Sendable () -> Bool
  ) -> Result<Int, TakeProblem>

  /// A drawing of how the board is held, as SVG; `nil` when there is no such case.
  func drawing(dataSource: String, orientation: String?) -> String?
}

/// The reason why something cannot be done with a take.
package struct TakeProblem: Error, Sendable, Equatable {
  /// The reason in a sentence.
  package let words: String

  /// A reason.
  package init(_ words: String) { self.words = words }
}
