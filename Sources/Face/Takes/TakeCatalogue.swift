/// The takes on a recorder's storage, and the drawings of its board, as clients can look them up.
///
/// - Thread: the threads of the ``LookUpQueue``, which may wait for the medium without delaying anything else. They
///   never change the same take at the same time.
package protocol TakeCatalogue: Sendable {
  /// Lists takes, the newest first.
  ///
  /// - Parameters:
  ///   - before: list only takes with numbers below this; `nil` for all.
  ///   - limit: the most takes to list.
  /// - Throws: ``TakeProblem`` if the medium cannot be read, which does not mean that there are no takes.
  func takes(before: Int?, limit: Int) throws(TakeProblem) -> RecorderInterface.TakesReply

  /// The take with this number; `nil` if there is none.
  ///
  /// - Parameter name: the name of the take, because several takes can have the number; `nil` for the first of them.
  /// - Throws: like ``takes(before:limit:)``.
  func take(_ number: Int, name: String?) throws(TakeProblem) -> TakeRecord?

  /// Deletes all files of a take.
  ///
  /// - Parameter name: the name that a list gave for the take; if the number now belongs to another take, nothing is
  ///   deleted.
  /// - Throws: ``TakeProblem`` if the take cannot be deleted.
  func delete(_ number: Int, name: String) throws(TakeProblem)

  /// Changes the title, note, judgement or markers of a take in all of its files.
  func edit(_ edits: RecorderInterface.TakeEdits) throws(TakeProblem)

  /// Makes a new take from a part of another, and returns the number of the new one.
  ///
  /// - Parameter isOver: returns true to abandon the work.
  /// - Throws: ``TakeProblem`` if the new take cannot be made.
  func trim(
    _ cut: RecorderInterface.TakeCut, isOver: @escaping @Sendable () -> Bool
  ) throws(TakeProblem) -> Int

  /// Makes a new take from another, with a sector of directions brought in front of the rest, and returns the number of
  /// the new one.
  ///
  /// - Parameter isOver: returns true to abandon the work.
  /// - Throws: ``TakeProblem`` if the new take cannot be made.
  func focus(
    _ wish: RecorderInterface.TakeFocus, isOver: @escaping @Sendable () -> Bool
  ) throws(TakeProblem) -> Int

  /// A drawing of how the board is held, as SVG; `nil` if the board has no such case.
  func drawing(dataSource: String, orientation: String?) -> String?
}

/// A change to a take, or a new take made from it.
package enum TakeChange: Sendable, Equatable {
  /// Delete the take with this number and name.
  case delete(Int, name: String)
  /// Edit its title, note, judgement or markers.
  case edit(RecorderInterface.TakeEdits)
  /// Make a new take from a part of it.
  case trim(RecorderInterface.TakeCut)
  /// Make a new, focused take from it.
  case focus(RecorderInterface.TakeFocus)

  /// The number and the name of the take.
  var key: RecorderInterface.TakeKey {
    switch self {
    case .delete(let number, let name): .init(number, name: name)
    case .edit(let edits): edits.key
    case .trim(let cut): cut.key
    case .focus(let wish): wish.key
    }
  }

  /// The reason that a client gets if the change fails.
  var refusal: RecorderReason {
    switch self {
    case .delete: .notDeleted
    case .edit: .notEdited
    case .trim: .notTrimmed
    case .focus: .notFocused
    }
  }
}

/// The error that states why a take cannot be used for something.
package struct TakeProblem: Error, Sendable, Equatable {
  /// The reason in a sentence.
  package let words: String

  /// Creates a problem from its sentence.
  package init(_ words: String) { self.words = words }
}
