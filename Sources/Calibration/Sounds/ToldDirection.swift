import Boards

/// The direction of a sound as people state it when they sit in front of a board.
///
/// The board lies flat before them, with its front up and its bottom edge, which has the connector, towards them. Then
/// ahead is towards the top edge, right is towards the right edge, and above is out of the front. The microphones of
/// most boards lie in the plane of the board, and sounds in that plane are the most informative.
package struct ToldDirection: Sendable, Equatable {
  /// The direction in words, such as "behind-left", or as an azimuth and an elevation, such as "-120/10".
  package let name: String
  /// The direction towards the sound, as a unit vector in the device frame.
  package let direction: Vector3

  /// The directions of the board's eight sides, clockwise from ahead.
  package static let sides = [
    ("front", 0.0), ("front-right", 45), ("right", 90), ("behind-right", 135), ("behind", 180),
    ("behind-left", -135), ("left", -90), ("front-left", -45),
  ].map { ToldDirection($0, Direction(azimuth: $1)) }

  /// The direction straight above the board.
  static let above = [ToldDirection("above", Direction(azimuth: 0, elevation: 90))]

  /// All directions for which there is a word.
  package static let words =
    sides + above + [ToldDirection("below", Direction(azimuth: 0, elevation: -90))]

  /// The way in which the board must lie, as a sentence for users.
  package static let pose =
    "the board lies flat in front of you, "
    + "with its front up and its connector (the bottom edge) towards you"

  private init(_ name: String, _ seen: Direction) {
    self.name = name
    // While the board lies like this, forward is +y, left is -x and up is +z.
    let scene = seen.sceneVector
    direction = Vector3(-scene.y, scene.x, scene.z)
  }

  /// Creates a direction from a word, or from degrees: an azimuth, positive to the right, a slash and an elevation.
  ///
  /// The result is `nil` for any other text, and for azimuths beyond 180 degrees or elevations beyond 90.
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

  /// The direction with a word that is nearest to a given direction.
  package static func nearest(to direction: Vector3) -> ToldDirection {
    words.dropFirst().reduce(words[0]) {
      dot($1.direction, direction) > dot($0.direction, direction) ? $1 : $0
    }
  }
}
