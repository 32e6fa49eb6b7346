import Beamforming
import Boards
import Drawings
import Essentials
import Face
import Recorder
import TakeFiles

/// The result of `pinna render`.
struct RenderResult: Encodable {
  var input: String
  var output: String
  var board: String
  var dataSource: String
  var orientation: String?
  var pattern: String
  var frontEmphasis: Double?
  var ambisonics: String?
  var rendering: String?
  var wind: String?
  var frames: Int
  var rate: Int
  var channelCount: Int
  var limitedFrames: Int
  var clippedSamples: Int
  var invalidSamples: Int
  var notes: [String] = []
  var warnings: [String]
  private var caseName: String
  /// The names of the microphones that were silent throughout.
  private let silent: [String]
  /// True if left and right differ.
  private let hasSides: Bool
  /// The range of input frames that was rendered; `nil` for all.
  private let range: Range<Int>?

  private enum CodingKeys: String, CodingKey {
    case input, output, board, dataSource, orientation, pattern, frontEmphasis, rendering
    case ambisonics, wind, frames, rate, channelCount, limitedFrames, clippedSamples,
      invalidSamples,
      notes, warnings
  }

  init(
    _ input: String, _ output: String, _ board: Board, _ design: Design,
    _ summary: OfflineRenderer.Summary, range: Range<Int>? = nil
  ) {
    self.range = range
    let which = design.which
    self.input = input
    self.output = output
    self.board = board.id
    dataSource = board.dataSources[which.dataSource].name
    orientation = which.orientation?.rawValue
    pattern = design.pattern.rawValue
    if design.pattern != .ambix { frontEmphasis = design.frontEmphasis }
    rendering = design.rendering?.rawValue
    wind = design.windHandling
    ambisonics = design.ambisonics
    frames = summary.frames
    rate = summary.rate
    channelCount = summary.channels
    limitedFrames = summary.limitedFrames
    clippedSamples = summary.clippedSamples
    invalidSamples = summary.invalidSamples
    caseName = board.name(of: which)
    silent = summary.silentMicrophones
    hasSides = !design.notes.contains(.noLeftAndRight)
    warnings = []
    if summary.frames == 0 { warnings.append("\(input) has no frames, and neither has \(output)") }
    warnings += summary.faults.map { "\(input) is damaged: \($0); the rest was rendered" }
    if design.pattern != design.preferredPattern {
      warnings.append(
        "rendered as \(design.pattern.rawValue) instead of \(design.preferredPattern.rawValue)")
    }
    if channelCount == 2, !hasSides {
      warnings.append(
        "\(self.board) has no left and right in this position: both channels are the same")
    }
    tell(silentOf: board, design)
    if summary.invalidSamples > 0 {
      warnings.append(
        summary.invalidSamples.agreeing(
          "1 sample of \(input) is not a number and was silenced",
          "\(summary.invalidSamples) samples of \(input) are not numbers and were silenced"))
    }
    if summary.winds > 0 { notes.append("wind was reduced") }
    if summary.limitedFrames > 0 {
      warnings.append("the limiter reduced \(summary.limitedFrames.counted("frame"))")
    }
    if summary.clippedSamples > 0 {
      let clipped = summary.clippedSamples
      warnings.append(
        "\(clipped.counted("sample")) exceeded full scale and \(clipped.agreeing("was", "were")) clipped"
      )
    }
  }

  /// Notes how the result differs from the take that the raw file belongs to, and warns if the board is another one.
  mutating func compare(_ design: Design, with take: TakeMetadata) {
    if !take.boardID.isEmpty, take.boardID != board {
      warnings.insert(
        "\(input) was recorded with the board \(take.boardID), but the filters used are for \(board): "
          + "if the microphones differ, left, right and levels are wrong", at: 0)
    }
    let isItsCase =
      take.boardID == board && take.dataSource == dataSource && take.orientation == orientation
      && take.pattern == pattern
    guard isItsCase else { return }
    notes += filterNotes(design, take)
    if let word = take.rendering, word != rendering {
      let (its, own) = (Self.name(of: word), Self.name(of: rendering ?? "linear"))
      notes.append(
        "the take of \(input) was rendered \(its), but this file \(own): with --rendering \(word) "
          + "and no other change, the result is identical to the take")
    }
    if let note = windNote(take) { notes.append(note) }
  }

  /// Notes which microphones were left out as in the take, and warns of those that fell silent during the take.
  mutating func tell(of take: TakeMetadata, without names: [String]) {
    guard take.boardID == board else { return }
    let absent = take.absentMicrophones
    if !names.isEmpty, Set(names) == Set(absent) {
      notes.append("without \(names.joined(separator: ", ")), as in the take")
    } else if !absent.isEmpty {
      notes.append("the take of \(input) was made without \(absent.joined(separator: ", "))")
    }
    if take.firstFrame == 0, take.end?.cause == .continued || take.parts ?? 1 > 1 {
      notes.append(
        "\(input) is the first part of its take: 'pinna takes trim TAKE --from 0' makes one file of all parts"
      )
    }
    if take.firstFrame > 0 {
      notes.append(
        "\(input) is a later part of its take, and is rendered as if the take began with it: "
          + "'pinna takes trim TAKE --from 0' makes one file of all parts")
    }
    for (silenced, frame) in take.silencedMicrophones
    where isRendered(after: frame, of: take) {
      let left = silenced.filter { !names.contains($0) && !silent.contains($0) }
      guard !left.isEmpty else { continue }
      let seconds = Double(max(0, frame - take.firstFrame)) / Double(max(1, rate))
      let options = left.map { "--without \($0)" }.joined(separator: " ")
      warnings.append(
        "\(left.joined(separator: ", ")) had fallen silent by \(seconds.text(digits: 1)) s, and left and right are "
          + "wrong from then on: \(options) "
          + "corrects them"
      )
    }
  }

  /// True if some of the rendered sound comes after a frame of the take.
  private func isRendered(after frame: Int, of take: TakeMetadata) -> Bool {
    frame - take.firstFrame < range?.upperBound ?? .max
  }

  /// Warns if the file of another recorder has more channels than the capture device of the board.
  mutating func compare(_ recording: RawRecording) {
    let expected = recording.board.capture.channels
    guard recording.origin.boardID.isEmpty, recording.channels > expected else { return }
    warnings.insert(
      "\(input) has \(recording.channels.counted("channel")), but the capture device of \(board) has \(expected): "
        + "if it is a file from another board, left, right and levels are wrong", at: 0)
  }

  /// Warns of microphones that were silent throughout the recording.
  private mutating func tell(silentOf board: Board, _ design: Design) {
    if silent.isEmpty { return }
    let (names, isOne) = (silent.joined(separator: ", "), silent.count == 1)
    let isAll = silent.count == design.filters.microphonesInUse.count
    let options = silent.map { "--without \($0)" }.joined(separator: " ")
    warnings.append(
      "\(names) \(isOne ? "is" : "are") silent throughout \(range == nil ? "" : "this part of ")\(input)"
        + (isAll ? ", and so is \(output)" : "")
        + (silent.count < board.microphones.count
          ? ": \(options) leaves \(isOne ? "it" : "them") out" : ""))
  }

  /// Notes where in the recording the board was turned.
  ///
  /// - Parameter followed: the filters that apply from each turn on; `nil` if the rendering does not follow turns.
  mutating func tell(turns take: TakeMetadata, followed: [Design]?) {
    let areFollowed = followed != nil
    let marked = take.markers.filter { $0.turnedTo != nil }
    let turns = marked.filter { isRendered(after: $0.frame, of: take) }
    guard take.boardID == board, !turns.isEmpty else {
      if areFollowed, take.boardID != board || marked.isEmpty {
        notes.append("\(input) has no marker that shows a turn of the board")
      }
      return
    }
    let places = turns.map {
      "\($0.label) at \(TakeText.place(frame: max(0, $0.frame - take.firstFrame), rate: rate))"
    }.joined(separator: ", ")
    if let followed {
      let what = channelCount > 1 ? "left and right follow" : "the direction of the sound follows"
      notes.append("the board was \(places): \(what)")
      let lost = zip(turns, followed).filter { $1.notes.contains(.noLeftAndRight) }.map(\.0.label)
      if channelCount > 1, !lost.isEmpty {
        warnings.append(
          "\(board) has no left and right when it is \(lost.joined(separator: ", ")): both channels are the same in "
            + "that position")
      }
    } else if channelCount > 1 {
      warnings.append(
        "the board was \(places): from then on, left and right still belong to the earlier case; "
          + "--follow-turns changes the case")
    }
  }

  /// Notes on how the filters differ from those of the take.
  private func filterNotes(_ design: Design, _ take: TakeMetadata) -> [String] {
    let areOthers =
      !take.filterHash.isEmpty && take.rate == rate
      && take.filterHash != design.filters.fingerprint
    if take.isRefined == true, areOthers {
      return [
        "the take of \(input) was made with refined filters, which this version of Pinna does not have: "
          + "this file was made with other filters, and differs from the take"
      ]
    }
    if let its = take.frontEmphasis, its != design.frontEmphasis {
      return [
        "the take of \(input) has a front emphasis of \(its.shortText(digits: 1)) dB, but this file has "
          + "\(design.frontEmphasis.shortText(digits: 1)) dB: with --front-emphasis "
          + "\(its.shortText(digits: 1)) and no other change, the result is identical to the take"
      ]
    }
    guard areOthers else { return [] }
    return [
      "this file and the take of \(input) have different filters, because the settings (width, ears), "
        + "--noise-floor, --without, the board file or the version of Pinna differ"
    ]
  }

  /// A note if wind was handled in another way than in the take; `nil` if it was not.
  private func windNote(_ take: TakeMetadata) -> String? {
    guard let its = take.wind, its != wind else { return nil }
    let remedy =
      its == WindHandling.off.rawValue
      ? "with --wind off" : "with --wind auto, the take's wind-strength in the settings"
    return "wind in the take of \(input): \(its), and in this file: \(wind ?? "off"); "
      + "\(remedy) and no other change, the result is identical to the take"
  }

  /// The name for a way of making stereo.
  private static func name(of rendering: String) -> String {
    rendering == StereoRendering.directional.rawValue ? "by direction" : "with the filters alone"
  }

  /// The result as one line for people.
  var sentence: String {
    let seconds = (Double(frames) / Double(rate)).text(digits: 2)
    return "\(output): \(caseName), \(pattern), \(seconds) s, "
      + (ambisonics.map { "\(Ambisonics.channels.joined(separator: ", ")): \($0)" }
        ?? (channelCount == 1
          ? "one channel" : hasSides ? "left and right" : "both channels the same"))
  }
}
