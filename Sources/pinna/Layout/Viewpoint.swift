import Boards

/// From where a layout drawing looks at the device: the page's axes in the device frame.
///
/// A board whose left and right lie in the plane of its front is seen by somebody who faces the front, in the pose of the
/// case. Any other board (one that lies on a table, or looks out of an edge) is seen from above, with forward up the
/// page: so left and right are always on the page.
struct Viewpoint: Sendable, Equatable {
  /// Who looks.
  enum Kind: String, Sendable, Codable {
    /// Somebody who faces the front of the device while it is held in the pose of the case.
    case front
    /// Somebody who looks down on the device, forward being up the page.
    case above
  }

  /// Who looks.
  let kind: Kind
  /// The direction that points to the right of the page, device frame, unit length.
  let pageRight: Vector3
  /// The direction that points up the page, device frame, unit length.
  let pageUp: Vector3
  /// The direction out of the page, towards the viewer, device frame, unit length.
  let toward: Vector3

  /// The viewpoint that shows left and right of this layout best.
  ///
  /// The page's axes are axes of the device, so that its outline is drawn upright; directions that are not are drawn
  /// as they project.
  init(of layout: Layout) {
    let front = DeviceFace.front.direction
    let lieInFront = abs(dot(layout.right, front)) < 0.5 && abs(dot(layout.up, front)) < 0.75
    kind = lieInFront ? .front : .above
    toward = lieInFront ? front : layout.upEdge.direction
    let wanted = lieInFront ? layout.up : layout.forward
    pageUp = DeviceFace(nearest: wanted - toward * dot(wanted, toward)).direction
    pageRight = cross(pageUp, toward)
  }

  /// The device frame itself: the front, upright, +x to the right and +y up the page.
  static let deviceFrame = Viewpoint()

  private init() {
    kind = .front
    pageRight = DeviceFace.right.direction
    pageUp = DeviceFace.top.direction
    toward = DeviceFace.front.direction
  }

  /// Where a point or direction of the device frame falls on the page: x to the right, y UP the page.
  func project(_ v: Vector3) -> SIMD2<Double> {
    SIMD2(dot(v, pageRight), dot(v, pageUp))
  }

  /// How far a point is from the middle of the device towards the viewer.
  func depth(_ v: Vector3) -> Double { dot(v, toward) }

  /// Where a direction points, for somebody who looks at the page.
  enum Heading: Sendable, Equatable {
    /// Along the page: x to the right, y UP, unit length.
    case along(SIMD2<Double>)
    /// Out of the page, towards the viewer (⊙).
    case toward
    /// Into the page, away from the viewer (⊗).
    case away
  }

  /// Where a direction of unit length points, for somebody who looks at the page.
  func heading(_ direction: Vector3) -> Heading {
    let depth = depth(direction)
    // 45 degrees: what sticks out more than it lies on the page is a symbol, not an arrow.
    guard abs(depth) < 0.7072 else { return depth > 0 ? .toward : .away }
    let flat = project(direction)
    return .along(flat / (flat * flat).sum().squareRoot())
  }

  /// What the reader of the drawing must know about the viewer, in words.
  var explanation: String {
    switch kind {
    case .front: "seen by somebody who faces the front of the device"
    case .above: "seen from above, looking down on the device's \(DeviceFace(nearest: toward).name)"
    }
  }
}
