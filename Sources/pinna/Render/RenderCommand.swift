import Beamforming
import Boards
import Essentials
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna render`.
  static let render = Command(
    "render", summary: "render takes again from their microphone channels, for any case",
    discussion: """
      Reads a WAV file with every channel of the board's capture device, such as the raw file of a take, and writes \
      the take that the board would have made: stereo, or one channel for a mono pattern. The pattern ambix gives \
      first-order ambisonics (AmbiX: W, Y, Z, X, with Z silent; X is forward and Y is left), even if the board file \
      does not list it. It needs at least three microphones that tell front from back and left from right: they must \
      not be on one line, and they must be on a table or around a body. A raw file made by Pinna names its board and \
      its case, so nothing else is needed; options choose another case. With the take's settings, the result is \
      identical to the take, bit for bit. Frame n of OUT is frame n of IN. OUT must not exist; without OUT, the new \
      file is beside IN, and is named after IN and the case.

      --forward turns FORWARD to any azimuth, in degrees to the right of the data source, as if the board had been \
      turned on its table before the take; in the metadata, the data source is then named Top+30, for example. With \
      microphones that cannot tell both front from back and left from right, such as those of an upright board, \
      FORWARD can be turned by at most 10 degrees: beyond that, some sounds would be on the wrong side.

      A take keeps the case in which it started. If the board is turned during the take, left and right are on the \
      wrong sides from then on, and a marker shows the turn. --follow-turns changes the case at these markers, with a \
      cross-fade of 20 ms.

      --focus brings out sounds from around an azimuth: other voices get up to 9 dB softer, and diffuse sound up to 6 \
      dB; everything stays in its place between left and right. It works outdoors, and in rooms for sources within a \
      metre: beyond that, most of a voice arrives from the walls, so it gets softer too. 'pinna takes picture' shows \
      where sounds are.

      --from and --to render a part of a recording; markers, date and time of day are adjusted.

      --into DIR renders any number of files into a folder, each under its name and case. It skips intact files that \
      were made with the same filters, so the same command continues after an interruption, on one machine or several. \
      If a file fails, a message says so, and the others are still rendered.
      """,
    positionals: [
      Positional("IN", "a WAV file of microphone channels, or a take with a raw file"),
      Positional("OUT", "the WAV file to make; with --into, another IN", count: .any),
    ],
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation, forward, followTurns,
      SettingsArguments.pattern, into,
    ] + FocusArguments.all + PartArguments.all + SettingsArguments.design + [
      SettingsArguments.rendering, SettingsArguments.wind,
      SettingsArguments.lowCut, SettingsArguments.samples, SettingsArguments.noLimiter, keepDelay,
      RawRecording.without,
      SettingsArguments.config, json,
    ],
    examples: [
      .init("pinna render 20261120_061000_007_raw.wav", "the same take, beside its raw file"),
      .init("pinna render last --source front", "the last take, as the front data source heard it"),
      .init(
        "pinna render take_raw.wav voice.wav --source front --pattern cardioid",
        "a mono track of the person holding the board"),
      .init(
        "pinna render take_raw.wav --forward -120",
        "turned, so that the owl behind on the left is in front"),
      .init(
        "pinna render take_raw.wav --focus 40", "the voice at 40 degrees, with the others softer"),
      .init("pinna render take_raw.wav --pattern ambix", "ambisonics, from an array on a table"),
      .init(
        "pinna render one_raw.wav two_raw.wav --into stereo", "many files; existing ones are kept"),
    ]
  ) { arguments, console in
    let words = arguments.positionals
    if let folder = arguments[into] {
      let files = try words.map { word throws(CommandError) in
        try RawRecording.path(of: word, arguments)
      }
      return try RenderBatch(files, folder, arguments, console).run { input, batch in
        try rendered(input, arguments, console, batch.place)
      }
    }
    guard words.count <= 2 else {
      throw arguments.usageError(
        "IN and OUT are \(words.count) files; --into DIR renders more than one file")
    }
    let input = try RawRecording.path(of: words[0], arguments)
    let facts = try rendered(input, arguments, console) { name, _, _, _ in
      let output = words.count > 1 ? words[1] : TakeName.directory(of: input) + "/" + name
      guard output.hasSuffix(".wav") else {
        throw arguments.usageError("OUT '\(output)': the name of a WAV file must end in .wav")
      }
      // The name is checked before the filters are made, because the responses of a body may take long.
      try OutputFile.checkNew(output)
      return output
    }
    if let facts { try tell(facts, arguments, console) }
    return .success
  }

  /// Prints the notes and the result.
  private static func tell(
    _ facts: RenderResult, _ arguments: Arguments, _ console: Console
  ) throws {
    for line in facts.notes { console.note("note: \(line)") }
    for line in facts.warnings { console.note("warning: \(line)") }
    try console.print(arguments.has(json) ? JSONOutput.text(facts) : facts.sentence)
  }

  /// Chooses the path of a file to make; `nil` if the file already exists.
  ///
  /// It is called twice: first without the renderer, and again when its filters are made.
  typealias RenderPlace = (
    _ name: String, _ recording: RawRecording, _ focus: FocusWish?, _ renderer: OfflineRenderer?
  ) throws -> String?

  /// Renders one file.
  ///
  /// - Parameter place: returns the path of the new file for its usual name; `nil` if the file already exists.
  /// - Returns: the result; `nil` if the file already exists.
  private static func rendered(
    _ input: String, _ arguments: Arguments, _ console: Console, _ place: RenderPlace
  ) throws -> RenderResult? {
    var wanted = try SettingsArguments.settings(arguments)
    SettingsArguments.apply(arguments, to: &wanted)
    var recording = try RawRecording(input, wanted, arguments, console)
    let (origin, which) = (recording.origin, recording.which)
    if let azimuth = arguments[forward], azimuth != 0 {
      let source = try turned(recording.board, which, by: azimuth)
      recording.board.dataSources[which.dataSource] = source
    }
    let (board, settings) = (recording.board, recording.settings)
    // Only a file is made here, so nothing but the microphones decides if ambisonics is possible.
    let pattern =
      arguments[SettingsArguments.pattern] == .ambix
      ? .ambix : try CaseArgument.pattern(arguments, board, which, settings: settings)
    let focus = try FocusArguments.wish(arguments, pattern, refusing: [followTurns, keepDelay])
    let range = try PartArguments.range(arguments, recording)
    if range != nil, arguments.has(keepDelay) {
      throw arguments.usageError("--keep-delay is for whole recordings, without --from and --to")
    }
    let usual = name(
      of: input, board, which, pattern,
      [
        arguments.has(followTurns) ? "turns" : nil, focus.map(FocusArguments.word),
        range.map { "from\($0.lowerBound / recording.rate)" },
      ])
    _ = try place(usual, recording, focus, nil)
    let filters = recording.filters(noiseFloor: arguments[SettingsArguments.noiseFloor], console)
    let made = try filters.design(which, pattern)
    let turns = try turns(arguments, recording).map { turn throws(CommandError) in
      let turned = Board.Case(dataSource: which.dataSource, orientation: turn.to)
      return (frame: turn.frame, design: try filters.design(turned, pattern))
    }
    var renderer = OfflineRenderer(
      board: board, design: made, turns: turns, form: settings.take.form,
      keepsDelay: arguments.has(keepDelay))
    renderer.range = range
    if let focus { renderer.focus = try FocusArguments.focused(focus, made, filters) }
    guard let output = try place(usual, recording, focus, renderer) else { return nil }
    var progress = Progress("Rendering", console: console, making: output)
    let summary = try translating(to: CommandError.render) { () throws(OfflineRenderError) in
      defer { progress.finish() }
      return try renderer.render(input, to: output) { progress.update($0) }
    }
    var facts = RenderResult(input, output, board, made, summary, range: range)
    facts.compare(made, with: origin)
    facts.compare(recording)
    facts.tell(of: origin, without: recording.absent)
    facts.tell(turns: origin, followed: arguments.has(followTurns) ? turns.map(\.design) : nil)
    SettingsArguments.noteUnused(arguments, by: made.pattern, console)
    return facts
  }

  private static let into = Option.text(
    "into", "DIR", "render all files into this folder, and skip existing ones")

  static let keepDelay = Option.flag(
    "keep-delay", "keep the filters' delay in the output, as in live monitoring")

  private static let forward = Option.number(
    "forward", "AZ", -180...180, unit: "degrees",
    "the azimuth that becomes FORWARD, positive to the right; for boards on a table")

  private static let followTurns = Option.flag(
    "follow-turns", "change the case where a marker shows that the board was turned")

  /// The frames of a raw file at which the board was turned; empty if the rendering does not follow turns.
  private static func turns(
    _ arguments: Arguments, _ recording: RawRecording
  ) throws(CommandError) -> [(frame: Int, to: InputOrientation)] {
    guard arguments.has(followTurns) else { return [] }
    let others: [any AnyOption] = [CaseArgument.orientation, forward]
    for other in others where arguments.has(other) {
      throw arguments.usageError(
        "--follow-turns takes the orientation from the recording, --\(other.form.name) does not; leave one of them out"
      )
    }
    return recording.turns(recording.origin.markers)
  }

  /// The largest angle, in degrees, by which FORWARD can be turned if the microphones confuse two directions.
  ///
  /// - Source: measured with 24 directions around upright planar arrays; turned by 30 degrees, 9 % of the sides are
  ///   wrong.
  private static let largestUprightTurn = 10.0

  /// The data source of a case, turned about the vertical axis by an angle.
  ///
  /// - Throws: ``CommandError`` if the angle is too large for microphones that confuse two directions.
  private static func turned(
    _ board: Board, _ which: Board.Case, by azimuth: Double
  ) throws(CommandError) -> DataSource {
    var source = board.dataSources[which.dataSource]
    guard let layout = board.layout(which) else { return source }
    if abs(azimuth) > largestUprightTurn,
      board.ambisonicRefusal(dataSource: which.dataSource) != nil
    {
      throw CommandError(
        "--forward \(azimuth.shortText(digits: 2)): the microphones of \(board.id) are not in a level plane, or are "
          + "on one line, so some sounds would be on the wrong side; up to 10 degrees to either side are possible",
        .configuration)
    }
    let direction = Direction(azimuth: azimuth)
    source.forward = layout.device(direction.sceneVector)
    source.orientation = DeviceFace(nearest: source.forward)
    source.name += (azimuth > 0 ? "+" : "") + azimuth.shortText(digits: 2)
    // The pair of microphones is on the left and right of the direction in the board file, not of the new one.
    source.pair = nil
    source.patterns.removeAll { $0 == .plain }
    return source
  }

  /// A name for the new file: the name of the raw file without the word "raw", followed by the case.
  private static func name(
    of input: String, _ board: Board, _ which: Board.Case, _ pattern: PolarPattern,
    _ more: [String?]
  ) -> String {
    let words = [
      board.dataSources[which.dataSource].name.lowercased(), which.orientation?.rawValue,
      pattern == .stereo ? nil : pattern.rawValue,
    ]
    let named = (words + more).compactMap { $0 }.map { OutputFile.word($0) }
    // A title in the name follows the word raw: _007_raw-dawn-chorus.
    let stem = TakeName.stem(of: input).split(separator: "_").compactMap { word in
      word == "raw" ? nil : word.hasPrefix("raw-") ? word.dropFirst(4) : word
    }
    return (stem + named.map { Substring($0) }).joined(separator: "_") + ".wav"
  }
}
