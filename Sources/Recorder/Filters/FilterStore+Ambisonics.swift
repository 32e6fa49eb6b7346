import Beamforming
import Boards
import Essentials

extension FilterStore {
  /// The filters of a case that make ambisonics; made anew, in a fraction of a second.
  ///
  /// - Parameter progress: called with the part of the work on the body that is done, 0 to 1.
  /// - Throws: ``FilterStoreError`` when the array cannot, or the head or the body cannot be read.
  package func ambisonics(
    _ which: Board.Case, unusable: Set<Int> = [],
    progress: (FilterWork, Double) -> Void = { _, _ in }
  ) throws(FilterStoreError) -> AmbisonicDesign {
    try prepareBody { part in
      progress(.body, part)
      return true
    }
    let designer = try designer(unusable: unusable)
    return try translating(to: FilterStoreError.design) { () throws(DesignError) in
      try designer.ambisonics(which)
    }
  }
}
