/// The result of a copy of takes.
public struct CopyReport: Sendable, Equatable {
  /// The outcome for one file.
  public enum Outcome: Sendable, Equatable {
    /// The copy was written to the medium and read back.
    case copied
    /// The copy already existed.
    case there
    /// The medium has no free space for the copy.
    case noRoom
    /// The file system of the medium cannot hold a file of this size.
    case tooLarge
    /// Reading or writing failed.
    case failed(TakeFileError)
    /// Copying ended before it was this file's turn.
    case notTried
  }

  /// The plan that was carried out.
  public var plan: CopyPlan
  /// True if copying ended early because the medium failed.
  public var isStopped = false
  /// The outcome for each copy, by the path of the copy.
  var outcomes: [ExactName: Outcome] = [:]

  init(_ plan: CopyPlan) { self.plan = plan }

  /// Every file with its outcome, in the order of the plan.
  public var files: [(item: CopyPlan.Item, outcome: Outcome)] {
    plan.items.map {
      ($0, $0.isThere ? .there : outcomes[ExactName($0.destination)] ?? .notTried)
    }
  }

  /// The files with a given outcome.
  public func files(_ outcome: Outcome) -> [CopyPlan.Item] {
    files.filter { $0.outcome == outcome }.map(\.item)
  }

  /// All errors in reading or writing; first the one that ended the copy.
  public var failures: [TakeFileError] {
    var failures = files.compactMap { file -> TakeFileError? in
      if case .failed(let error) = file.outcome { error } else { nil }
    }
    if isStopped, let last = failures.popLast() { failures.insert(last, at: 0) }
    return failures + plan.failures
  }

  /// True if every file of every finished take is now on the medium.
  public var isComplete: Bool {
    plan.failures.isEmpty
      && files.allSatisfy { $0.outcome == .copied || $0.outcome == .there }
  }
}
