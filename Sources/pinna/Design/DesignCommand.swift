import Beamforming
import Boards
import Drawings
import Essentials
import Recorder

extension Command {
  /// The command `pinna design`.
  static let design = Command(
    "design", summary: "the filters of a board: their figures, and the limits of its geometry",
    discussion: """
      Designs the filters of every case, or of the one chosen with --source and --orientation. It first shows how a \
      listener hears single sounds in a take, rendered by direction unless the settings choose linear rendering. It \
      then shows how close the filters alone come to the ears of a head: level and time differences, front to \
      back, self-noise, and, in words, the limits of physics. --export writes the filters for other convolvers: a \
      32-bit float WAV file for every case and output, with one channel per microphone in the order of the board file, \
      and a text file that explains how to load them into ffmpeg, jconvolver, BruteFIR and CamillaDSP. --html writes a \
      page with pictures: polar plots, level and time differences, octave by octave, and the effect of \
      differences between microphones; it overwrites a file only if that file is a page written by pinna. --on adds \
      the figures of the same filters, applied to the microphones of another board.

      If plain stereo from the pair of microphones is as good as stereo with filters, the first sentence says so. \
      Ambisonics (--pattern ambix) has its own table, with the noise and the frequencies at which directions are \
      correct.
      """,
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation,
      SettingsArguments.pattern,
    ] + SettingsArguments.design + [
      mismatch, DesignOnBoard.option, page, export, SettingsArguments.config, json,
    ],
    examples: [
      .init("pinna design --board phone", "all cases, in stereo"),
      .init(
        "pinna design --board matrix-voice-table --pattern cardioid --source top",
        "one mono pattern"),
      .init("pinna design --board uma-8-table --pattern ambix", "ambisonics"),
      .init("pinna design --board phone --html phone.html", "a page for a browser"),
      .init("pinna design --board phone --export filters", "files for other convolvers"),
    ]
  ) { arguments, console in
    let settings = try SettingsArguments.settings(arguments)
    let board = try BoardArgument.board(arguments, console, standard: settings.board)
    let filters = SettingsArguments.filters(
      arguments, settings, board: board, rate: board.capture.rate, console)
    let wishes = try wanted(arguments, board, console).map { which in
      (which, try CaseArgument.pattern(arguments, board, which, settings: settings))
    }
    if wishes.contains(where: { $0.1 == .ambix }) {
      return try printAmbisonics(wishes.map(\.0), filters, arguments, console)
    }
    // The path is checked before the work, which may take minutes.
    let pagePath = arguments[page]
    if let pagePath { try OutputFile.check(pagePath, mark: HTMLPage.mark) }
    let files = arguments[export].map { FilterExport(folder: $0, board: board) }
    try files?.check(wishes)
    let other = try DesignOnBoard(arguments, designed: board, console)
    let entries = try DesignWork(
      filters: filters, wishes: wishes, withMismatch: arguments.has(mismatch) || pagePath != nil,
      isForPage: pagePath != nil, other: other
    ).entries(console)
    console.noteCache(of: filters)
    if let files {
      let paths = try files.write(entries.map(\.design))
      console.note("wrote \(paths.count.counted("file")) to \(files.folder)")
    }
    if let pagePath {
      let page = DesignPage(
        board: board, entries: entries.map(\.designed), ears: settings.stereo.ears.words)
      try OutputFile.write(page.html(), to: pagePath)
      console.note("wrote \(pagePath)")
    }
    try console.print(entries, arguments) {
      let (width, isColored) = (console.terminal.width, console.terminal.allowsColor)
      let words = GeometryWords(board, entries.map(\.designed))
      try console.print(
        lines: words.lines(width: min(width, DesignReport.widest), colored: isColored) + [""])
      let report = DesignReport(
        entries: entries.map { $0.entry(board) }, otherBoard: other?.board.id)
      try console.print(lines: report.text(width: width, colored: isColored))
    }
    return .success
  }

  /// Prints the figures of ambisonics, none of which is about two ears.
  private static func printAmbisonics(
    _ cases: [Board.Case], _ filters: FilterStore, _ arguments: Arguments, _ console: Console
  ) throws -> ExitCode {
    let others: [any AnyOption] = [mismatch, DesignOnBoard.option, page, export]
    for option in others where arguments.has(option) {
      throw arguments.usageError(
        "--\(option.form.name) works only with stereo and mono patterns (for ambix, only a table is printed); "
          + "leave it out")
    }
    let report = try AmbisonicReport(cases, filters, console)
    console.noteCache(of: filters)
    try console.print(report.entries, arguments) {
      let (width, isColored) = (console.terminal.width, console.terminal.allowsColor)
      try console.print(lines: report.lines(width: width, colored: isColored))
    }
    return .success
  }

  private static let mismatch = Option.flag(
    "mismatch",
    "include the effect of differences between microphones, calculated for 50 random boards")
  private static let page = Option.text(
    "html", "FILE", "write a page with pictures of every case to this file")
  private static let export = Option.text(
    "export", "DIR", "write the filters as WAV files to this folder")

  /// The case that the command line names, or all cases; of cases that a mono pattern does not tell apart, only one.
  private static func wanted(
    _ arguments: Arguments, _ board: Board, _ console: Console
  ) throws(CommandError) -> [Board.Case] {
    let isOne = arguments.has(CaseArgument.orientation)
    let named = try CaseArgument.which(arguments, board)
    if isOne { return [named] }
    let asked = arguments[SettingsArguments.pattern]
    let isMono = asked.map { !$0.hasSides } ?? false
    let cases = board.numberedCases.filter { which in
      (!arguments.has(CaseArgument.source) || which.dataSource == named.dataSource)
        && (!isMono || which.orientation == nil || which.orientation == .portrait)
    }
    guard let asked else { return cases }
    return supporting(asked, cases, board, console)
  }

  /// The cases whose data source lists a pattern; a note names the sources that do not list it.
  ///
  /// If no source lists the pattern, all cases are returned, so that the pattern is refused.
  private static func supporting(
    _ pattern: PolarPattern, _ cases: [Board.Case], _ board: Board, _ console: Console
  ) -> [Board.Case] {
    let listed = cases.filter {
      board.dataSources[$0.dataSource].patterns.contains(pattern)
    }
    guard !listed.isEmpty, listed.count < cases.count else { return cases }
    let others = board.dataSources.filter { !$0.patterns.contains(pattern) }.map(\.name)
    console.note(
      "\(pattern.rawValue) is listed in \(board.id).toml, but not for \(others.joined(separator: ", "))"
    )
    return listed
  }
}
