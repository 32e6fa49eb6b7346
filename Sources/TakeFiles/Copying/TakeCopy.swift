import Glibc

/// Copies the finished takes of a directory to another medium; the takes themselves are only read.
public struct TakeCopy: Sendable {
  let source: OpenFolder
  let destination: TakeDirectory

  /// Prepares a copy from one directory to another; both must exist.
  ///
  /// - Throws: ``TakeFileError`` if the directory of the takes cannot be opened, which includes a link on the way to it
  ///   that belongs to another user, if the process is root's.
  public init(from source: String, to destination: String) throws(TakeFileError) {
    self.source = try OpenFolder(path: Self.plain(source))
    self.destination = TakeDirectory(path: Self.plain(destination))
  }

  /// The path without the slashes at its end.
  private static func plain(_ path: String) -> String {
    let kept = path.lastIndex { $0 != "/" }.map { path[...$0] }
    return kept.map(String.init) ?? path
  }

  /// How far a copy has progressed.
  public struct Progress: Sendable, Equatable {
    /// The number of the file that is being copied, from 1.
    public var file: Int
    /// The number of files to copy.
    public var files: Int
    /// The share of the work that is done, from 0 to 1: every byte must be written and read back.
    public var part: Double
  }

  /// Removes what an interrupted copy left behind, and makes the plan for this one.
  ///
  /// - Throws: ``TakeFileError`` if one of the directories cannot be read.
  public func plan() throws(TakeFileError) -> CopyPlan {
    try CopyLeftovers.remove(in: destination)
    return try CopyPlan(from: source, to: destination)
  }

  /// Copies the files that are missing on the medium.
  ///
  /// A file that cannot be copied does not stop the others, unless the medium fails. If another program renames a file
  /// meanwhile, the takes are listed once more.
  ///
  /// - Parameter kept: called right after a copy was read back and got its name.
  public func run(
    _ plan: CopyPlan, progress: (Progress) -> Void = { _ in },
    kept: (CopyPlan.Item) -> Void = { _ in }
  ) -> CopyReport {
    let report = attempt(plan, progress, kept)
    let isRenamed = report.files.contains { item, outcome in
      outcome == .failed(.system(operation: .open, path: item.source, code: ENOENT))
    }
    // If fewer files are there now, some are gone, and the report must say so.
    guard isRenamed, !report.isStopped, let now = try? self.plan(),
      now.items.count >= plan.items.count
    else { return report }
    var last = attempt(now, progress, kept)
    for item in report.files(.copied) {
      guard let index = last.plan.items.firstIndex(where: { $0.destination == item.destination })
      else { continue }
      last.plan.items[index].isThere = false
      last.outcomes[ExactName(item.destination)] = .copied
    }
    return last
  }

  private func attempt(
    _ plan: CopyPlan, _ progress: (Progress) -> Void, _ kept: (CopyPlan.Item) -> Void
  ) -> CopyReport {
    var report = CopyReport(plan)
    let missing = plan.missing
    // Every byte counts twice: it is first written and then read back.
    let all = 2 * max(1, missing.reduce(0) { $0 + $1.bytes })
    var (done, before) = (0, 0)
    for (index, item) in missing.enumerated() {
      func tell() {
        progress(
          Progress(
            file: index + 1, files: missing.count, part: min(1, Double(done) / Double(all))))
      }
      tell()
      let outcome = copy(item) {
        done += $0
        tell()
      }
      report.outcomes[ExactName(item.destination)] = outcome
      if outcome == .copied { kept(item) }
      if case .failed(let error) = outcome, error.isOf(destination) {
        report.isStopped = true
        break
      }
      before += 2 * item.bytes
      done = before
    }
    return report
  }

  private func copy(_ item: CopyPlan.Item, _ progress: (Int) -> Void) -> CopyReport.Outcome {
    do throws(TakeFileError) {
      if let largest = FileSystemLimit.largestFile(in: destination.path), item.bytes > largest {
        return .tooLarge
      }
      if try FileSystemLimit.freeBytes(in: destination.path) < item.bytes { return .noRoom }
      try FileCopy(folder: source, item: item).run(progress: progress)
      return .copied
    } catch {
      return switch error {
      case .system(_, _, ENOSPC), .system(_, _, EDQUOT): .noRoom
      case .system(.write, _, EFBIG): .tooLarge
      default: .failed(error)
      }
    }
  }
}

extension TakeFileError {
  /// True if the error concerns a whole directory: if one file fails for this reason, so will the next ones.
  fileprivate func isOf(_ directory: TakeDirectory) -> Bool {
    switch self {
    case .system(_, let path, _):
      path == directory.path || TakeDirectory(path: TakeName.directory(of: path)).root == directory
    case .notKept: true
    default: false
    }
  }
}
