import Drawings
import Essentials
import Face
import TakeFiles

extension Command {
  /// The command `pinna takes trim`.
  static let takesTrim = Command(
    "trim", summary: "make a new take from part of another",
    discussion: """
      The new take is in the same folder, with the next number and an identity of its own. The stereo, safety and raw \
      files are cut at the same frames, sample for sample; markers, gaps and the time of day move with them. The parts \
      of a take that was split become one file. Opus and AAC are decoded and compressed a second time, and the new \
      take has a note about it. The original stays as it is until you delete it.

      A time is hours:minutes:seconds, minutes:seconds or seconds, with decimals if needed.
      """,
    positionals: [TakesArguments.takeArgument],
    options: [from, to, json, SettingsArguments.config],
    examples: [
      .init("pinna takes trim 7 --from 0:12 --to 3:40", "3 min 28 s, from 12 s on"),
      .init("pinna takes trim last --to 59.5", "everything up to 59.5 s"),
    ]
  ) { arguments, console in
    let word = arguments.positionals[0]
    let take = try TakesArguments.take(word, arguments)
    let piece = TakeEdit.Piece(take, try range(take, arguments))
    try tell(try made([piece], "trimmed", console), arguments, console)
    return .success
  }

  /// The command `pinna takes join`.
  static let takesJoin = Command(
    "join", summary: "join several takes into a new one, one after the other",
    discussion: """
      The new take is in the folder of the first one, with its date, the next number and an identity of its own. It \
      has a stereo, safety or raw file only if every joined take has one. A marker shows where each later take begins. \
      The takes must have the same format, board and case. The joined takes stay as they are until you delete them.
      """,
    positionals: [TakesArguments.takesArgument],
    options: [json, SettingsArguments.config],
    examples: [.init("pinna takes join 7 8", "make a new take from take 7, followed by take 8")]
  ) { arguments, console in
    guard arguments.positionals.count > 1 else {
      throw arguments.usageError(
        "one take alone cannot be joined; name two or more, or make one file of the parts of a take with "
          + "'pinna takes trim TAKE --from 0'")
    }
    let pieces = try arguments.positionals.map { word throws(CommandError) in
      TakeEdit.Piece(try TakesArguments.take(word, arguments))
    }
    // Two files of the same take are not two takes to join.
    let files = arguments.positionals.filter {
      TakesArguments.exists($0) && !TakesArguments.isDirectory($0)
    }
    if files.count > 1,
      Set(files.compactMap { TakeName(fileName: TakeName.fileName(of: $0))?.number }).count == 1
    {
      throw arguments.usageError(
        "these are files of one take: 'pinna takes trim TAKE --from 0' makes one file of its parts")
    }
    try tell(try made(pieces, "joined", console), arguments, console)
    return .success
  }

  private static let from = Option.text(
    "from", "TIME", "the first moment of the take to keep; default: its start")
  private static let to = Option.text(
    "to", "TIME", "the moment at which the new take ends; default: its end")

  /// Makes a new take while a line shows the progress, and prints the messages about it.
  private static func made(
    _ pieces: [TakeEdit.Piece], _ deed: String, _ console: Console
  ) throws(CommandError) -> EditedTake {
    var shown: (work: String, bar: Progress)?
    defer {
      shown?.bar.finish()
      UnfinishedFile.end()
    }
    do throws(TakeEditError) {
      return try TakeEdit(
        pieces, deed: deed, tell: { console.note("pinna: \($0)".printable) },
        progress: { work, share in
          if shown?.work != work {
            shown?.bar.finish()
            shown = (work, Progress(work, console: console))
          }
          shown?.bar.update(share)
        }, begin: { UnfinishedFile.begin(paths: $0) }
      ).run()
    } catch {
      throw CommandError(error)
    }
  }

  private static func tell(_ made: EditedTake, _ arguments: Arguments, _ console: Console) throws {
    try console.print(arguments.has(json) ? JSONOutput.text(made) : made.sentence.printable)
  }

  /// The frames of a take between the two times that the command line gives.
  private static func range(
    _ take: TakeSet, _ arguments: Arguments
  ) throws(CommandError) -> Range<Int>? {
    // A take of another program, or one in progress, is refused elsewhere, so its length does not matter here.
    guard let file = take.main.first, !take.isInProgress else { return nil }
    guard arguments.has(from) || arguments.has(to) else {
      throw arguments.usageError("give --from, --to or both: without them nothing is trimmed")
    }
    return try PartArguments.range(arguments, from, to, of: take.frames, rate: file.rate)
  }

  /// The seconds of a time in a form such as 1:02:03.5; `nil` for anything else.
  static func seconds(_ text: String) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(fields.count) else { return nil }
    var seconds = 0.0
    for (place, field) in fields.enumerated() {
      let isLast = place == fields.count - 1
      guard !field.isEmpty, field.allSatisfy({ $0.isASCII && $0.isNumber || isLast && $0 == "." }),
        let number = Double(field), place == 0 || number < 60
      else { return nil }
      seconds = 60 * seconds + number
    }
    return seconds
  }
}
