import Beamforming
import Boards

extension FilterStore {
  /// Refuses ambisonics that takes of a configuration would have, where it is not good enough: before a device is
  /// opened.
  ///
  /// It makes the filters that the first take needs, in a fraction of a second; other patterns are not looked at.
  ///
  /// - Throws: ``FilterStoreError`` when the array cannot, or the head or the body cannot be read.
  package func checkAmbisonics(
    _ configuration: SessionConfiguration
  ) throws(FilterStoreError) {
    guard configuration.pattern == .ambix else { return }
    let source = configuration.dataSource.flatMap { board.dataSource(named: $0) } ?? 0
    let cases = board.cases.filter { $0.dataSource == source }
    guard
      let which = cases.first(where: { $0.orientation == configuration.orientation }) ?? cases.first
    else { return }
    // Responses on disk are read; those that would have to be computed are not waited for.
    try prepareBody { _ in false }
    do throws(FilterStoreError) {
      _ = try ready(which, pattern: .ambix)
    } catch {
      // It is known once they are computed, which a recorder does while it runs.
      guard case .design(.ambisonics(_, _, .bodyMissing)) = error else { throw error }
    }
  }
}
