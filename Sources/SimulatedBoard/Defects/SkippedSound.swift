/// The reason for not comparing a sound of a take with its placed direction.
package enum SkippedSound: Sendable, Equatable, CustomStringConvertible {
  /// Another sound is too loud beside it.
  case overlaps(String)
  /// It begins before the take, or continues after it.
  case notInside
  /// The take was paused before the sound was over: the file lacks some of its frames.
  case paused
  /// It moves while sounding.
  case moves
  /// The board turns while the sound lasts.
  case turns
  /// A mono take has no left and right.
  case mono
  /// The take is silent where the sound should be.
  case silent
  /// The file ends before it: the storage failed.
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
