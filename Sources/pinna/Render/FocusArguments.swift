import Beamforming
import Boards
import Drawings
import Essentials
import Recorder

/// The options with which a rendering puts a sector of directions in front of the rest.
enum FocusArguments {
  private static let focus = Option.number(
    "focus", "AZ", Focus.azimuths, unit: "degrees",
    "soften sounds from outside a range around this azimuth; positive is to the right")
  private static let width = Option.number(
    "focus-width", "W", Focus.widths, unit: "degrees",
    "the width of this range, in which levels stay the same; default: 60")
  private static let strength = Option.number(
    "focus-strength", "DB", Focus.strengths, unit: "dB",
    "how much softer sounds outside the range become; default: 9; at most 6 for diffuse sound")
  private static let foreground = Option.flag("foreground", "write only the sound in the focus")
  private static let background = Option.flag(
    "background",
    "write only the sound outside the focus; --foreground and --background add up to the take")

  /// All of these options.
  static let all: [any AnyOption] = [focus, width, strength, foreground, background]

  /// The focus that the command line asks for; `nil` for a rendering without a focus.
  static func wish(
    _ arguments: Arguments, _ pattern: PolarPattern, refusing others: [any AnyOption]
  ) throws(CommandError) -> FocusWish? {
    guard let azimuth = arguments[focus] else {
      for other in all where arguments.has(other) {
        throw arguments.usageError(
          "--\(other.form.name) needs --focus with the azimuth of the sound to keep")
      }
      return nil
    }
    guard pattern == .stereo else {
      throw arguments.usageError(
        "--focus works only in stereo, not in the pattern \(pattern.rawValue)")
    }
    for other in others where arguments.has(other) {
      throw arguments.usageError("--focus and --\(other.form.name) cannot be combined")
    }
    let isFront = arguments.has(foreground)
    if isFront, arguments.has(background) {
      throw arguments.usageError(
        "--foreground and --background make two files: render twice, once with each")
    }
    let part: FocusWish.Part =
      isFront ? .foreground : arguments.has(background) ? .background : .whole
    var sector = Focus(azimuth: azimuth)
    if let width = arguments[width] { sector.width = width }
    if let strength = arguments[strength] { sector.strength = strength }
    return sector.strength == 0 && part == .whole ? nil : FocusWish(sector, part: part)
  }

  /// Makes the focus that is wanted for a design.
  ///
  /// - Throws: ``CommandError`` (78) if the microphones cannot keep a voice in its place.
  static func focused(
    _ wish: FocusWish, _ design: Design, _ filters: RecordingFilters
  ) throws(CommandError) -> FocusedDesign {
    let (board, console) = (filters.store.board, filters.console)
    let made = try translate(
      try filters.store.focused(wish, design, unusable: filters.unusable),
      to: CommandError.filters)
    guard let made else {
      throw CommandError(
        "--focus: \(board.id) cannot tell left from right with this data source and orientation",
        .configuration)
    }
    if let refusal = made.refusal(board) {
      throw CommandError("--focus: \(refusal)", .configuration)
    }
    if board.mismatch.gainError > 1 {
      console.note(
        "note: the focus is weak, because the microphones of \(board.id) can differ by "
          + "\(board.mismatch.gainError.shortText(digits: 1)) dB; 'pinna check --calibrate' measures them"
      )
    }
    if !made.tables.isAround {
      console.note(
        "note: the microphones of \(board.id) cannot tell front from back: sounds from behind, at the mirrored "
          + "azimuth, are also kept")
    }
    return made
  }

  /// The word for the focus in the name of a file.
  static func word(_ wish: FocusWish) -> String {
    (wish.part == .whole ? "focus" : wish.part.rawValue)
      + wish.focus.azimuth.signedText(digits: 0)
  }
}
