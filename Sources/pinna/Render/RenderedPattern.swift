import Boards
import Recorder
import TakeFiles

/// A pattern that `pinna render` can make of raw channels: a polar pattern of takes, or ambisonics.
struct RenderedPattern: RawRepresentable, Sendable, Equatable {
  let rawValue: String

  /// Ambisonics, which no take has.
  static let ambix = RenderedPattern(TakeMetadata.ambisonicPattern)

  /// `--pattern` with one word more than takes have.
  static let option = Option.choice(
    "pattern", PolarPattern.allCases.map { RenderedPattern($0.rawValue) } + [ambix],
    "the polar pattern, or ambix")

  /// The pattern of takes; `nil` for ambisonics.
  var polar: PolarPattern? { PolarPattern(rawValue: rawValue) }

  init?(rawValue: String) { self.rawValue = rawValue }

  private init(_ word: String) { rawValue = word }

  /// The pattern that `--pattern` names, or else that of the settings, or of the data source.
  ///
  /// - Throws: ``CommandError`` (64) when the data source does not support it.
  init(
    _ arguments: Arguments, _ board: Board, _ which: Board.Case, settings: Settings
  ) throws(CommandError) {
    if arguments[Self.option] == .ambix {
      self = .ambix
    } else {
      self.init(
        try CaseArgument.pattern(
          arguments[Self.option]?.polar, board, which, settings: settings, arguments
        ).rawValue)
    }
  }
}
