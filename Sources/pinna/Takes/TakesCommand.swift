import Drawings
import Essentials
import Face
import Recorder
import TOML
import TakeFiles

extension Command {
  /// The command `pinna takes`.
  static let takes = Command(
    "takes", summary: "list, play, name, mark, trim, draw, verify, copy, export, delete takes",
    discussion: """
      A take is one recording: its stereo file, whole or in parts, and any raw and safety files beside it. The \
      commands look for takes where 'pinna record' puts them. Name a take by its number (7), by the name of any of its \
      files, or by a path.
      """,
    examples: [
      .init("pinna takes list", "one line for each take"),
      .init("pinna takes play 7", "take 7 on headphones"),
    ],
    commands: [
      takesList, takesShow, takesPlay, takesRename, takesNote, takesMark, takesUnmark, takesKeep,
      takesFalse, takesTrim, takesJoin, takesAlign, takesPicture, takesReport, takesVerify,
      takesRecover,
      takesCopy, takesExport, takesDelete, takesAfter, takesPrune,
    ])

  private static let takesList = Command(
    "list", summary: "the takes in a directory, one line for each",
    discussion: """
      Parts, raw and safety files are folded into the line of their take. A date with a question mark comes from a \
      clock that was not set; the numbers are still in the right order. Takes that are being recorded or were cut off \
      are marked; 'pinna takes recover' finishes those that were cut off. Takes marked false come last. --csv prints a \
      sound report for post production: one line for each file, with scene and take as in its iXML, time of day, \
      length, format, tracks, markers and notes.
      """,
    positionals: [TakesArguments.directoryArgument],
    options: [csv, json, SettingsArguments.config],
    examples: [
      .init("pinna takes list", "the takes in the directory named in the settings"),
      .init("pinna takes list --csv > report.csv", "a sound report"),
      .init("pinna takes list /media/card --json", "as JSON, for programs"),
    ]
  ) { arguments, console in
    let directory = try TakesArguments.directory(arguments)
    if TakesArguments.exists(directory), !TakesArguments.isDirectory(directory) {
      throw CommandError(
        "\(directory): is a file; look at it with 'pinna takes show \(directory)'", .usage)
    }
    if arguments.has(csv), arguments.has(json) {
      throw arguments.usageError(
        "--csv and --json are two forms of the list; give only one of them")
    }
    let takes = try TakesArguments.all(in: directory)
    if arguments.has(csv) {
      try console.print(lines: TakesReport(takes).lines)
    } else if arguments.has(json) {
      try console.print(JSONOutput.text(takes.map { TakeRecord($0) }))
    } else if takes.isEmpty {
      try console.print("No takes in \(directory) yet.")
    } else {
      let table = TakesTable(takes, terminal: console.terminal)
      try console.print(table.table)
      try console.print("")
      try console.print(lines: table.totals)
      if let room = try room(in: directory, arguments, console) { try console.print(room) }
    }
    return .success
  }

  private static let csv = Option.flag("csv", "print a sound report: one line for each file")

  /// The free space in words: the length of takes with these settings that fit into it.
  ///
  /// Without a board, the takes have the usual rate and no raw files, because the size of raw files depends on the
  /// board.
  private static func room(
    in directory: String, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) -> String? {
    guard let free = PlainStorage().freeBytes(directory: directory) else { return nil }
    let settings = try SettingsArguments.file(arguments)
    let form = settings.take.form
    var pattern = settings.stereo.pattern ?? .stereo
    var (frames, keepsRaw) = (48000, false)
    var rate = StorageRate(form, rate: frames, outputs: pattern.channels)
    if let configuration = configuration(settings, console) {
      (pattern, frames) = (configuration.pattern, configuration.board.capture.rate)
      (rate, keepsRaw) = (StorageRate(configuration), form.keepsRaw)
    }
    let seconds = max(0, free - rate.reserveBytes) / rate.bytesPerSecond
    let extra =
      switch (keepsRaw, form.keepsSafety) {
      case (true, true): "with raw and safety files"
      case (true, false): "with raw files"
      case (false, true): "with safety files, without raw files"
      case (false, false): "without raw files"
      }
    return "\(TakeText.size(free)) free: room for \(TakeText.length(seconds: Double(seconds))) more"
      + " as \(form.kind.rawValue)\(pattern.channels == 2 ? "" : " in \(pattern.rawValue)")"
      + " at \(TakeText.kilohertz(frames)) kHz \(extra)"
  }

  /// The configuration of takes with these settings; `nil` if the settings name no board, or one whose file cannot be
  /// read or does not fit the settings, which is no reason not to list takes.
  private static func configuration(
    _ settings: Settings, _ console: Console
  ) -> SessionConfiguration? {
    guard let name = settings.board, let board = try? BoardArgument.load(name, console) else {
      return nil
    }
    return try? SessionConfiguration(settings, board: board)
  }

  private static let takesRecover = Command(
    "recover", summary: "finish takes that a power cut interrupted",
    discussion: """
      In a directory (by default the one for takes), every unfinished file that no recorder is writing becomes a \
      finished take under its final name. If a WAV file from any recorder was cut off and its header is wrong, a copy \
      NAME_recovered.wav gets a correct header; the file itself is changed only with --in-place. From damaged FLAC, \
      Opus and AAC files, everything that can be decoded is kept: silence of the same length, marked as a gap, \
      replaces the rest, and the damaged file is kept as NAME.damaged. No sound is ever deleted or overwritten; the \
      incomplete files of an interrupted trim or join are removed, because the original takes still exist. Having \
      nothing to do is not an error.
      """,
    positionals: [
      Positional("DIR|FILE", "a directory of takes, or files of any recorder", count: .any)
    ],
    options: [inPlace, json, SettingsArguments.config],
    examples: [
      .init(
        "pinna takes recover",
        "finishes interrupted takes in the directory named in the settings"),
      .init(
        "pinna takes recover ZOOM0007.WAV",
        "writes ZOOM0007_recovered.WAV with a correct header"),
    ]
  ) { arguments, console in
    let recovery = try TakesRecovery(arguments, console, inPlace: arguments.has(inPlace))
    let results = recovery.files
    for note in recovery.notes { console.note(note.printable) }
    try console.print(results.map(RecoveredFile.init), arguments) {
      if results.isEmpty, recovery.notes.isEmpty { try console.print("Nothing to recover.") }
      for result in results {
        try console.print(lines: RecoveredFile(result).lines.map(\.printable))
      }
    }
    let failures = results.compactMap(\.failure).map(CommandError.recovering)
    for error in failures { console.report(error, program: arguments.path[0]) }
    return failures.first?.exitCode ?? .success
  }

  private static let inPlace = Option.flag(
    "in-place", "repair a given file in place instead of making a copy")
}
