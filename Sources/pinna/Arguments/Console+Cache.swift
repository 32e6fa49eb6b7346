import Recorder

extension Console {
  /// Says that filters could not be kept for the next time, if so.
  func noteCache(of filters: FilterStore) {
    guard let problem = filters.cacheProblem else { return }
    note("note: \(problem); PINNA_CACHE names another folder")
  }
}
