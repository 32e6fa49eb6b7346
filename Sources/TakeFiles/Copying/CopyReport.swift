/// The result of a copy of takes.
public struct CopyReport: Sendable, Equatable {
  /// The result for one file.
  public enum Outcome: Sendable, Equatable {
    /// The copy is on the medium, and was read back.
    case copied
    /// The copy already existed.
    case there
    /// The medium has no free space for it.
    case noRoom
    /// The file system of the medium cannot hold a file of this size.
    case tooLarge
    /// Reading or writing failed.
    case failed(TakeFileError)
    /// The copying ended before its turn came.
    case notTried
  }

  /// The executed plan.
  public var plan: CopyPlan
  /// True if the copying ended early because the medium failed.
  public var isStopped = false
  /// The result for each copy, by its path.
  var outcomes: [String: Outcome] = [:]

  init(_ plan: CopyPlan) { self.plan = plan }

  /// Every file with its result, in order.
  public var files: [(item: CopyPlan.Item, outcome: Outcome)] {
    plan.items.map { ($0, $0.isThere ? .there : outcomes[$0.destination] ?? .notTried) }
  }

  /// The files with the given result.
  public func files(_ outcome: Outcome) -> [CopyPlan.Item] {
    files.filter { $0.outcome == outcome }.map(\.item)
  }

  /// The first failure to read or write.
  public var failure: TakeFileError? {
    for file in files { if case .failed(let error) = file.outcome { return error } }
    return plan.failures.first
  }

  /// True if every file of every finished take is on the medium.
  public var isComplete: Bool {
    plan.failures.isEmpty
      && files.allSatisfy { $0.outcome == .copied || $0.outcome == .there }
  }
}
