import Recorder

extension Console {
  /// Prints a note if filters could not be stored, and must be designed again next time.
  func noteCache(of filters: FilterStore) {
    guard let problem = filters.cacheProblem else { return }
    note("note: \(problem); PINNA_CACHE names another folder")
  }
}
