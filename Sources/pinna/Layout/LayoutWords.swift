import Boards

extension DeviceFace {
  /// The name of the face, such as "front", or "bottom edge" for one of the four edges.
  var name: String {
    switch self {
    case .front, .back: rawValue
    case .left, .right, .top, .bottom: rawValue + " edge"
    }
  }

  /// The axis of the device frame that points out of this face, such as "-y".
  var axis: String {
    switch self {
    case .front: "+z"
    case .back: "-z"
    case .left: "-x"
    case .right: "+x"
    case .top: "+y"
    case .bottom: "-y"
    }
  }

  /// The name of the face or edge, with its axis, such as "bottom edge (-y)".
  var nameWithAxis: String { "\(name) (\(axis))" }
}

/// One case of a board, with the contents of its drawing in words.
struct LayoutWords: Sendable, Equatable {
  /// The forward direction, such as "out of the back, away from you".
  let forward: String
  /// The edge on the left, such as "bottom edge (-y)".
  let left: String
  /// The edge on the right, such as "top edge (+y)".
  let right: String
  /// The edge at the top, such as "left edge (-x)".
  let up: String

  /// Makes the words of a layout for a person who sees its drawing from a viewpoint.
  init(_ layout: Layout, seenFrom view: Viewpoint) {
    let slant = Self.isStraight(layout.forwardFace, layout.forward) ? "" : " at a slant"
    forward =
      Self.out(of: layout.forwardFace) + slant + ", " + Self.bearing(view.heading(layout.forward))
    left = Self.side(layout.leftEdge, layout.left)
    right = Self.side(layout.rightEdge, layout.right)
    up = Self.side(layout.upEdge, layout.up)
  }

  private static func out(of face: DeviceFace) -> String { "out of the \(face.name)" }

  /// The name of a face with its axis; "at a slant" is added unless the direction passes straight through the face.
  private static func side(_ face: DeviceFace, _ direction: Vector3) -> String {
    isStraight(face, direction)
      ? face.nameWithAxis : "towards the \(face.nameWithAxis), at a slant"
  }

  private static func isStraight(_ face: DeviceFace, _ direction: Vector3) -> Bool {
    dot(face.direction, direction) > 0.99
  }

  private static func bearing(_ heading: Viewpoint.Heading) -> String {
    switch heading {
    case .toward: return "toward you"
    case .away: return "away from you"
    case .along(let flat):
      if abs(flat.y) >= abs(flat.x) { return flat.y > 0 ? "up the page" : "down the page" }
      return flat.x > 0 ? "to the right of the page" : "to the left of the page"
    }
  }
}
