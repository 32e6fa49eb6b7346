extension Session {
  /// Whether takes are being copied to another medium, as far as anybody says.
  public var isCopying: Bool { copyDesk?.isBusy ?? false }

  /// Asks for a copy of all takes on the other medium.
  ///
  /// - Throws: ``SessionRefusal`` in a take, when power fails, when there is no storage to copy from, when no other medium
  ///   is configured, and while a copy is made.
  public func copyTakes(_ now: Double) throws(SessionRefusal) {
    guard configuration.makesTakes else { throw .takesOff }
    guard take == nil else { throw .copyDuringTake }
    guard !isPowerFailing else { throw .fault(.powerFailing) }
    guard let copyDesk else { throw .copyNotConfigured }
    if let fault = storageKnowledge.fault { throw .fault(.storage(fault)) }
    try copyDesk.ask(now)
    copyHasFailed = false
    events.append(.copy(.asked))
  }

  /// Hears how the copy goes.
  func watchCopy(_ now: Double) {
    guard let news = copyDesk?.poll(now) else { return }
    if case .failed = news { copyHasFailed = true }
    events.append(.copy(news))
  }
}
