import Boards

/// The direction of a sound, as stated by people sitting in front of a board.
///
/// The board lies flat before them, its front up and its connector, the bottom edge, towards them: ahead is the top
/// edge, the right is the right edge, and above is out of the front. The microphones of most boards are in that plane,
/// and sounds in their plane are the most informative.
package struct ToldDirection: Sendable, Equatable {
  /// The direction in words: "behind-left", or "-120/10" for an azimuth and an elevation.
  package let name: String
  /// The direction towards it: device frame, unit length.
  package let direction: Vector3

  /// The eight sides of the board, clockwise from ahead.
  package static let sides = [
    ("front", 0.0), ("front-right", 45), ("right", 90), ("behind-right", 135), ("behind", 180),
    ("behind-left", -135), ("left", -90), ("front-left", -45),
  ].map { ToldDirection($0, Direction(azimuth: $1)) }

  /// Straight above the board.
  static let above = [ToldDirection("above", Direction(azimuth: 0, elevation: 90))]

  /// The directions with a word.
  package static let words =
    sides + above + [ToldDirection("below", Direction(azimuth: 0, elevation: -90))]

  /// The pose of the board, as a sentence for users.
  package static let pose =
    "the board lies flat before you, its front up and its connector (the bottom edge) towards you"

  private init(_ name: String, _ seen: Direction) {
    self.name = name
    // Forward is +y, left is -x and up is +z while the board lies like this.
    let scene = seen.sceneVector
    direction = Vector3(-scene.y, scene.x, scene.z)
  }

  /// A direction from a word, or from degrees: an azimuth, positive to the right, and an elevation after a slash.
  ///
  /// It is `nil` for any other text, and for angles beyond 180 and 90 degrees.
  package init?(_ text: String) {
    if let known = Self.words.first(where: { $0.name == text }) {
      self = known
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let angles = parts.compactMap(Double.init)
    guard angles.count == parts.count, (1...2).contains(angles.count), abs(angles[0]) <= 180,
      abs(angles.count == 2 ? angles[1] : 0) <= 90
    else { return nil }
    self.init(
      text, Direction(azimuth: angles[0], elevation: angles.count == 2 ? angles[1] : 0))
  }

  /// The word that fits a direction best.
  package static func nearest(to direction: Vector3) -> ToldDirection {
    words.dropFirst().reduce(words[0]) {
      dot($1.direction, direction) > dot($0.direction, direction) ? $1 : $0
    }
  }
}
