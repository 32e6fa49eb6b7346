import Drawings
import Essentials
import Face
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna takes delete`.
  static let takesDelete = Command(
    "delete", summary: "delete takes that are safe elsewhere, after asking",
    discussion: """
      Deletes every file of each take: stereo, raw and safety file, all parts, and copies in other formats beside \
      them. Nothing is deleted until every take has been checked and you have agreed.

      A take is deleted only if each of its files has a known copy. With --copy, every byte is compared with the \
      copies in that folder; without it, the list written by 'pinna takes copy --record' counts (the packaged recorder \
      keeps one). --force also deletes takes that have no copy, were cut off or are damaged. A take that is being \
      recorded is never deleted.
      """,
    positionals: [TakesArguments.takesArgument],
    options: [copies, force, yes, json, SettingsArguments.config],
    examples: [
      .init(
        "pinna takes delete 7 8 --copy /media/stick/Pinna",
        "delete takes 7 and 8, whose copies are on the stick"),
      .init("pinna takes delete 9 --force --yes", "a test take that has no copy, without asking"),
    ]
  ) { arguments, console in
    let takes = try chosen(arguments)
    var safety = try TakeSafety(
      copies: arguments[copies],
      record: try SettingsArguments.file(arguments).copy.record, console)
    let reviewed = try takes.map { take in
      DeletedTake(take, try safety.copy(of: take))
    }
    try permit(reviewed, isForced: arguments.has(force))
    guard try agree(reviewed, arguments, console) else {
      console.note("Nothing was deleted.")
      return .success
    }
    // The takes are looked up again, because hours may have passed since the question.
    guard try chosen(arguments) == takes else {
      throw CommandError(
        "nothing was deleted, because the takes have just changed: start again", .temporary)
    }
    for item in reviewed {
      try translate(
        try TakeDirectory(path: item.directory).delete(item.take), to: CommandError.file)
      if !arguments.has(json) { try console.print("\(item.take.name.printable): deleted") }
    }
    if arguments.has(json) { try console.print(JSONOutput.text(reviewed.map(\.facts))) }
    return .success
  }

  private static let copies = Option.text(
    "copy", "DIR", "a folder with copies of the takes; every byte is compared")
  private static let force = Option.flag(
    "force", "also delete takes that have no copy; never a take that is being recorded")
  private static let yes = Option.flag("yes", "do not ask")

  /// The takes that the command line names, each of them once.
  private static func chosen(_ arguments: Arguments) throws(CommandError) -> [TakeSet] {
    var takes: [TakeSet] = []
    for word in arguments.positionals {
      let take = try TakesArguments.take(word, arguments)
      if !takes.contains(take) { takes.append(take) }
    }
    return takes
  }

  /// Refuses the takes that must not be deleted, all of them in one message.
  private static func permit(_ takes: [DeletedTake], isForced: Bool) throws(CommandError) {
    if let busy = takes.first(where: \.take.isBeingWritten) {
      throw CommandError(
        "\(busy.take.name): is being recorded; nothing was deleted: stop the take first",
        .temporary)
    }
    guard !isForced else { return }
    var reasons: [String] = []
    let different = takes.compactMap(\.differentCopy).map(\.printable)
    if !different.isEmpty {
      let differs = different.count == 1 ? "differs" : "differ"
      reasons.append(
        "\(different.joined(separator: ", ")): \(differs) from the take, and nothing was deleted: "
          + "the copy is damaged, predates a change to the take, or belongs to another take; see "
          + "'pinna takes verify', or delete the copy and make it again")
    }
    let missing = takes.filter { $0.copy == .missing }
    if !missing.isEmpty {
      let names = missing.map(\.take.name).joined(separator: ", ")
      let isCut = missing.contains { $0.take.isInProgress }
      let cut = isCut ? " ('pinna takes recover' completes a take that was cut off)" : ""
      reasons.append(
        "\(names): no copy is known, and nothing was deleted\(cut): make a copy with 'pinna takes copy "
          + "DIR', and name its folder with --copy DIR; or use --force")
    }
    guard reasons.isEmpty else { throw CommandError(reasons.joined(separator: "; "), .failure) }
  }

  /// Asks for confirmation, unless the command line already gives it.
  private static func agree(
    _ takes: [DeletedTake], _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> Bool {
    if arguments.has(yes) { return true }
    guard let ask = console.ask else {
      throw arguments.usageError(
        "there is no terminal to ask on; --yes deletes without asking")
    }
    for item in takes { console.note(item.line) }
    let bytes = TakeText.size(takes.reduce(0) { $0 + $1.take.bytes })
    let what = takes.count == 1 ? "this take" : "these \(takes.count) takes"
    console.writeDiagnostics("Delete \(what), \(bytes), for good? [y/N] ")
    let answer = ask()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}

/// One take that `pinna takes delete` is to delete.
private struct DeletedTake {
  let take: TakeSet
  /// The result of looking for a copy of the take.
  let copy: CopyProof

  init(_ take: TakeSet, _ copy: CopyProof) {
    (self.take, self.copy) = (take, copy)
  }

  /// The path of a copy that differs from its file; `nil` if there is none.
  var differentCopy: String? {
    if case .different(let path) = copy { path } else { nil }
  }

  /// The path of the folder that contains the files of the take.
  var directory: String { TakeName.directory(of: paths.first ?? ".") }

  private var paths: [String] { take.files.map(\.path) + take.damaged.map(\.path) }

  /// The line about the take that is printed above the question.
  var line: String {
    let files = paths.count.counted("file")
    let known =
      switch copy {
      case .complete: "copied"
      case .missing: "no copy is known"
      case .different: "its copy differs"
      }
    return "  \(take.name.printable)  \(TakeText.length(seconds: take.seconds))  "
      + "\(TakeText.size(take.bytes))  \(files)  \(known)"
  }

  /// The facts about the deleted take, for programs.
  var facts: DeletedFiles {
    DeletedFiles(name: take.name, files: paths, bytes: take.bytes, wasCopied: copy == .complete)
  }
}

/// The facts about a deleted take, for programs.
struct DeletedFiles: Encodable {
  var name: String
  var files: [String]
  var bytes: Int
  var wasCopied: Bool
}

/// Looks for copies of takes.
private struct TakeSafety {
  private let copies: String?
  private let ledger: CopyLedger
  private let console: Console
  private var plans: [String: (copy: TakeCopy, plan: CopyPlan)] = [:]

  /// Prepares to look for copies in a folder, or in the list of verified copies.
  ///
  /// - Throws: ``CommandError`` if the folder does not exist, or if the list cannot be read.
  init(copies: String?, record: String, _ console: Console) throws(CommandError) {
    if let copies, !TakesArguments.isDirectory(copies) {
      throw CommandError("--copy \(copies): there is no such folder; nothing was deleted", .noInput)
    }
    self.copies = copies
    self.console = console
    ledger = try translate(try CopyLedger(path: record), to: CommandError.file)
  }

  /// Looks for a copy of a take.
  mutating func copy(of take: TakeSet) throws(CommandError) -> CopyProof {
    guard let copies, let first = take.files.first else {
      let isListed = try translate(try ledger.holds(take), to: CommandError.file)
      return isListed ? .complete : .missing
    }
    let directory = TakeDirectory(ofFile: first.path).path
    let known: (copy: TakeCopy, plan: CopyPlan)
    if let plan = plans[directory] {
      known = plan
    } else {
      known = try look(directory, copies)
      plans[directory] = known
    }
    var progress = Progress("Comparing \(take.name) with its copy", console: console)
    defer { progress.finish() }
    var done = 0
    return try translate(
      try known.copy.proves(take, in: known.plan) {
        done += $0
        progress.update(Double(done) / Double(max(1, take.bytes)))
      }, to: CommandError.file)
  }

  private func look(
    _ directory: String, _ copies: String
  ) throws(CommandError) -> (copy: TakeCopy, plan: CopyPlan) {
    try translating(to: CommandError.file) { () throws(TakeFileError) in
      let copy = try TakeCopy(from: directory, to: copies)
      return (copy, try copy.look())
    }
  }
}
