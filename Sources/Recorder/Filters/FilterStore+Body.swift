import Acoustics
import Beamforming
import Boards
import Essentials

extension FilterStore {
  /// Computes or reads the responses of the body, if the board needs them and the store does not have them yet.
  ///
  /// - Parameter progress: called with the fraction done, 0 to 1, while the responses are computed; if it returns
  ///   false, the computation is cancelled.
  /// - Returns: false if the computation was cancelled.
  /// - Throws: ``FilterStoreError/body(_:)`` if the responses cannot be read.
  @discardableResult package func prepareBody(
    _ progress: (Double) -> Bool = { _ in true }
  ) throws(FilterStoreError) -> Bool {
    guard !hasBody.load(ordering: .acquiring) else { return true }
    do throws(BodyStoreError) {
      _ = try bodies.responses(of: board, progress: progress)
    } catch .cancelled {
      return false
    } catch {
      throw .body(error)
    }
    hasBody.store(true, ordering: .releasing)
    return true
  }

  /// True if some of these designs must still be made and need responses of the body that are not available yet.
  func needsBody(
    _ wishes: [(which: Board.Case, pattern: PolarPattern)], unusable: Set<Int>
  ) throws(FilterStoreError) -> Bool {
    if hasBody.load(ordering: .acquiring) { return false }
    for (which, pattern) in wishes {
      if try found(Key(which, pattern, unusable)) == nil { return true }
    }
    return false
  }

  /// The responses of the body; `nil` if the board needs none.
  func body() throws(FilterStoreError) -> BodyResponses? {
    try translate(try bodies.responses(of: board), to: FilterStoreError.body)
  }
}

extension Board {
  /// The same board in a free field, without its body; `nil` if the responses of its body need not be computed or read.
  var inTheAir: Board? {
    switch body?.model {
    case nil, .freeField, .sphere: return nil
    case .box, .measured:
      var board = self
      board.body?.model = .freeField
      return board
    }
  }
}

extension Design {
  /// The same filters, with a note that they were designed without the body.
  var withoutBody: Design { adding([.bodyMissing]) }
}
