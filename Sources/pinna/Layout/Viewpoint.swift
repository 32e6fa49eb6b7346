import Boards

/// The viewpoint of a layout drawing: the page's axes in the device frame.
///
/// A board whose left and right lie in the plane of its front is seen by a person facing the front, in the pose of the
/// case. Any other board (one lying on a table, or looking out of an edge) is seen from above, with forward up the
/// page, so that left and right are always on the page.
struct Viewpoint: Sendable, Equatable {
  /// The kinds of viewpoint.
  enum Kind: String, Sendable, Codable {
    /// A person facing the front of the device while it is held in the pose of the case.
    case front
    /// A person looking down on the device, with forward up the page.
    case above
  }

  /// The kind of viewpoint.
  let kind: Kind
  /// The direction to the right of the page in the device frame, unit length.
  let pageRight: Vector3
  /// The direction up the page in the device frame, unit length.
  let pageUp: Vector3
  /// The direction out of the page, towards the viewer, in the device frame, unit length.
  let toward: Vector3

  /// The viewpoint that shows left and right of this layout best.
  ///
  /// The page's axes are axes of the device, so that its outline is drawn upright; other directions are drawn as their
  /// projection.
  init(of layout: Layout) {
    let front = DeviceFace.front.direction
    let lieInFront = abs(dot(layout.right, front)) < 0.5 && abs(dot(layout.up, front)) < 0.75
    kind = lieInFront ? .front : .above
    toward = lieInFront ? front : layout.upEdge.direction
    let wanted = lieInFront ? layout.up : layout.forward
    pageUp = DeviceFace(nearest: wanted - toward * dot(wanted, toward)).direction
    pageRight = cross(pageUp, toward)
  }

  /// The viewpoint of the device frame itself: the front, upright, +x to the right and +y up the page.
  static let deviceFrame = Viewpoint()

  private init() {
    kind = .front
    pageRight = DeviceFace.right.direction
    pageUp = DeviceFace.top.direction
    toward = DeviceFace.front.direction
  }

  /// Projects a point or direction of the device frame onto the page: x to the right, y UP the page.
  func project(_ v: Vector3) -> SIMD2<Double> {
    SIMD2(dot(v, pageRight), dot(v, pageUp))
  }

  /// The distance of a point from the middle of the device towards the viewer.
  func depth(_ v: Vector3) -> Double { dot(v, toward) }

  /// A heading, for a person looking at the page.
  enum Heading: Sendable, Equatable {
    /// Along the page: x to the right, y UP, unit length.
    case along(SIMD2<Double>)
    /// Out of the page, towards the viewer (⊙).
    case toward
    /// Into the page, away from the viewer (⊗).
    case away
  }

  /// The heading of a direction of unit length, for a person looking at the page.
  func heading(_ direction: Vector3) -> Heading {
    let depth = depth(direction)
    // Beyond 45 degrees out of the page a direction is drawn as a symbol, not as an arrow.
    guard abs(depth) < 0.7072 else { return depth > 0 ? .toward : .away }
    let flat = project(direction)
    return .along(flat / (flat * flat).sum().squareRoot())
  }

  /// The reader's position in a few words, for a narrow place: "seen from the front".
  var shortExplanation: String { kind == .front ? "seen from the front" : "seen from above" }

  /// The reader's position relative to the device, in words.
  var explanation: String {
    switch kind {
    case .front: "seen facing the front of the device"
    case .above: "seen from above, looking down on the device's \(DeviceFace(nearest: toward).name)"
    }
  }
}
