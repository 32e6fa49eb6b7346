import Beamforming
import Boards

extension FilterStore {
  /// Makes every design that a press of a button can ask for, but refines none.
  ///
  /// - Parameter progress: called with the number done and the number there are.
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read, or a design cannot be made.
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
        // It is told to those who ask for it; all other patterns of the board can be had.
        guard case .design(.ambisonics) = error else { throw error }
      }
    }
    progress(wanted.count, wanted.count)
  }

  private func prepare(_ key: Key) throws(FilterStoreError) {
    if let best = try best(key) {
      _ = try equipped(best, key)
    } else {
      try prepareBody()
      _ = try equipped(try form(key), key)
    }
  }

  /// Refines designs one after the other; each is there as soon as it is made.
  ///
  /// - Parameters:
  ///   - cases: in their order; `nil` for all.
  ///   - progress: called with the number done, the number there are to refine, and the part of the current one that is
  ///     done; false cancels.
  /// - Returns: true when it came to its end.
  /// - Throws: ``FilterStoreError`` when the head or the body cannot be read, or a design cannot be made.
  @discardableResult package func refine(
    _ cases: [Board.Case]? = nil, unusable: Set<Int> = [],
    progress: (Int, Int, Double) -> Bool = { _, _, _ in true }
  ) throws(FilterStoreError) -> Bool {
    var wanted: [Key] = []
    for which in cases ?? board.cases where refines {
      for pattern in refinable(which) {
        let key = Key(which, pattern, unusable)
        if let design = try best(key), !design.canBeRefined { continue }
        wanted.append(key)
      }
    }
    for (done, key) in wanted.enumerated() {
      let made = try final(key) { _, part in progress(done, wanted.count, part) }
      guard let made else { return false }
      _ = try equipped(made, key)
    }
    return wanted.isEmpty || progress(wanted.count, wanted.count, 0)
  }

  /// The patterns of a case that filters may be refined for: plain stereo becomes stereo where its pair is upright.
  private func refinable(_ which: Board.Case) -> [PolarPattern] {
    board.dataSources[which.dataSource].patterns.filter { $0 == .stereo || $0 == .plain }
  }

  /// The cases and patterns that a press of a button can ask for; mono patterns once for all ways to hold the board.
  var wishes: [(which: Board.Case, pattern: PolarPattern)] {
    board.cases.flatMap { which in
      board.dataSources[which.dataSource].patterns.filter { pattern in
        pattern.hasSides || which.orientation == nil || which.orientation == .portrait
      }.map { (which, $0) }
    }
  }
}
