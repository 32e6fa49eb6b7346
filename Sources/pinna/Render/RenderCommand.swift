import Beamforming
import Boards
import Essentials
import Glibc
import Recorder
import TakeFiles

extension Command {
  /// `pinna render`.
  static let render = Command(
    "render", summary: "render takes again from microphone channels, for any case",
    discussion: """
      Reads a WAV file with every channel of the board's capture device, such as the raw file of a take, and writes \
      the take that the board would have made: stereo, or one channel for a mono pattern. The pattern ambix gives \
      ambisonics of first order (AmbiX: W, Y, Z, X, with Z silent), also where the board file does not list it, if the \
      microphones tell front from back and left from right: at least three of them, not on one line, on a table or \
      around a body; X is forward and Y is left. A raw file made by Pinna names its board and its case, so nothing \
      else is needed; options choose another case. With the take's settings, the result is the take again, bit for \
      bit. Frame n of OUT is frame n of IN. OUT must not exist; without it, the new file is beside IN, named after IN \
      and the case.

      --forward turns FORWARD to any azimuth, in degrees to the right of that of the data source, as if the board had \
      been turned on its table before the take; the metadata name the data source Top+30. Microphones that do not \
      tell front from back and left from right, as in a board that is held upright, can be turned by 10 degrees at \
      most: beyond that some sounds would be on the wrong side.
      """,
    positionals: [
      Positional("IN", "a WAV file of microphone channels"),
      Positional("OUT", "the WAV file to make", count: .optional),
    ],
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation, forward,
      SettingsArguments.pattern,
    ] + SettingsArguments.design + [
      SettingsArguments.rendering, SettingsArguments.wind,
      SettingsArguments.lowCut, SettingsArguments.samples, SettingsArguments.noLimiter, keepDelay,
      without,
      SettingsArguments.config, json,
    ],
    examples: [
      .init("pinna render 20261120_061000_007_raw.wav", "the take again, beside its raw file"),
      .init("pinna render take_raw.wav --source front", "as the front data source heard it"),
      .init(
        "pinna render take_raw.wav voice.wav --source front --pattern cardioid",
        "a mono track of the person who held the board"),
      .init("pinna render take_raw.wav --forward -120", "with the owl behind on the left in front"),
      .init("pinna render take_raw.wav --pattern ambix", "ambisonics, from an array on a table"),
    ]
  ) { arguments, console in
    var settings = try SettingsArguments.settings(arguments)
    SettingsArguments.apply(arguments, to: &settings)
    let input = arguments.positionals[0]
    let rate = try rate(of: input)
    let origin = try made(input)
    try refuseFinished(input, origin)
    var board = try board(arguments, settings, origin, console)
    if board.id == origin.boardID { settings.stereo.follow(origin, board) }
    let which = try CaseArgument.which(arguments, board, settings: settings)
    if let azimuth = arguments[forward], azimuth != 0 {
      board.dataSources[which.dataSource] = try turned(board, which, by: azimuth)
    }
    // Nothing but a file is at stake here, so the microphones alone decide whether they can make ambisonics.
    let pattern =
      arguments[SettingsArguments.pattern] == .ambix
      ? .ambix : try CaseArgument.pattern(arguments, board, which, settings: settings)
    let output =
      arguments.positionals.count > 1
      ? arguments.positionals[1] : name(beside: input, board, which, pattern)
    guard output.hasSuffix(".wav") else {
      throw arguments.usageError("OUT '\(output)': the name of a WAV file must end in .wav")
    }
    // This comes before the filters: the responses of a body may take long.
    try OutputFile.checkNew(output)
    let filters = SettingsArguments.filters(arguments, settings, board: board, rate: rate, console)
    let names = try absent(arguments, board, origin)
    let unusable = Set(
      board.microphones.indices.filter { names.contains(board.microphones[$0].name) })
    let made = try made(filters, which, pattern, without: unusable, console)
    let renderer = OfflineRenderer(
      board: board, design: made, form: settings.take.form,
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
    var facts = RenderResult(input, output, board, made, summary)
    facts.compare(made, with: origin)
    facts.tell(of: origin, without: names)
    SettingsArguments.noteUnused(arguments, by: made.pattern, console)
    for line in facts.notes { console.note("note: \(line)") }
    for line in facts.warnings { console.note("warning: \(line)") }
    try console.print(arguments.has(json) ? JSONOutput.text(facts) : facts.sentence)
    return .success
  }

  private static let keepDelay = Option.flag(
    "keep-delay", "keep the filters' delay in the output, as in live monitoring")

  /// Frames per second of capture devices.
  private static let rates = 8000...192_000

  private static let without = Option.texts(
    "without", "MICROPHONE",
    "leave a microphone out; default: the dead ones that the take of a raw file left out; none "
      + "uses all")

  private static let forward = Option.number(
    "forward", "AZ", -180...180, unit: "degrees",
    "the azimuth that becomes FORWARD, positive to the right; boards on a table")

  /// The largest turn of microphones for which two directions are the same, in degrees.
  ///
  /// - Source: measured with 24 directions around upright planar arrays: at 30 degrees 9 % of the sides are wrong.
  private static let largestUprightTurn = 10.0

  /// The data source of a case, turned about the axis that is up.
  ///
  /// - Throws: ``CommandError`` for microphones that cannot tell the directions apart.
  private static func turned(
    _ board: Board, _ which: Board.Case, by azimuth: Double
  ) throws(CommandError) -> DataSource {
    var source = board.dataSources[which.dataSource]
    guard let layout = board.layout(which) else { return source }
    if abs(azimuth) > largestUprightTurn,
      board.ambisonicRefusal(dataSource: which.dataSource) != nil
    {
      throw CommandError(
        "--forward \(azimuth.shortText(digits: 2)): the microphones of \(board.id) are not in a level plane, or on "
          + "one line, so that some sounds would be on the wrong side; up to 10 degrees to either side are possible",
        .configuration)
    }
    let direction = Direction(azimuth: azimuth)
    source.forward = layout.device(direction.sceneVector)
    source.orientation = DeviceFace(nearest: source.forward)
    source.name += (azimuth > 0 ? "+" : "") + azimuth.shortText(digits: 2)
    // The two microphones of a pair are on the left and right of the direction in the file.
    source.pair = nil
    source.patterns.removeAll { $0 == .plain }
    return source
  }

  /// The filters of a case.
  private static func made(
    _ filters: FilterStore, _ which: Board.Case, _ pattern: PolarPattern,
    without unusable: Set<Int>, _ console: Console
  ) throws(CommandError) -> Design {
    var progress = Progress.ofBody(filters.board, console: console)
    defer { progress.finish() }
    return try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      let design = try filters.design(which, pattern: pattern, unusable: unusable) {
        progress.update($0)
      }
      console.noteCache(of: filters)
      return design
    }
  }

  /// The board of the command line, or that of the recording, or that of the settings.
  private static func board(
    _ arguments: Arguments, _ settings: Settings, _ origin: TakeMetadata, _ console: Console
  ) throws(CommandError) -> Board {
    guard arguments[BoardArgument.option] == nil, !origin.boardID.isEmpty else {
      return try BoardArgument.board(arguments, console, standard: settings.board)
    }
    // The file of a maker's own board is where the settings say, or beside the recording.
    let beside = TakesArguments.parent(of: arguments.positionals[0]) + "/\(origin.boardID).toml"
    let places = [settings.board, beside, "./\(origin.boardID).toml"].compactMap { $0 }.filter {
      BoardLibrary.id(ofPath: $0) == origin.boardID && TakesArguments.exists($0)
    }
    do throws(CommandError) {
      return try BoardArgument.load(places.first ?? origin.boardID, console)
    } catch {
      throw CommandError(
        "\(arguments.positionals[0]) was recorded with the board \(origin.boardID), which cannot be read here: "
          + "\(error.message); name its file with --board", error.exitCode)
    }
  }

  /// A name for the new file: that of the raw file without the word raw, then the case.
  private static func name(
    beside input: String, _ board: Board, _ which: Board.Case, _ pattern: PolarPattern
  ) -> String {
    let words = [
      board.dataSources[which.dataSource].name.lowercased(), which.orientation?.rawValue,
      pattern == .stereo ? nil : pattern.rawValue,
    ].compactMap { $0 }.map { word in
      String(word.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") ? $0 : "-" })
    }
    let stem = TakeName.stem(of: input).split(separator: "_").filter { $0 != "raw" }
    return TakesArguments.parent(of: input) + "/"
      + (stem + words.map { Substring($0) }).joined(separator: "_") + ".wav"
  }

  /// The metadata of a file, which tells how it was made.
  private static func made(_ input: String) throws(CommandError) -> TakeMetadata {
    try translate(try TakeFile.read(path: input).metadata, to: CommandError.file)
  }

  /// Refuses a file of Pinna that filters have made already.
  private static func refuseFinished(
    _ input: String, _ origin: TakeMetadata
  ) throws(CommandError) {
    guard !origin.boardID.isEmpty, origin.content != .raw else { return }
    let made = origin.ambisonics == nil ? "left and right" : "W, Y and X"
    throw CommandError(
      "\(input): \(made) are made already; rendering needs the raw file of the take, "
        + "\(origin.take)_raw.wav, which is kept with --raw or [take] raw = true", .data)
  }

  /// The names of the microphones that are left out: those of the command line, else those of the take.
  ///
  /// - Throws: ``CommandError`` (64) for a name that the board does not have.
  private static func absent(
    _ arguments: Arguments, _ board: Board, _ origin: TakeMetadata
  ) throws(CommandError) -> [String] {
    let known = board.microphones.map(\.name)
    let asked = arguments[without]
    if asked == ["none"] { return [] }
    if asked.isEmpty {
      return board.id == origin.boardID ? origin.absentMicrophones.filter(known.contains) : []
    }
    if let name = asked.first(where: { !known.contains($0) }) {
      throw arguments.usageError(
        "--without '\(name)': \(board.id) has \(known.joined(separator: ", "))")
    }
    return asked
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

extension Settings.Stereo {
  /// Takes on the case of a recording, as far as the board has it.
  mutating func follow(_ take: TakeMetadata, _ board: Board) {
    guard let index = board.dataSource(named: take.dataSource) else { return }
    source = take.dataSource
    if let word = take.orientation { orientation = InputOrientation(rawValue: word) }
    if let asked = PolarPattern(rawValue: take.preferredPattern),
      board.dataSources[index].patterns.contains(asked)
    {
      pattern = asked
    }
  }
}
