import Assembly
import Boards
import Calibration
import Diagnostics
import Essentials
import Recorder
import SimulatedBoard
import TOML
import TakeFiles

/// The sounds for a calibration, with their directions as a person stated them.
struct CalibrationInput {
  /// The sound of every channel of the board.
  let sound: CapturedSound
  /// The separate sounds in it, with the direction that a person would state for each.
  let sounds: [RoughSound]
  /// The name of the source of the sound, for messages.
  let source: String

  /// Gets the sound from the file of `--recording`, from the simulated board of a scenario, or from a board around
  /// which a person claps.
  ///
  /// - Throws: ``CommandError``: 64 for arguments that exclude each other, 65 and 66 if the recording cannot be read or
  ///   its sounds do not match the list, and as ``CheckBench/bench(_:scenario:_:)``.
  init(_ request: CalibrationRequest, board: Board, _ console: Console) throws {
    let arguments = request.arguments
    let list = arguments[CheckCalibration.sounds]
    let given = try list.map { list in try Self.told(list, arguments) }
    if let recording = arguments[CheckCalibration.recording] {
      guard request.scenario == nil, !request.isGuided else {
        throw arguments.usageError(
          "--recording cannot be combined with --scenario or --guided: give only one of them")
      }
      guard let given else {
        throw arguments.usageError(
          "--sounds is missing: give the directions of the recorded sounds, such as around*3")
      }
      (sound, source) = (try Self.read(recording, board: board).sound, recording)
      sounds = try Self.inOrder(given, sound, source, board)
    } else if let path = request.scenario, !request.isGuided {
      let scenario = try SimulationArguments.load(path)
      let told = try given ?? Self.told(by: scenario, board)
      (sound, source) = (try Self.listen(arguments, scenario, path, console).sound, path)
      sounds = try Self.inOrder(told, sound, source, board)
    } else {
      let directions = given?.map(\.from) ?? CalibrationWalk.directions(for: board)
      let heard = try Self.walk(request, directions, console)
      (sound, sounds, source) = (heard.sound, heard.sounds, board.id)
    }
  }

  private static func inOrder(
    _ told: [RoughSound.Told], _ sound: CapturedSound, _ source: String, _ board: Board
  ) throws(CommandError) -> [RoughSound] {
    return try translate(try RoughSound.inOrder(told, in: sound)) { (error: CalibrationRefusal) in
      CommandError(error, source: source, board: board.id)
    }
  }

  // MARK: Stated directions

  /// Reads a list of directions, in words or degrees, separated by commas; a star and a number after one repeat it.
  private static func told(
    _ list: String, _ arguments: Arguments
  ) throws(CommandError) -> [RoughSound.Told] {
    var told: [RoughSound.Told] = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = item.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
      let times = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
      guard parts.count <= 2, (1...mostTimes).contains(times),
        let sides = parts[0] == around ? ToldDirection.sides : ToldDirection(parts[0]).map({ [$0] })
      else { throw mistake(String(item), parts[0], arguments) }
      for _ in 0..<times { told += sides.map { RoughSound.Told(from: $0) } }
    }
    return told
  }

  private static func mistake(
    _ item: String, _ word: String, _ arguments: Arguments
  ) -> CommandError {
    let words = ToldDirection.words.map(\.name) + [around]
    return arguments.usageError(
      "--sounds '\(item)': " + Suggestion.question(for: word, in: words)
        + "a direction is \(words.joined(separator: ", ")) (all sides clockwise from front), or degrees such as "
        + "-45 or 90/20 (azimuth from -180 to 180, elevation from -90 to 90); \(ToldDirection.pose)"
    )
  }

  /// The directions of the sounds in a scenario, as roughly as a person would state them.
  private static func told(
    by scenario: Scenario, _ board: Board
  ) throws(CommandError) -> [RoughSound.Told] {
    guard let arrivals = scenario.arrivals(at: board) else {
      throw CommandError(
        "\(board.id): forward and up are parallel, so there is no left or right", .configuration)
    }
    return arrivals.map {
      RoughSound.Told(
        from: .nearest(to: $0.direction),
        distance: $0.distance > farMetres ? .infinity : RoughSound.usualDistance)
    }
  }

  // MARK: Recorded sounds

  /// Asks the person for one clap after the other.
  private static func walk(
    _ request: CalibrationRequest, _ directions: [ToldDirection], _ console: Console
  ) throws -> CalibrationWalk.Heard {
    let bench = try CheckBench.bench(request.arguments, scenario: request.scenario, console)
    let isSimulated = request.scenario != nil
    guard isSimulated || !bench.board.isSimulatedOnly else {
      throw request.arguments.usageError(
        "\(bench.board.id) has no hardware that could record claps: give --scenario FILE, or --recording "
          + "FILE with --sounds LIST")
    }
    let conversation = GuidedConversation(console, isAnswered: !isSimulated)
    let walk = CalibrationWalk(bench, from: directions, patience: request.patience)
    let heard = try translate(try walk.run(conversation.walk), to: CommandError.session)
    if let heard { return heard }
    throw CommandError(
      "no clap was heard, or all were skipped: nothing was measured or written",
      .data)
  }

  /// Sound, with the input gain that was set while it was captured.
  typealias Captured = (sound: CapturedSound, inputGain: Double?)

  /// Listens to the simulated board of a scenario for as long as the scenario lasts.
  static func listen(
    _ arguments: Arguments, _ scenario: Scenario, _ path: String, _ console: Console
  ) throws -> Captured {
    guard scenario.duration <= longest else {
      throw CommandError(
        "\(path): it lasts \(Int(scenario.duration)) s, but must last at most \(Int(longest)) s",
        .data)
    }
    let bench = try CheckBench.bench(arguments, scenario: path, console)
    return try listen(bench, seconds: max(1, scenario.duration - 0.5), console)
  }

  /// Listens to a board.
  static func listen(
    _ bench: Bench, seconds: Double, _ console: Console
  ) throws(CommandError) -> Captured {
    var progress = Progress("Listening", console: console)
    defer { progress.finish() }
    return try translating(to: CommandError.session) { () throws(SessionFault) in
      let record = try bench.listen(seconds: seconds) {
        progress.update($0)
      }
      if !record.gaps.isEmpty {
        console.note("warning: frames were lost; the longest part without a gap is used")
      }
      return (record.sound, record.grant.inputGain)
    }
  }

  /// Reads every channel of a raw recording.
  static func read(_ path: String, board: Board) throws(CommandError) -> Captured {
    let audio: TakeAudio
    audio = try translate(try TakeAudio(path: path), to: CommandError.file)
    let (file, wanted) = (audio.file, board.capture.channels)
    // A rendered take of a board with two microphones has two channels as well, but says nothing about the microphones.
    if let name = file.name, name.content != .raw {
      throw CommandError(
        "\(path): it is a rendered take; give its raw file (pinna record --raw)", .data)
    }
    guard file.channels == wanted else {
      throw CommandError(
        "\(path): it has \(file.channels.counted("channel")), but \(board.id) has \(wanted): give the raw file of "
          + "a take (pinna record --raw)", .data)
    }
    guard file.seconds <= longest else {
      throw CommandError(
        "\(path): it lasts \(Int(file.seconds)) s, but must last at most \(Int(longest)) s", .data)
    }
    let sound = try translate(try samples(audio), to: CommandError.file)
    return (sound, file.metadata.inputGain)
  }

  private static func samples(_ audio: TakeAudio) throws(TakeFileError) -> CapturedSound {
    let (channels, rate) = (audio.file.channels, audio.file.rate)
    let block = UnsafeMutablePointer<Float>.allocate(capacity: frames * channels)
    defer { block.deallocate() }
    var words: [Int32] = []
    while true {
      let count = try audio.read(into: block, frames: frames)
      guard count > 0 else { break }
      words += (0..<(count * channels)).map { Int32(bitPattern: block[$0].bitPattern) }
    }
    return CapturedSound(samples: words, channels: channels, rate: rate, format: .float)
  }

  /// The word that stands for all eight sides.
  private static let around = "around"
  /// The maximum number of times that a direction can be repeated.
  private static let mostTimes = 100
  /// The longest recording in seconds; twenty to thirty claps take half a minute.
  private static let longest = 180.0
  /// The distance in metres beyond which no person would call a sound near.
  private static let farMetres = 4.0
  /// The number of frames in each read.
  private static let frames = 16384
}
