import Acoustics
import Beamforming
import Boards
import Essentials

extension FilterStore {
  /// Computes or reads the responses of the body, where the board needs them and they are not there.
  ///
  /// - Parameter progress: called with the part that is done, 0 to 1, while they are computed; false cancels.
  /// - Returns: false when it was cancelled.
  /// - Throws: ``FilterStoreError/body(_:)`` when the responses cannot be read.
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

  /// True when designs have to be made for which the responses of the body are missing.
  func needsBody(
    _ wishes: [(which: Board.Case, pattern: PolarPattern)], unusable: Set<Int>
  ) throws(FilterStoreError) -> Bool {
    if hasBody.load(ordering: .acquiring) { return false }
    for (which, pattern) in wishes {
      if try found(Key(which, pattern, unusable)) == nil { return true }
    }
    return false
  }

  /// The responses of the body; `nil` where none are needed.
  func body() throws(FilterStoreError) -> BodyResponses? {
    try translate(try bodies.responses(of: board), to: FilterStoreError.body)
  }
}

extension Board {
  /// The same board without its body, where the responses of that have to be computed or read.
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
  /// The same filters, which say that the body is missing in them.
  var withoutBody: Design { adding([.bodyMissing]) }
}
