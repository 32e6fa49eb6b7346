import Beamforming
import Boards
import Drawings
import Essentials
import Face
import Recorder
import TakeFiles

extension Command {
  /// The command `pinna takes picture`.
  static let takesPicture = Command(
    "picture", summary: "draw the directions of the sounds in a take",
    discussion: """
      Draws directions over time from the raw file of a take; louder sound is drawn darker. Left is above, in blue; \
      right is below, in orange; sound without a direction is in a strip at the bottom. These are the directions that \
      rendering by direction uses. With four microphones, single sounds are drawn within about 10 degrees of their \
      place; in a room, reflections have no direction. Microphones in an upright plane cannot tell front from back.

      The loudest directions are also printed: 'pinna render RAW --forward AZ' turns to one of them.
      """,
    positionals: [
      TakesArguments.takeArgument,
      Positional(
        "OUT", "the SVG file to write; default: NAME_picture.svg beside the take", count: .optional),
    ],
    options: [
      BoardArgument.option, CaseArgument.source, CaseArgument.orientation, RawRecording.without,
      SettingsArguments.config, json,
    ],
    examples: [.init("pinna takes picture 7", "a drawing beside take 7")]
  ) { arguments, console in
    let word = arguments.positionals[0]
    let take = try TakesArguments.take(word, arguments)
    let files = try take.heardFiles(word)
    let paths = files.map(\.path)
    let output =
      arguments.positionals.count > 1
      ? arguments.positionals[1]
      : TakeName.directory(of: paths[0]) + "/\(take.name)_picture.svg"
    guard output.hasSuffix(".svg") else {
      throw arguments.usageError("OUT '\(output)': the name of a drawing must end in .svg")
    }
    try OutputFile.check(output, mark: SVG.mark)
    let settings = try SettingsArguments.file(arguments)
    let recording = try RawRecording(paths[0], settings, arguments, console)
    let filters = recording.filters(console)
    func design(_ which: Board.Case) throws(CommandError) -> Design {
      let design = try filters.design(which, .stereo)
      if design.directional != nil { return design }
      let made = try translate(try filters.store.byDirection(design), to: CommandError.filters)
      return made ?? design
    }
    let which = recording.which
    let own = try design(which)
    let turns = try recording.turns(files.flatMap(\.metadata.markers)).map {
      turn throws(CommandError) in
      (turn.frame, try design(Board.Case(dataSource: which.dataSource, orientation: turn.to)))
    }
    var progress = Progress("Listening", console: console)
    let directions = try translating(to: CommandError.render) { () throws(OfflineRenderError) in
      defer { progress.finish() }
      return try TakeDirections(paths, board: recording.board, design: own, turns: turns) {
        progress.update($0)
      }
    }
    let name = recording.board.name(of: recording.which)
    let title = take.main.first?.metadata.title ?? take.name
    let picture = DirectionPicture(
      directions: directions, title: "Where the sound came from: \(title)",
      subtitle: "\(recording.board.name), \(name)")
    try OutputFile.write(picture.document, to: output)
    let result = DrawnTake(output, directions, place: picture.place)
    try console.print(arguments.has(json) ? JSONOutput.text(result) : result.text)
    return .success
  }
}

extension TakeSet {
  /// The files that contain all microphones of the take, in order.
  ///
  /// - Throws: ``CommandError``: 66 if there is no such file, 75 if the take is still being recorded.
  fileprivate func heardFiles(_ word: String) throws(CommandError) -> [TakeFile] {
    let files = files(.raw)
    if files.contains(where: \.isInProgress) { throw TakesExport.inProgress(word) }
    // If a file of another program can be used at all, it has all channels of the array.
    let isForeign = main.count == 1 && main[0].metadata.boardID.isEmpty
    guard !files.isEmpty || isForeign else {
      throw CommandError(
        "\(word): directions need the raw file of a take, and this take has none; --raw or [take] raw = true "
          + "keeps one", .noInput)
    }
    return files.isEmpty ? main : files
  }
}

/// The result of `pinna takes picture`, for programs.
struct DrawnTake: Encodable {
  /// A direction from which much of the sound came.
  struct Direction: Encodable {
    /// The azimuth in degrees, positive to the right of forward.
    var azimuth: Int
    /// The part of the directional sound that came from there, 0 to 1.
    var share: Double
  }

  var output: String
  var seconds: Double
  /// True if the microphones can tell front from back.
  var isAround: Bool
  /// The part of all sound that had a direction, 0 to 1, A-weighted.
  var located: Double
  var directions: [Direction]
  /// The place of the drawing in the picture: left, top, width and height, as fractions of the whole picture.
  ///
  /// The drawing is `drawnSeconds` wide, and goes from `azimuths[0]` at the top to `azimuths[1]` at the bottom.
  var bounds: [Double]
  var drawnSeconds: Double
  var azimuths: [Double]
  /// The start and the end, in seconds, of each time at which the board was held in a way that has no left and right.
  var withoutSides: [[Double]]?

  init(_ output: String, _ all: TakeDirections, place: [Double]) {
    self.output = output
    bounds = place.map { $0.rounded(toDigits: 5) }
    drawnSeconds = all.columnSeconds * Double(max(1, all.located.count))
    let half = Double(TakeDirections.step) / 2
    azimuths = [Double(all.azimuths.first ?? 0) - half, Double(all.azimuths.last ?? 0) + half]
    (seconds, isAround, located) = (all.seconds, all.isAround, all.share)
    directions = all.peaks(most: 5).map { Direction(azimuth: $0.azimuth, share: $0.share) }
    let spans = all.withoutSides.map { [$0.lowerBound, $0.upperBound] }
    if !spans.isEmpty { withoutSides = spans }
  }

  /// The result as text for people.
  var text: String {
    let share = "\(Int((located * 100).rounded())) % of the sound comes from a definite direction"
    let places = directions.map { direction in
      let side = direction.azimuth < 0 ? "left" : "right"
      let place = direction.azimuth == 0 ? "forward" : "\(abs(direction.azimuth))° \(side)"
      return "\(place) (\(Int((direction.share * 100).rounded())) %)"
    }
    return "\(output): \(share)"
      + (places.isEmpty ? "" : ", most of it from \(places.joined(separator: ", "))")
      + (withoutSides ?? []).map { span in
        let ends = span.map { TakeText.length(seconds: $0) }
        return "\nno left and right from \(ends[0]) to \(ends[1]): the board was turned on its side"
      }.joined()
  }
}
