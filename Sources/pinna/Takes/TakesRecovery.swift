import Essentials
import Face
import TakeFiles

/// The work of `pinna takes recover`.
struct TakesRecovery {
  /// The results for the files.
  private(set) var files: [RecoveredTake] = []
  /// The number of interrupted drafts that were removed.
  private var drafts = 0
  /// The names of finished files that were cut off later, and of which there is no recovered copy.
  private var cutOff: [String] = []
  /// The names of finished files that cannot be read.
  private var unreadable: [String] = []

  /// Recovers the files in these directories, and these files, in the order given.
  init(_ arguments: Arguments, _ console: Console, inPlace: Bool) throws(CommandError) {
    var targets = arguments.positionals
    if targets.isEmpty { targets = [try TakesArguments.settingsDirectory(arguments)] }
    for target in targets {
      if TakesArguments.isDirectory(target) {
        drafts += try translate(try TakeDraft.removeLeftovers(in: target), to: CommandError.file)
        files += try translate(try TakeRecovery.recoverAll(in: target), to: CommandError.file)
        let takes = try TakesArguments.all(in: target)
        cutOff += takes.flatMap(\.files).filter(Self.lacksCopy).map(\.fileName)
        unreadable += takes.flatMap(\.damaged).map(\.path).filter { !TakeName.isInProgress($0) }
          .map(TakeName.fileName)
      } else {
        files.append(Self.mend(target, console, inPlace: inPlace))
      }
    }
  }

  /// True for a finished file that was cut off later, if no recovered copy is beside it.
  private static func lacksCopy(_ file: TakeFile) -> Bool {
    guard file.isTruncated, !file.isInProgress else { return false }
    let ending = file.fileName.split(separator: ".").last ?? ""
    let copy = "\(TakeName.stem(of: file.path))_recovered.\(ending)"
    return !TakesArguments.exists("\(TakeName.directory(of: file.path))/\(copy)")
  }

  /// The messages about everything but the recovered files.
  var notes: [String] {
    var notes: [String] = []
    if drafts > 0 {
      notes.append(
        "pinna: removed the files of \(drafts.counted("incomplete new take")): a trim, a join or a "
          + "focus was interrupted, and the original takes still have all of their sound")
    }
    if !cutOff.isEmpty {
      let count = cutOff.count.counted("finished file")
      notes.append(
        "pinna: \(count) \(cutOff.count == 1 ? "is" : "are") cut off (\(Self.list(cutOff))): "
          + "'pinna takes recover FILE' makes a copy with a correct header")
    }
    if !unreadable.isEmpty {
      notes.append(
        "pinna: \(unreadable.count.counted("finished file")) cannot be read "
          + "(\(Self.list(unreadable))): 'pinna takes verify' says why")
    }
    return notes
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(3).joined(separator: ", ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  private static func mend(_ path: String, _ console: Console, inPlace: Bool) -> RecoveredTake {
    var progress = Progress("Copying", console: console)
    let result = TakeRecovery.mend(path: path, inPlace: inPlace) { progress.update($0) }
    progress.finish()
    return result
  }
}

extension RecoveredTake {
  /// The reason why the file could not be recovered; `nil` if it could be, or if it was complete.
  var failure: TakeFileError? {
    if case .failed(let error) = outcome { error } else { nil }
  }
}

/// The facts about one recovered file, for programs.
struct RecoveredFile: Encodable {
  /// The outcome for a file.
  enum Outcome: String, Encodable {
    case recovered, mended, intact, setAside, busy, failed
  }

  var input: String
  var output: String
  var kind: String
  var outcome: Outcome
  var seconds: Double
  var frames: Int
  var rate: Int
  var discardedBytes: Int
  var flaws: [String]
  /// The new path of the damaged file if its name went to a file with silence in place of the damage.
  var damagedPath: String?
  var end: String?
  var problem: String?
  /// True if the sound was complete; this is only printed for people.
  private let wasWhole: Bool

  enum CodingKeys: CodingKey {
    case input, output, kind, outcome, seconds, frames, rate, discardedBytes, flaws, damagedPath,
      end,
      problem
  }

  init(_ result: RecoveredTake) {
    input = result.source
    output = result.path
    kind = result.kind.rawValue
    seconds = result.seconds
    frames = result.frames
    rate = result.rate
    discardedBytes = result.discardedBytes
    damagedPath = result.damaged
    end = result.metadata?.end?.words
    wasWhole = result.metadata?.end.map { $0.cause != .recovered } ?? false
    flaws = []
    switch result.outcome {
    case .recovered: outcome = .recovered
    case .mended(let found):
      outcome = .mended
      flaws = found
    case .intact: outcome = .intact
    case .setAside: outcome = .setAside
    case .busy: outcome = .busy
    case .failed(let failure):
      outcome = .failed
      problem = CommandError.recovering(failure).message
    }
  }

  /// The result as one line for people, with details on the lines below it.
  var lines: [String] {
    let length = TakeText.length(seconds: seconds)
    switch outcome {
    case .recovered:
      return ["\(output): recovered, \(length)"] + lost + kept
    case .mended:
      return ["\(output): \(length), with a correct header"]
        + flaws.map { "  \(input): \($0)" } + kept
    case .intact: return ["\(output): \(length), nothing to repair"]
    case .setAside:
      return [
        "\(output): no audio had reached the medium, not even a header; kept unchanged under this name"
      ]
    case .busy: return ["\(output): is being written; nothing was touched"]
    case .failed: return []
    }
  }

  private var kept: [String] {
    damagedPath.map {
      ["  silence replaces the parts that could not be decoded; the damaged file is kept as \($0)"]
    }
      ?? []
  }

  private var lost: [String] {
    var lines: [String] = []
    if wasWhole { lines.append("  it was complete; only its final name was missing") }
    if discardedBytes > 0 {
      lines.append(
        "  \(TakeText.size(discardedBytes)) at its end had not safely reached the medium, and were left out"
      )
    }
    return lines
  }
}
