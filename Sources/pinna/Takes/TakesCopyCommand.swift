import Essentials
import Glibc
import TakeFiles

extension Command {
  /// The command `pinna takes copy`.
  static let takesCopy = Command(
    "copy", summary: "copy all finished takes to another medium, and read them back",
    discussion: """
      Copies every file of every finished take, the oldest first. Each copy is written under a hidden name, read back \
      from the medium and compared, and only then gets its name. The takes are only read: nothing is changed, deleted \
      or overwritten on either medium. Links are not followed, and takes that are being recorded or were cut off are \
      left out; messages name them.

      A file that is already on the medium is not copied again: files count as equal if their size and their first and \
      last 64 KiB agree. If a different file on the medium has the same name, or the same name with another title \
      (from a second recorder without a clock, or copied before the take changed), all files of the new copy get a \
      number 1000 higher, so 'takes list' shows both.

      Files that fit are copied, and messages name the others. After an interruption, the next copy continues, and \
      removes the partial file.
      """,
    positionals: [Positional("DIR", "the destination; it is created if its parent folder exists")],
    options: [copyFrom, copyStatus, copyRecord, json, SettingsArguments.config],
    examples: [
      .init(
        "pinna takes copy /media/stick/Pinna",
        "the takes in the directory named in the settings"),
      .init(
        "pinna takes copy /mnt --from /media/card --json",
        "copy from another card, and print JSON for programs"),
    ]
  ) { arguments, console in
    var status = CopyStatusFile(path: arguments[copyStatus])
    do {
      let report = try copy(arguments, &status, console)
      let facts = CopiedTakes(report)
      let problems = report.problems
      try status.write(facts.status(problems.first))
      try console.print(facts, arguments) {
        try console.print(lines: facts.lines.map(\.printable))
      }
      for problem in problems { console.report(problem, program: arguments.path[0]) }
      return problems.first?.exitCode ?? .success
    } catch let error as CommandError {
      try status.write("failed \(error.message)")
      throw error
    }
  }

  private static let copyFrom = Option.text(
    "from", "DIR", "a directory of takes; default: the directory named in the settings")
  private static let copyStatus = Option.text(
    "status", "FILE",
    "write the state to this file, in one line: 'copying 3 of 12', 'done WORDS', 'failed "
      + "SENTENCE'"
  )

  private static let copyRecord = Option.text(
    "record", "FILE",
    "a list of the files whose copies were read back; 'takes prune' deletes only these")

  private static func copy(
    _ arguments: Arguments, _ status: inout CopyStatusFile, _ console: Console
  ) throws(CommandError) -> CopyReport {
    let source: String
    if let given = arguments[copyFrom] {
      source = given
    } else {
      source = try TakesArguments.settingsDirectory(arguments)
    }
    let destination = arguments.positionals[0]
    try checkFolders(source, destination, arguments)
    let (copy, plan) = try translating(to: CommandError.file) { () throws(TakeFileError) in
      let copy = try TakeCopy(from: source, to: destination)
      return (copy, try copy.plan())
    }
    var record = CopyRecord(path: arguments[copyRecord])
    var progress = Progress("Copying", console: console)
    var failure: CommandError?
    let report = copy.run(plan) { state in
      progress.title = "Copying \(state.file) of \(state.files)"
      progress.update(state.part)
      do throws(CommandError) {
        try status.write("copying \(state.file) of \(state.files)")
      } catch {
        failure = failure ?? error
      }
    } kept: { item in
      record.add(item)
    }
    if !report.isStopped {
      progress.title = "Reading back"
      record.add(report.files(.there), of: copy) { progress.update($0) }
    }
    progress.finish()
    if let failure = failure ?? record.failure { throw failure }
    return report
  }

  /// Checks that the takes exist, and that the new folder exists or can be made.
  private static func checkFolders(
    _ source: String, _ destination: String, _ arguments: Arguments
  ) throws(CommandError) {
    guard TakesArguments.isDirectory(source) else {
      throw CommandError(
        "\(source): there is no such directory of takes; name one with --from", .noInput)
    }
    // The folder is simply made, because a check if it exists would give a less useful error.
    let code = mkdir(destination, 0o755) == 0 ? 0 : errno
    if code != 0, !TakesArguments.isDirectory(destination) {
      throw CommandError(
        "\(destination): the folder cannot be created: \(String(cString: strerror(code))); "
          + (code == EROFS ? "is the medium write-protected?" : "is the medium there?"),
        code == EACCES || code == EPERM ? .noPermission : .cannotCreate)
    }
    // A copy in the same directory or one of its day folders would count as more takes of that directory.
    let roots = [source, destination].map { TakeDirectory(path: OutputFile.resolved($0)).root }
    var (one, other) = (stat(), stat())
    if stat(roots[0].path, &one) == 0, stat(roots[1].path, &other) == 0,
      one.st_dev == other.st_dev, one.st_ino == other.st_ino
    {
      if code == 0 { rmdir(destination) }
      throw arguments.usageError(
        "'\(destination)': is in the directory of the takes; name another destination")
    }
  }
}

/// The list of the files whose copies were read back, which is kept while the files are copied.
///
/// If the list cannot be kept, the files are still copied.
private struct CopyRecord {
  /// The first error with the list.
  private(set) var failure: CommandError?
  private var ledger: CopyLedger?

  /// Reads the list at a path; `nil` for no list.
  init(path: String?) {
    do throws(TakeFileError) {
      if let path { ledger = try CopyLedger(path: path) }
    } catch {
      failure = CommandError(error)
    }
  }

  /// Adds a file whose copy was just read back.
  mutating func add(_ item: CopyPlan.Item) {
    do throws(TakeFileError) {
      try ledger?.add(item)
    } catch {
      failure = failure ?? CommandError(error)
    }
  }

  /// Adds those files whose copies were already on the medium, but not in the list, if every byte agrees.
  ///
  /// Such copies remain from a copy that was interrupted before it could note them, or that kept no list.
  mutating func add(_ items: [CopyPlan.Item], of copy: TakeCopy, progress: (Double) -> Void) {
    guard let ledger else { return }
    for (index, item) in items.enumerated() {
      progress(Double(index) / Double(items.count))
      // A file that cannot be read is not noted, so it is never deleted.
      if (try? ledger.holds(item)) == false, (try? copy.proves(item)) == .complete { add(item) }
    }
  }
}

/// The file that tells the status of a copy.
struct CopyStatusFile {
  private let path: String?
  private var line: String?

  /// Makes a status that is written to a file; `nil` for no file.
  init(path: String?) { self.path = path }

  /// Replaces the file if the line has changed, so that a reader sees either the old line or the new one.
  ///
  /// - Throws: ``CommandError`` (73, 74, 77), which names the file.
  mutating func write(_ text: String) throws(CommandError) {
    let text = text.printable
    guard let path, text != line else { return }
    line = text
    try OutputFile.replace(text + "\n", at: path)
  }
}
