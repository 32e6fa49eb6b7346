/// What became of a copy of takes.
public struct CopyReport: Sendable, Equatable {
  /// What became of a file.
  public enum Outcome: Sendable, Equatable {
    /// It is on the medium, and was read back.
    case copied
    /// It was there before.
    case there
    /// The medium has no room for it.
    case noRoom
    /// The file system of the medium cannot hold a file of this size.
    case tooLarge
    /// Reading or writing failed.
    case failed(TakeFileError)
    /// The copy ended before it was its turn.
    case notTried
  }

  /// What was to be done.
  public var plan: CopyPlan
  /// Whether it ended early, because the medium failed.
  public var isStopped = false
  /// What became of each copy, by its path.
  var outcomes: [String: Outcome] = [:]

  init(_ plan: CopyPlan) { self.plan = plan }

  /// Every file with what became of it, in order.
  public var files: [(item: CopyPlan.Item, outcome: Outcome)] {
    plan.items.map { ($0, $0.isThere ? .there : outcomes[$0.destination] ?? .notTried) }
  }

  /// The files of one outcome.
  public func files(_ outcome: Outcome) -> [CopyPlan.Item] {
    files.filter { $0.outcome == outcome }.map(\.item)
  }

  /// What failed first, while reading or writing.
  public var failure: TakeFileError? {
    for file in files { if case .failed(let error) = file.outcome { return error } }
    return plan.failures.first
  }

  /// Whether every file of every finished take is on the medium.
  public var isComplete: Bool {
    plan.failures.isEmpty
      && files.allSatisfy { $0.outcome == .copied || $0.outcome == .there }
  }
}
