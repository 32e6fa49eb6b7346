import Beamforming
import Boards
import Essentials
import Glibc
import Recorder
import TakeFiles

/// A recording of microphone channels, with the board and the case from the command line or its metadata.
struct RawRecording {
  let path: String
  /// The metadata of the recording, with the facts of how its take was made.
  let origin: TakeMetadata
  let rate: Int
  /// The length of the recording in frames.
  let frames: Int
  /// The settings, overridden by the options of the command line and by the take.
  let settings: Settings
  var board: Board
  let which: Board.Case
  /// The names of the omitted microphones.
  let absent: [String]

  /// `--without`.
  static let without = Option.texts(
    "without", "MICROPHONE",
    "leave a microphone out; default: the dead microphones that the take left out; none "
      + "uses all microphones")

  /// Frames per second of capture devices.
  private static let rates = 8000...192_000

  /// The path of a recording named on the command line by its path, or by its take: 7, last, dawn/7.
  ///
  /// - Throws: ``CommandError`` (66) for a take without a raw file, 64 for one with several.
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

  /// Reads the metadata of a recording.
  ///
  /// - Parameter settings: those of the command line; the case of the take overrides them.
  init(
    _ path: String, _ settings: Settings, _ arguments: Arguments, _ console: Console
  ) throws(CommandError) {
    var settings = settings
    self.path = path
    (rate, frames) = try Self.shape(of: path)
    origin = try translate(try TakeFile.read(path: path).metadata, to: CommandError.file)
    try Self.refuseFinished(path, origin)
    board = try Self.board(path, arguments, settings, origin, console)
    if board.id == origin.boardID { settings.stereo.follow(origin, board) }
    self.settings = settings
    which = try CaseArgument.which(arguments, board, settings: settings)
    absent = try Self.absent(arguments, board, origin)
  }

  /// The frames of the recording at which the board was turned, according to the markers.
  func turns(_ markers: [TakeMarker]) -> [(frame: Int, to: InputOrientation)] {
    guard board.orientation == .handHeld else { return [] }
    return markers.compactMap { marker in
      marker.turnedTo.flatMap(InputOrientation.init(rawValue:)).map {
        (max(0, marker.frame - origin.firstFrame), $0)
      }
    }
  }

  /// The filters of the board as it is now.
  func filters(noiseFloor: Double? = nil, _ console: Console) -> RecordingFilters {
    let unusable = board.microphones.indices.filter {
      absent.contains(board.microphones[$0].name)
    }
    return RecordingFilters(
      store: SettingsArguments.filters(settings, board, rate, noiseFloor: noiseFloor, console),
      unusable: Set(unusable), console: console)
  }

  /// The board named by the command line, the recording or the settings, in this order.
  private static func board(
    _ path: String, _ arguments: Arguments, _ settings: Settings, _ origin: TakeMetadata,
    _ console: Console
  ) throws(CommandError) -> Board {
    guard arguments[BoardArgument.option] == nil, !origin.boardID.isEmpty else {
      return try BoardArgument.board(arguments, console, standard: settings.board)
    }
    // The file of a user's own board is where the settings say, or beside the recording.
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

  /// Refuses a file of Pinna that filters have already rendered.
  private static func refuseFinished(
    _ input: String, _ origin: TakeMetadata
  ) throws(CommandError) {
    guard !origin.boardID.isEmpty, origin.content != .raw else { return }
    let made = origin.ambisonics == nil ? "left and right" : "W, Y and X"
    throw CommandError(
      "\(input): the file has \(made), already rendered; rendering needs the raw file of the take, "
        + "\(origin.take)_raw.wav, which is kept with --raw or [take] raw = true", .data)
  }

  /// The names of the omitted microphones: those on the command line, else those of the take.
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

  /// The rate and the length of a file.
  private static func shape(
    of input: String
  ) throws(CommandError) -> (rate: Int, frames: Int) {
    let (rate, frames) = try translating(to: CommandError.file) { () throws(TakeFileError) in
      let reader = try WAVReader.open(path: input)
      return (reader.rate, reader.frames)
    }
    // Checked here, too, because a head at a rate in megahertz takes minutes.
    guard rates.contains(rate) else {
      throw CommandError(
        "\(input): it has \(rate) frames per second; convert it to a rate from "
          + "\(rates.lowerBound) to \(rates.upperBound)", .data)
    }
    return (rate, frames)
  }
}

/// The filters for a recording, without the omitted microphones.
struct RecordingFilters {
  let store: FilterStore
  let unusable: Set<Int>
  let console: Console

  /// The filters of a case; a body's responses may take long.
  func design(
    _ which: Board.Case, _ pattern: PolarPattern
  ) throws(CommandError) -> Design {
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
  /// Adopts the case of a recording, as far as the board has it.
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
