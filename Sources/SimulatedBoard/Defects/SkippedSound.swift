/// The reason for not comparing a sound's direction in a take with the direction in the scenario.
package enum SkippedSound: Sendable, Equatable, CustomStringConvertible {
  /// Another sound at the same time is too loud.
  case overlaps(String)
  /// The sound begins before the take, or continues after the take.
  case notInside
  /// The take was paused before the sound was over, so the file lacks some of the sound's frames.
  case paused
  /// The source moves during the sound.
  case moves
  /// The board turns during the sound.
  case turns
  /// The take is mono, so it has no left and right.
  case mono
  /// The take is silent where the sound should be.
  case silent
  /// The file ends before the sound, because the storage failed.
  case missing

  /// The reason in a few words.
  package var description: String {
    switch self {
    case .overlaps(let other): "overlaps with \(other)"
    case .notInside: "not entirely inside the take"
    case .paused: "the take was paused"
    case .moves: "moves"
    case .turns: "the board turns during the sound"
    case .mono: "the take is mono"
    case .silent: "silent in the take"
    case .missing: "the file ends before the sound"
    }
  }
}
