import Boards

/// The principal axes of an array, in order of falling extent.
struct ArrayAxes {
  /// The axes as unit vectors, perpendicular to each other.
  let axes: [Vector3]
  /// The root mean square of the places' coordinates along each axis, in metres.
  let extents: [Double]

  /// Finds the axes of a set of places.
  ///
  /// - Source: C. Jacobi's rotations, as in G. Golub and C. Van Loan, "Matrix Computations", section 8.5.
  init(_ places: [Vector3]) {
    let centre = places.reduce(.zero, +) / Double(max(1, places.count))
    var rows = [Vector3.zero, .zero, .zero]
    for place in places {
      for row in 0..<3 { rows[row] += (place - centre) * (place - centre)[row] }
    }
    var axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
    for _ in 0..<Self.sweeps {
      for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        let cross = axisProduct(rows, axes[p], axes[q])
        guard abs(cross) > 1e-18 else { continue }
        let difference = axisProduct(rows, axes[q], axes[q]) - axisProduct(rows, axes[p], axes[p])
        let cotangent = difference / (2 * cross)
        let size = 1 / (abs(cotangent) + (cotangent * cotangent + 1).squareRoot())
        let tangent = cotangent < 0 ? -size : size
        let cosine = 1 / (tangent * tangent + 1).squareRoot()
        let (a, b) = (axes[p], axes[q])
        axes[p] = (a - b * tangent) * cosine
        axes[q] = (b + a * tangent) * cosine
      }
    }
    let squares = axes.map { axisProduct(rows, $0, $0) / Double(max(1, places.count)) }
    let order = [0, 1, 2].sorted { squares[$0] > squares[$1] }
    self.axes = order.map { axes[$0] }
    extents = order.map { max(0, squares[$0]).squareRoot() }
  }

  /// The number of dimensions of the array: 1 for a row, 2 for a plane.
  var rank: Int {
    extents.filter { $0 > Self.thin * extents[0] }.count
  }

  private static let sweeps = 12
  /// An extent below this fraction of the longest extent counts as zero.
  private static let thin = 0.15
}

private func axisProduct(_ rows: [Vector3], _ a: Vector3, _ b: Vector3) -> Double {
  (0..<3).reduce(0) { $0 + a[$1] * dot(rows[$1], b) }
}
