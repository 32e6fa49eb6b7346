import Beamforming
import Boards

extension FilterStore {
  /// Checks, before a device is opened, that ambisonics would be good enough for the takes of a configuration.
  ///
  /// It designs the filters that the first take needs, in a fraction of a second. It does nothing for other patterns.
  ///
  /// - Throws: ``FilterStoreError`` if the array is not capable of ambisonics, or the head or the body cannot be read.
  package func checkAmbisonics(
    _ configuration: SessionConfiguration
  ) throws(FilterStoreError) {
    guard configuration.pattern == .ambix else { return }
    let source = configuration.settings.stereo.source.flatMap { board.dataSource(named: $0) } ?? 0
    let cases = board.cases.filter { $0.dataSource == source }
    guard
      let which = cases.first(where: { $0.orientation == configuration.orientation }) ?? cases.first
    else { return }
    // Read the responses if they are on disk, but do not wait for their computation.
    try prepareBody { _ in false }
    do throws(FilterStoreError) {
      _ = try ready(which, pattern: .ambix)
    } catch {
      // Without the body the answer is not known yet: a running recorder computes the body and then learns it.
      guard case .design(.ambisonics(_, _, .bodyMissing)) = error else { throw error }
    }
  }
}
