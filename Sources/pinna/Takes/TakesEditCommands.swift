import Drawings
import Essentials
import Face
import TakeFiles

// The changes that a person makes to takes: titles, notes, markers and judgements.

extension Command {
  /// The command `pinna takes rename`.
  static let takesRename = Command(
    "rename", summary: "give a take a title",
    discussion: """
      The title goes into the metadata of all the take's files, and appears in lists and on the page. File names keep \
      their number; --in-names puts the title after the number, or removes the title if TITLE is empty. --in-names \
      needs names with a number. The audio stays bit-identical.
      """,
    positionals: [TakesArguments.takeArgument, Positional("TITLE", "the title; \"\" removes it")],
    options: [inNames, json, SettingsArguments.config],
    examples: [
      .init("pinna takes rename 7 chorus", "give take 7 the title 'chorus'"),
      .init(
        "pinna takes rename 7 chorus --in-names",
        "the names of its files then end in _007-chorus.wav and so on"),
    ]
  ) { arguments, console in
    let change = try NamedTake(arguments, console)
    let title = try change.text(arguments.positionals[1], "title", most: TakeMetadata.mostTitle)
    return try change.run(
      title.map { "titled \"\($0)\"" } ?? "no title", .title(title),
      inNames: arguments.has(inNames))
  }

  private static let inNames = Option.flag("in-names", "also put the title into the file names")

  /// The command `pinna takes note`.
  static let takesNote = Command(
    "note", summary: "give a take a note for post production",
    discussion: """
      The note goes into the metadata of every file of the take: in WAV files as the NOTE of iXML and in the \
      description; in other files in the comment. The audio stays bit-identical.
      """,
    positionals: [TakesArguments.takeArgument, Positional("TEXT", "the note; \"\" removes it")],
    options: [json, SettingsArguments.config],
    examples: [.init("pinna takes note 7 planes", "give take 7 a note")]
  ) { arguments, console in
    let change = try NamedTake(arguments, console)
    let note = try change.text(arguments.positionals[1], "note", most: TakeMetadata.mostNote)
    return try change.run(note == nil ? "no note" : "noted", .note(note))
  }

  /// The command `pinna takes mark`.
  static let takesMark = Command(
    "mark", summary: "set a marker in a finished take",
    discussion:
      "All files of the take get the marker, at the same frame. The audio stays bit-identical.",
    positionals: [
      TakesArguments.takeArgument, NamedTake.place,
      Positional("TEXT", "the text of the marker", count: .optional),
    ],
    options: [json, SettingsArguments.config],
    examples: [.init("pinna takes mark 7 1:23 owl", "set a marker after a minute and 23 seconds")]
  ) { arguments, console in
    let edit = try NamedTake(arguments, console)
    let frame = try edit.frame(arguments.positionals[1], named: "TIME")
    if let part = edit.take.missingPart {
      throw CommandError(
        "\(edit.take.name): part \(part + 1) is missing, and times cannot be counted without it; put all files of the "
          + "take into one directory", .data)
    }
    guard frame < edit.take.frames else { throw edit.isBehindEnd(arguments.positionals[1]) }
    let words =
      arguments.positionals.count > 2
      ? try edit.text(arguments.positionals[2], "text", most: TakeMetadata.mostLabel) : nil
    let marker = TakeMarker(frame: frame, kind: .button, label: words ?? "marker")
    return try edit.run("marked at \(edit.time(frame))", .mark(marker))
  }

  /// The command `pinna takes unmark`.
  static let takesUnmark = Command(
    "unmark", summary: "remove a marker from a finished take",
    discussion: """
      Removes the marker nearest to the time, at most half a second away; of several at that time, the last one set. \
      You can remove markers set with 'mark' or the recorder's button. Markers that the recorder set \
      automatically (turns, bumps, clipping, pauses), and gaps, are kept.
      """,
    positionals: [TakesArguments.takeArgument, NamedTake.place],
    options: [json, SettingsArguments.config],
    examples: [.init("pinna takes unmark 7 1:23", "remove that marker")]
  ) { arguments, console in
    let edit = try NamedTake(arguments, console)
    let frame = try edit.frame(arguments.positionals[1], named: "TIME")
    guard let nearest = edit.take.ownMarker(near: frame) else {
      let own = edit.take.markers.filter { $0.kind == .button }.sorted {
        abs($0.frame - frame) < abs($1.frame - frame)
      }
      let places = own.prefix(5).map(\.frame).sorted().map(edit.time).joined(separator: ", ")
      throw CommandError(
        "\(edit.take.name): no marker within half a second of \(arguments.positionals[1]); "
          + (places.isEmpty
            ? "it has no marker that you set; markers of turns and gaps are kept"
            : "the nearest of \(own.count.counted("marker")): \(places)"),
        .noInput)
    }
    let label = nearest.label.isEmpty ? "" : " \"\(nearest.label)\""
    return try edit.run("marker\(label) at \(edit.time(nearest.frame)) removed", .unmark(nearest))
  }

  /// The command `pinna takes keep`.
  static let takesKeep = judging(
    "keep", .keep, summary: "mark a take as one to keep", "a circled take",
    discussion: "In post production it is a circled take (iXML). --undo removes the judgement.")

  /// The command `pinna takes false`.
  static let takesFalse = judging(
    "false", .falseTake, summary: "mark a take that went wrong", "a false take",
    discussion: """
      The take then comes last in lists, and 'pinna takes prune' deletes it before others. In post production it is \
      marked 'no good' (iXML). --undo removes the judgement.
      """)

  private static func judging(
    _ name: String, _ rating: TakeMetadata.Rating, summary: String, _ result: String,
    discussion: String
  ) -> Command {
    Command(
      name, summary: summary, discussion: discussion,
      positionals: [TakesArguments.takeArgument],
      options: [undo, json, SettingsArguments.config],
      examples: [.init("pinna takes \(name) 7", result)]
    ) { arguments, console in
      let wanted = arguments.has(undo) ? nil : rating
      return try NamedTake(arguments, console).run(
        wanted == nil ? "not judged" : result, .rating(wanted))
    }
  }

  private static let undo = Option.flag("undo", "remove the judgement")
}

/// The take that the command line names, and changes to it.
struct NamedTake {
  let take: TakeSet
  private let arguments: Arguments
  private let console: Console

  /// The argument `TIME`.
  static let place = Positional("TIME", "the time in the take: 83, 1:23, 1:23.5, 1:02:03")

  /// Finds the take that the first argument names; it must be finished and have all its files.
  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    (self.arguments, self.console) = (arguments, console)
    let word = arguments.positionals[0]
    take = try TakesArguments.take(word, arguments)
    if take.isBeingWritten {
      throw CommandError("\(word): is being recorded; stop the take first", .temporary)
    }
    if take.isInProgress {
      throw CommandError(
        "\(word): was cut off; first complete it with 'pinna takes recover'", .temporary)
    }
    if let damaged = take.damaged.first { throw CommandError(damaged.error) }
    if let other = take.files.first(where: { $0.origin != .pinna }) {
      throw CommandError(TakeFileError.foreign(path: other.path))
    }
  }

  /// A text from the command line as one line; `nil` if it is empty.
  ///
  /// - Throws: ``CommandError`` (64) if the text is too long.
  func text(_ word: String, _ what: String, most: Int) throws(CommandError) -> String? {
    let line = word.singleLine
    guard line.count <= most else {
      throw arguments.usageError("the \(what) has \(line.count) characters; the maximum is \(most)")
    }
    return line.isEmpty ? nil : line
  }

  /// The take's frames per second.
  var rate: Int { max(1, take.main.first?.rate ?? 1) }

  /// The time of a frame of the take in the form `hh:mm:ss.mmm`.
  func time(_ frame: Int) -> String { TakeText.place(frame: frame, rate: rate) }

  /// The frame for a time, which is given as seconds, `m:ss` or `h:mm:ss`, with or without a fraction.
  func frame(_ word: String, named name: String) throws(CommandError) -> Int {
    guard let seconds = Command.seconds(word) else {
      throw arguments.usageError(
        "\(name) '\(word)': is not a time; write seconds (83.5), 1:23 or 1:02:03")
    }
    guard seconds < 1e7 else { throw isBehindEnd(word) }
    return Int((seconds * Double(rate)).rounded())
  }

  /// The error for a time at or after the end of the take.
  func isBehindEnd(_ word: String) -> CommandError {
    arguments.usageError(
      "'\(word)' is not before the end of the take, which is \(time(take.frames)) long")
  }

  /// Makes the change in all files of the take, and prints the result.
  ///
  /// - Parameter inNames: true to put the new title into the names of the files, too.
  func run(_ result: String, _ change: TakeAmendment, inNames: Bool = false) throws -> ExitCode {
    var paths = take.files.map(\.path)
    if inNames, let file = take.files.first(where: { $0.name == nil }) {
      throw CommandError(
        "\(file.path): --in-names puts the title after the number of the take, but this name has no number; leave out "
          + "--in-names, and rename the file with mv", .data)
    }
    var progress = Progress("Writing \(take.name)", console: console)
    try translating(to: CommandError.file) { () throws(TakeFileError) in
      defer { progress.finish() }
      try take.edit([change]) { progress.update($0) }
      if inNames, case .title(let title) = change { paths = try take.putTitleInNames(title) }
    }
    try console.print(TakeRecord(TakesArguments.take(paths[0], arguments)), arguments) {
      try console.print("\(take.name.printable): \(result.printable)")
    }
    return .success
  }
}
