import Boards

/// The viewpoint of a layout's drawing, as the axes of the page in the device frame.
///
/// If left and right lie in the plane of a board's front, the board is seen as a person sees it who faces its front
/// while it is held as in the case. Any other board, such as one that lies on a table or looks out of an edge, is seen
/// from above, with forward up the page. Left and right are therefore always on the page.
struct Viewpoint: Sendable, Equatable {
  /// The kinds of viewpoint.
  enum Kind: String, Sendable, Codable {
    /// A person faces the front of the device, which is held as in the case.
    case front
    /// A person looks down on the device, with forward up the page.
    case above
  }

  /// The kind of viewpoint.
  let kind: Kind
  /// The direction that points to the right on the page, in the device frame, with unit length.
  let pageRight: Vector3
  /// The direction that points up the page, in the device frame, with unit length.
  let pageUp: Vector3
  /// The direction that points out of the page at the viewer, in the device frame, with unit length.
  let toward: Vector3

  /// Makes the viewpoint that shows left and right of this layout best.
  ///
  /// The axes of the page are axes of the device, so that the outline of the device is drawn upright; other directions
  /// are drawn as projections.
  init(of layout: Layout) {
    let front = DeviceFace.front.direction
    let lieInFront = abs(dot(layout.right, front)) < 0.5 && abs(dot(layout.up, front)) < 0.75
    kind = lieInFront ? .front : .above
    toward = lieInFront ? front : layout.upEdge.direction
    let wanted = lieInFront ? layout.up : layout.forward
    pageUp = DeviceFace(nearest: wanted - toward * dot(wanted, toward)).direction
    pageRight = cross(pageUp, toward)
  }

  /// The viewpoint of the device frame itself: the front, upright, with +x to the right and +y up the page.
  static let deviceFrame = Viewpoint()

  private init() {
    kind = .front
    pageRight = DeviceFace.right.direction
    pageUp = DeviceFace.top.direction
    toward = DeviceFace.front.direction
  }

  /// Projects a point or a direction from the device frame onto the page, with x to the right and y UP.
  func project(_ v: Vector3) -> SIMD2<Double> { SIMD2(dot(v, pageRight), dot(v, pageUp)) }

  /// The distance by which a point is nearer to the viewer than the middle of the device.
  func depth(_ v: Vector3) -> Double { dot(v, toward) }

  /// The direction in which something points, for a person who looks at the page.
  enum Heading: Sendable, Equatable {
    /// Along the page, with x to the right, y UP and unit length.
    case along(SIMD2<Double>)
    /// Out of the page, towards the viewer (⊙).
    case toward
    /// Into the page, away from the viewer (⊗).
    case away
  }

  /// The heading of a direction, which has unit length, for a person who looks at the page.
  func heading(_ direction: Vector3) -> Heading {
    let depth = depth(direction)
    // A direction that is more than 45 degrees out of the page is drawn as a sign, not as an arrow.
    guard abs(depth) < 0.7072 else { return depth > 0 ? .toward : .away }
    let flat = project(direction)
    return .along(flat / (flat * flat).sum().squareRoot())
  }

  /// The viewpoint in a few words, for a narrow place, such as "seen from the front".
  var shortExplanation: String { kind == .front ? "seen from the front" : "seen from above" }

  /// The viewpoint in words that say where the viewer is relative to the device.
  var explanation: String {
    switch kind {
    case .front: "seen facing the front of the device"
    case .above: "seen from above, looking down on the device's \(DeviceFace(nearest: toward).name)"
    }
  }
}
