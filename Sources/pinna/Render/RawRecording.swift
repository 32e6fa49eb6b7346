import Beamforming
import Boards
import Essentials
import Glibc
import Recorder
import TakeFiles

/// A recording of microphone channels, with a board and a case from the command line or from its metadata.
struct RawRecording {
  let path: String
  /// The metadata of the recording, which tell how its take was made.
  let origin: TakeMetadata
  let rate: Int
  let channels: Int
  /// The length of the recording in frames.
  let frames: Int
  /// The settings, overridden by the take and by the options of the command line.
  let settings: Settings
  var board: Board
  let which: Board.Case
  /// The names of the microphones that are left out.
  let absent: [String]

  static let without = Option.texts(
    "without", "MICROPHONE",
    "leave out a microphone; default: the dead ones that the take left out; 'none' uses all "
      + "microphones"
  )

  /// The range of frames per second that capture devices have.
  private static let rates = 8000...192_000

  /// The path of a recording that the command line names by its path, or by its take: 7, last, dawn/7.
  ///
  /// - Throws: ``CommandError``: 66 if the take has no raw file, 64 if it has several.
  static func path(of word: String, _ arguments: Arguments) throws(CommandError) -> String {
    if TakesArguments.exists(word) || TakeFileKind(path: word) != nil { return word }
    let take = try TakesArguments.take(word, arguments)
    let files = take.files(.raw).map(\.path)
    guard let first = files.first else {
      throw CommandError(
        "\(word): take \(take.name) has no raw file to render again; raw = true in [take] keeps one",
        .noInput)
    }
    guard files.count == 1 else {
      throw arguments.usageError(
        "'\(word)': its raw file has \(files.count) parts; name one of them: "
          + files.map { TakeName.fileName(of: $0) }.joined(separator: ", "))
    }
    return first
  }

  /// Reads the metadata of a finished recording, and finds its board and its case.
  ///
  /// - Parameter settings: the settings of the command line; the case of the take overrides the one in them.
  init(
    _ path: String, _ settings: Settings, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    var settings = settings
    self.path = path
    (rate, frames) = try Self.shape(of: path)
    let file = try translate(try TakeFile.read(path: path), to: CommandError.file)
    // The result would end in the middle of the take, without saying so.
    if file.isInProgress { throw TakesExport.inProgress(path) }
    channels = file.channels
    origin = file.metadata
    try Self.refuseFinished(path, origin)
    board = try Self.board(path, arguments, settings, origin, console)
    if board.id == origin.boardID { settings.stereo.follow(origin, board) }
    self.settings = settings
    which = try CaseArgument.which(arguments, board, settings: settings)
    absent = try Self.absent(arguments, board, origin)
  }

  /// The frames of the recording at which markers say that the board was turned, and the orientations it was turned to.
  func turns(_ markers: [TakeMarker]) -> [(frame: Int, to: InputOrientation)] {
    guard board.orientation == .handHeld else { return [] }
    return markers.compactMap { marker in
      marker.turnedTo.flatMap(InputOrientation.init(rawValue:)).map {
        (max(0, marker.frame - origin.firstFrame), $0)
      }
    }
  }

  /// The filters for the recording, from its board file as it is now.
  func filters(noiseFloor: Double? = nil, _ console: Console) -> RecordingFilters {
    let unusable = board.microphones.indices.filter {
      absent.contains(board.microphones[$0].name)
    }
    return RecordingFilters(
      store: SettingsArguments.filters(settings, board, rate, noiseFloor: noiseFloor, console),
      unusable: Set(unusable), console: console)
  }

  /// The board that the command line names, or else the recording, or else the settings.
  private static func board(
    _ path: String, _ arguments: Arguments, _ settings: Settings, _ origin: TakeMetadata,
    _ console: Console
  ) throws(CommandError) -> Board {
    guard arguments[BoardArgument.option] == nil, !origin.boardID.isEmpty else {
      return try BoardArgument.board(arguments, console, standard: settings.board)
    }
    // A user's own board file may be where the settings say, beside the recording, or in the current folder.
    let beside = TakeName.directory(of: path) + "/\(origin.boardID).toml"
    let places = [settings.board, beside, "./\(origin.boardID).toml"].compactMap { $0 }.filter {
      BoardLibrary.id(ofPath: $0) == origin.boardID && TakesArguments.exists($0)
    }
    do throws(CommandError) {
      return try BoardArgument.load(places.first ?? origin.boardID, console)
    } catch {
      throw CommandError(
        "\(path) was recorded with the board \(origin.boardID), which cannot be read here: "
          + "\(error.message); name its file with --board", error.exitCode)
    }
  }

  /// Refuses a file of Pinna whose sound was already rendered with filters.
  private static func refuseFinished(_ input: String, _ origin: TakeMetadata) throws(CommandError) {
    guard !origin.boardID.isEmpty, origin.content != .raw else { return }
    let made = origin.ambisonics == nil ? "left and right" : "W, Y and X"
    if let note = origin.notes.last(where: { $0.hasPrefix(TakeMetadata.renderedFrom) }) {
      throw CommandError(
        "\(input): the file has \(made), already \(note): render that file again", .data)
    }
    throw CommandError(
      "\(input): the file has \(made), already rendered; rendering needs the raw file of the take, "
        + "\(origin.take)_raw.wav, which is kept with --raw or [take] raw = true", .data)
  }

  /// The names of the microphones to leave out: those on the command line, or else those that the take left out.
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
        "--without '\(name)': the microphones of \(board.id) are \(known.joined(separator: ", "))")
    }
    return asked
  }

  /// The frames per second of a file, and its length in frames.
  private static func shape(of input: String) throws(CommandError) -> (rate: Int, frames: Int) {
    let (rate, frames) = try translating(to: CommandError.file) { () throws(TakeFileError) in
      let reader = try WAVReader.open(path: input)
      return (reader.rate, reader.frames)
    }
    // The rate is checked here, too, because preparing a head for a rate in megahertz takes minutes.
    guard rates.contains(rate) else {
      throw CommandError(
        "\(input): it has \(rate) frames per second; convert it to a rate from "
          + "\(rates.lowerBound) to \(rates.upperBound)", .data)
    }
    return (rate, frames)
  }
}

/// The filters for a recording, which do without the microphones that are left out.
struct RecordingFilters {
  let store: FilterStore
  let unusable: Set<Int>
  let console: Console

  /// Makes the filters of a case; computing the responses of a body may take long.
  func design(_ which: Board.Case, _ pattern: PolarPattern) throws(CommandError) -> Design {
    var progress = Progress.ofBody(store.board, console: console)
    defer { progress.finish() }
    return try translating(to: CommandError.filters) { () throws(FilterStoreError) in
      let design = try store.design(which, pattern: pattern, unusable: unusable) {
        progress.update($0)
      }
      console.noteCache(of: store)
      return design
    }
  }
}

extension Settings.Stereo {
  /// Takes over the data source, orientation and pattern of a recording, as far as the board has them.
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
