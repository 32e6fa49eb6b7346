import Beamforming
import Boards
import Essentials
import Glibc
import Recorder
import TakeFiles

extension Command {
  /// `pinna render`.
  static let render = Command(
    "render", summary: "microphone channels in, any case out: offline, through the same engine",
    discussion: """
      Reads a WAV file with every channel of the board's capture device, such as the raw file of a take, and writes \
      the take that the board would have made: stereo, or one channel for a mono pattern. With the settings of the \
      take, its raw file gives the samples of the take again, bit for bit. Frame n of OUT is frame n of IN. OUT must \
      not be there yet.
      """,
    positionals: [
      Positional("IN", "a WAV file of microphone channels"),
      Positional("OUT", "the WAV file to make"),
    ],
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation,
      SettingsArguments.pattern,
    ] + SettingsArguments.design + [
      SettingsArguments.rendering, SettingsArguments.wind,
      SettingsArguments.lowCut, SettingsArguments.samples, SettingsArguments.noLimiter, keepDelay,
      without,
      SettingsArguments.config, json,
    ],
    examples: [
      .init(
        "pinna render take_raw.wav back.wav --board phone --source back --orientation landscapeRight",
        "the take as the back data source heard it"),
      .init(
        "pinna render take_raw.wav voice.wav --board phone --source front --pattern cardioid",
        "a mono track of the person who held the phone"),
    ]
  ) { arguments, console in
    var settings = try SettingsArguments.settings(arguments)
    SettingsArguments.apply(arguments, to: &settings)
    let board = try BoardArgument.board(arguments, console, standard: settings.board)
    let which = try CaseArgument.which(arguments, board, settings: settings)
    let pattern = try CaseArgument.pattern(arguments, board, which, settings: settings)
    let (input, output) = (arguments.positionals[0], arguments.positionals[1])
    guard output.hasSuffix(".wav") else {
      throw arguments.usageError("OUT '\(output)': the name of a WAV file must end in .wav")
    }
    let rate = try rate(of: input)
    // This comes before the filters, which may take long.
    if access(output, F_OK) == 0 {
      throw CommandError(TakeFileError.system(operation: .create, path: output, code: EEXIST))
    }
    let filters = SettingsArguments.filters(arguments, settings, board: board, rate: rate, console)
    let unusable = try Set(arguments[without].map { try index(of: $0, board, arguments) })
    let design = try design(filters, which, pattern, without: unusable, console)
    let renderer = OfflineRenderer(
      board: board, design: design, form: settings.take.form,
      keepsDelay: arguments.has(keepDelay))
    var progress = Progress("Rendering", console: console)
    let summary: OfflineRenderer.Summary
    do throws(OfflineRenderError) {
      summary = try renderer.render(input, to: output) { progress.update($0) }
      progress.finish()
    } catch {
      progress.finish()
      throw CommandError(error)
    }
    var facts = RenderFacts(input, output, board, design, summary)
    facts.compare(design, with: try made(input))
    for line in facts.notes { console.note("note: \(line)") }
    for line in facts.warnings { console.note("warning: \(line)") }
    try console.print(arguments.has(json) ? JSONOutput.text(facts) : facts.sentence)
    return .success
  }

  private static let keepDelay = Option.flag(
    "keep-delay", "leave the delay of the filters in the output, as a live monitor has it")

  /// Frames per second of capture devices.
  private static let rates = 8000...192_000

  private static let without = Option.texts(
    "without", "MICROPHONE", "leave a microphone out, as a take does whose microphone was dead")

  /// The filters of a case, refined at first use.
  private static func design(
    _ filters: FilterStore, _ which: Board.Case, _ pattern: PolarPattern,
    without unusable: Set<Int>, _ console: Console
  ) throws(CommandError) -> Design {
    var progress = FilterProgress(filters.board, console: console)
    defer { progress.finish() }
    return try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      let design = try filters.design(which, pattern: pattern, unusable: unusable) {
        progress.update($0, $1)
      }
      console.noteCache(of: filters)
      return design
    }
  }

  /// The metadata of a file, which tells how it was made.
  private static func made(_ input: String) throws(CommandError) -> TakeMetadata {
    try translate(try TakeFile.read(path: input).metadata, to: CommandError.file)
  }

  private static func index(
    of name: String, _ board: Board, _ arguments: Arguments
  ) throws(CommandError) -> Int {
    if let index = board.microphones.firstIndex(where: { $0.name == name }) { return index }
    let names = board.microphones.map(\.name).joined(separator: ", ")
    throw arguments.usageError("--without '\(name)': \(board.id) has \(names)")
  }

  private static func rate(of input: String) throws(CommandError) -> Int {
    let rate: Int
    rate = try translate(try WAVReader.open(path: input).rate, to: CommandError.file)
    // This is checked here too, because a head for a rate of megahertz takes minutes.
    guard rates.contains(rate) else {
      throw CommandError(
        "\(input): it has \(rate) frames per second; convert it to a rate from "
          + "\(rates.lowerBound) to \(rates.upperBound)", .data)
    }
    return rate
  }
}
