import Essentials
import Face
import TakeFiles

/// The facts about a copy of takes, for programs.
struct CopiedTakes: Encodable {
  var files: [File]
  var unfinished: [String]
  var damaged: [String]
  /// The errors in reading or writing, of all files and takes that could not be copied.
  var failures: [String]
  var copiedFileCount: Int
  var copiedBytes: Int
  var thereAlready: Int
  var isComplete: Bool

  /// One file that was copied.
  struct File: Encodable {
    var input: String
    var output: String
    var bytes: Int
    var outcome: Outcome
    var problem: String?
  }

  /// The outcome for a file.
  enum Outcome: String, Encodable {
    case copied, there, noRoom, tooLarge, failed, notTried
  }

  init(_ report: CopyReport) {
    files = report.files.map { item, outcome in
      let (word, problem) = Self.words(outcome)
      return File(
        input: item.source, output: item.destination, bytes: item.bytes, outcome: word,
        problem: problem)
    }
    unfinished = report.plan.unfinished
    damaged = report.plan.damaged
    failures = report.failures.map { "\($0)" }
    let copied = report.files(.copied)
    copiedFileCount = copied.count
    copiedBytes = copied.reduce(0) { $0 + $1.bytes }
    thereAlready = report.files(.there).count
    isComplete = report.isComplete
  }

  private static func words(_ outcome: CopyReport.Outcome) -> (Outcome, String?) {
    switch outcome {
    case .copied: (.copied, nil)
    case .there: (.there, nil)
    case .noRoom: (.noRoom, nil)
    case .tooLarge: (.tooLarge, nil)
    case .failed(let error): (.failed, "\(error)")
    case .notTried: (.notTried, nil)
    }
  }

  /// The last line that is written to the status file, with the most important problem if there is any.
  func status(_ problem: CommandError?) -> String {
    if let problem { return "failed " + problem.message }
    let left = unfinished.count + damaged.count
    return "done \(copiedFileCount) copied, \(thereAlready) already on the medium"
      + (left > 0
        ? ", \(left.counted("file")) of unfinished or damaged takes left out" : "")
  }

  /// The result as lines for people.
  var lines: [String] {
    let size = copiedFileCount > 0 ? " (\(TakeText.size(copiedBytes)))" : ""
    var lines = [
      "\(copiedFileCount.counted("file")) copied and read back\(size), \(thereAlready) already on the medium."
    ]
    for file in files where file.outcome == .copied {
      let (name, copy) = (TakeName.fileName(of: file.input), TakeName.fileName(of: file.output))
      guard name != copy else { continue }
      lines.append(
        "Another take, or an earlier copy, on the medium has the name \(name) (apart from the title), "
          + "so this copy is named \(copy).")
    }
    let missing = files.filter { [.noRoom, .tooLarge, .notTried].contains($0.outcome) }
    if !missing.isEmpty {
      let names = missing.map { TakeName.fileName(of: $0.input) }.joined(separator: ", ")
      lines.append("Not copied: \(names).")
    }
    if !unfinished.isEmpty {
      let names = unfinished.map { TakeName.fileName(of: $0) }.joined(separator: ", ")
      lines.append("Left out as unfinished: \(names).")
    }
    if !damaged.isEmpty {
      let names = damaged.map { TakeName.fileName(of: $0) }.joined(separator: ", ")
      lines.append("Left out as damaged: \(names).")
    }
    return lines
  }
}

extension CopyReport {
  /// The errors of the files that are missing from the medium, the most important first.
  var problems: [CommandError] {
    var problems = failures.map { CommandError($0) }
    let left = files(.notTried).count
    if left > 0, !problems.isEmpty { problems[0].message += "; \(left.counted("file")) not tried" }
    let all = plan.items.count.counted("file")
    let large = files(.tooLarge)
    if let first = large.first {
      let names = large.count == 1 ? "" : " and \(large.count - 1) more"
      problems.append(
        CommandError(
          "\(TakeName.fileName(of: first.source))\(names): larger than this medium allows (4 GiB on FAT); "
            + "format it as exFAT or ext4", .cannotCreate))
    }
    let homeless = files(.noRoom)
    if !homeless.isEmpty {
      let bytes = homeless.reduce(0) { $0 + $1.bytes }
      problems.append(
        CommandError(
          "\(homeless.count) of \(all) do not fit: there is no room for \(TakeText.size(bytes)); "
            + "free some space or use another medium", .cannotCreate))
    }
    return problems
  }
}
