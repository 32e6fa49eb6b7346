import Boards

/// One octant of a box's surface, divided into rectangles that become smaller towards the edges.
///
/// Near an edge, the pressure changes as the power 2/3 of the distance from the edge; smaller elements there resolve
/// this change.
struct BoxMesh {
  /// The rectangles.
  let elements: [SurfaceElement]
  /// The longest edge of any rectangle, in metres.
  let longestEdge: Double

  /// The size of the elements next to an edge of the box, relative to the elements in the middle of a face.
  private static let first = 0.3
  /// The ratio of each element's size to the size of its neighbour towards the edge, until the size in the middle is
  /// reached.
  private static let growth = 2.0

  /// Creates the octant of a box with these half edges, with elements of about `edge` metres.
  init(half: Vector3, edge: Double) {
    let cuts = (0..<3).map { Self.cuts(half[$0], edge: edge) }
    elements = (0..<3).flatMap { axis in Self.face(axis, half: half, cuts: cuts) }
    longestEdge = cuts.reduce(0) { longest, cuts in
      zip(cuts, cuts.dropFirst()).reduce(longest) { max($0, $1.1 - $1.0) }
    }
  }

  /// The elements of the quarter face in the octant, on the positive side of an axis.
  private static func face(_ axis: Int, half: Vector3, cuts: [[Double]]) -> [SurfaceElement] {
    let (second, third) = ((axis + 1) % 3, (axis + 2) % 3)
    return zip(cuts[second], cuts[second].dropFirst()).flatMap { b in
      zip(cuts[third], cuts[third].dropFirst()).map { c in
        var corner = Vector3.zero
        corner[axis] = half[axis]
        corner[second] = b.0
        corner[third] = c.0
        var u = Vector3.zero
        u[second] = b.1 - b.0
        var v = Vector3.zero
        v[third] = c.1 - c.0
        return SurfaceElement(corner: corner, edges: u, v)
      }
    }
  }

  /// The positions of the cuts, from the middle (0) to the edge of the box.
  private static func cuts(_ half: Double, edge: Double) -> [Double] {
    var size = first * edge
    var depths = [0.0]
    while depths[depths.count - 1] < half * (1 - 1e-9) {
      depths.append(depths[depths.count - 1] + size)
      size = min(edge, size * growth)
    }
    // The depths are scaled so that the last cut is in the middle.
    let scale = half / depths[depths.count - 1]
    return depths.reversed().map { half - $0 * scale }
  }
}
