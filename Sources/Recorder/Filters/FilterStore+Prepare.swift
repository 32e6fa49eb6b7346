import Beamforming
import Boards

extension FilterStore {
  /// Makes every design that the buttons can select.
  ///
  /// - Parameter progress: called with the number of finished designs and their total number.
  /// - Throws: ``FilterStoreError`` if the head or the body cannot be read, or a design cannot be made.
  package func prepare(
    unusable: Set<Int> = [], progress: (Int, Int) -> Void = { _, _ in }
  ) throws(FilterStoreError) {
    let wanted = wishes
    for (done, (which, pattern)) in wanted.enumerated() {
      progress(done, wanted.count)
      makeWay()
      let key = Key(which, pattern, unusable)
      do throws(FilterStoreError) {
        try prepare(key)
      } catch {
        // Callers that request ambisonics get this error; the other patterns of the board still work.
        guard case .design(.ambisonics) = error else { throw error }
      }
    }
    progress(wanted.count, wanted.count)
  }

  private func prepare(_ key: Key) throws(FilterStoreError) {
    if let design = try found(key) {
      _ = try equipped(design, key)
    } else {
      try prepareBody()
      _ = try equipped(try made(key), key)
    }
  }

  /// The cases and patterns that the buttons can select; each mono pattern appears once for all ways of holding the
  /// board.
  var wishes: [(which: Board.Case, pattern: PolarPattern)] {
    board.cases.flatMap { which in
      board.dataSources[which.dataSource].patterns.filter { pattern in
        pattern.hasSides || which.orientation == nil || which.orientation == .portrait
      }.map { (which, $0) }
    }
  }
}
