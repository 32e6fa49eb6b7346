import Drawings
import Essentials
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna takes prune`.
  static let takesPrune = Command(
    "prune", summary: "delete the oldest copied takes until there is room",
    discussion: """
      Deletes whole takes, oldest first, until the space given with --free is free. A take is deleted only if 'pinna \
      takes copy --record' has copied all its files and read the copies back, and the files have not changed since. \
      Takes that were not copied, are in progress, were cut off or have a damaged file are always kept.

      Without --free, [copy] keep-free in the settings applies; without either, nothing is deleted. If [copy] \
      keep-free is set, the packaged recorder runs this command after each take.
      """,
    positionals: [TakesArguments.directoryArgument],
    options: [free, copied, dryRun, json, SettingsArguments.config],
    examples: [
      .init("pinna takes prune --free \"20 GB\" --dry-run", "show what would be deleted"),
      .init(
        "pinna takes prune",
        "delete takes until the free space reaches [copy] keep-free in the settings"),
    ]
  ) { arguments, console in
    let settings = try SettingsArguments.file(arguments)
    var wanted = settings.copy.keepFreeBytes
    if let text = arguments[free] {
      guard let bytes = Settings.Copy.bytes(text) else {
        throw arguments.usageError(
          "--free: \"\(text)\" is not a size; write, for example, --free \"20 GB\"")
      }
      wanted = bytes
    }
    if wanted == nil {
      console.note(
        "nothing was deleted: state with --free or [copy] keep-free how much space must be free"
      )
      guard arguments.has(json) else { return .success }
    }
    let wantedBytes = wanted ?? 0
    let directory = arguments.positionals.first ?? settings.take.directory
    let isDry = arguments.has(dryRun)
    let result = try translate(
      try prune(directory, arguments[copied] ?? settings.copy.record, wantedBytes, deletes: !isDry),
      to: CommandError.file)
    let facts = PrunedTakes(result.takes, free: result.free, wanted: wantedBytes, isDry: isDry)
    try console.print(facts, arguments) {
      try console.print(lines: facts.lines)
    }
    return .success
  }

  private static func prune(
    _ directory: String, _ record: String, _ wanted: Int, deletes: Bool
  ) throws(TakeFileError) -> (takes: [TakeSet], free: Int) {
    try TakeDirectory(path: directory).prune(
      copied: CopyLedger(path: record), until: wanted, deletes: deletes,
      freeBytes: { PlainStorage().freeBytes(directory: directory) })
  }

  private static let free = Option.text(
    "free", "SIZE", "the space that must be free, such as \"20 GB\"")
  private static let copied = Option.text(
    "record", "FILE",
    "the list that 'takes copy --record' keeps; default: the list in the settings")
  private static let dryRun = Option.flag(
    "dry-run", "show what would be deleted, and delete nothing")
}

/// The result of `pinna takes prune`.
struct PrunedTakes: Encodable {
  var deleted: [String]
  var deletedBytes: Int
  var freeBytes: Int
  var wantedBytes: Int
  var isDryRun: Bool
  var isReached: Bool

  init(_ takes: [TakeSet], free: Int, wanted: Int, isDry: Bool) {
    deleted = takes.map(\.name)
    deletedBytes = takes.reduce(0) { $0 + $1.bytes }
    (freeBytes, wantedBytes, isDryRun) = (free, wanted, isDry)
    isReached = free >= wanted
  }

  /// The result as lines for people.
  var lines: [String] {
    let verb = isDryRun ? "would be deleted" : "deleted"
    let all = deleted.map { "\($0.printable): \(verb)" }
    let free = "\(Self.gigabytes(freeBytes)) \(isDryRun ? "would be" : "are") free"
    if isReached { return all + ["\(free), \(Self.gigabytes(wantedBytes)) were requested"] }
    return all + [
      "\(free), but \(Self.gigabytes(wantedBytes)) were requested: no other take has been copied and read back"
    ]
  }

  private static func gigabytes(_ bytes: Int) -> String {
    "\((Double(bytes) / 1e9).text(digits: 1)) GB"
  }
}
