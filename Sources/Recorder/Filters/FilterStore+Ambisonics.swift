import Beamforming
import Boards

extension FilterStore {
  /// Refuses ambisonics for the takes of a configuration if it would not be good enough, before a device is opened.
  ///
  /// Designs the filters that the first take needs, in a fraction of a second; other patterns are not checked.
  ///
  /// - Throws: ``FilterStoreError`` if the array is not capable of it, or the head or the body cannot be read.
  package func checkAmbisonics(
    _ configuration: SessionConfiguration
  ) throws(FilterStoreError) {
    guard configuration.pattern == .ambix else { return }
    let source = configuration.dataSource.flatMap { board.dataSource(named: $0) } ?? 0
    let cases = board.cases.filter { $0.dataSource == source }
    guard
      let which = cases.first(where: { $0.orientation == configuration.orientation }) ?? cases.first
    else { return }
    // Responses on disk are read; those still to be computed are not waited for.
    try prepareBody { _ in false }
    do throws(FilterStoreError) {
      _ = try ready(which, pattern: .ambix)
    } catch {
      // Known once the body is computed, which a recorder does while it runs.
      guard case .design(.ambisonics(_, _, .bodyMissing)) = error else { throw error }
    }
  }
}
