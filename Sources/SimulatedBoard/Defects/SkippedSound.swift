/// The reason why a sound of a take is not compared with its place.
package enum SkippedSound: Sendable, Equatable, CustomStringConvertible {
  /// Another sound is not far enough below it.
  case overlaps(String)
  /// It begins before the take, or goes on after it.
  case notInside
  /// The take was paused before it was over: the file has no frames for all of it.
  case paused
  /// It moves while it sounds.
  case moves
  /// The board is turned while it sounds.
  case turns
  /// A mono take has no left and right.
  case mono
  /// The take is silent where it should be.
  case silent
  /// The file ends before it: the storage failed.
  case missing

  /// The reason in a few words.
  package var description: String {
    switch self {
    case .overlaps(let other): "overlaps with \(other)"
    case .notInside: "not wholly inside the take"
    case .paused: "the take was paused"
    case .moves: "moves"
    case .turns: "the board is turned meanwhile"
    case .mono: "the take is mono"
    case .silent: "silent in the take"
    case .missing: "the file ends before it"
    }
  }
}
