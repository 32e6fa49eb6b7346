import Boards
import Glibc

/// A flat piece of a surface with constant pressure, equal to the pressure at its centre.
struct SurfaceElement: Sendable {
  /// The corners in metres, counter-clockwise as seen from outside.
  let corners: [Vector3]
  /// The point whose pressure represents the whole element.
  let centre: Vector3
  /// The unit vector that points out of the body.
  let normal: Vector3
  /// The area in square metres.
  let area: Double
  /// The largest distance between two corners in metres.
  let extent: Double
  /// The positions of the Gauss points, and the area that each point represents.
  let samples: (x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>, areas: SIMD4<Double>)

  /// Creates a parallelogram from one corner and two edges, whose vector product must point out of the body.
  init(corner: Vector3, edges a: Vector3, _ b: Vector3) {
    let spread = 1 / (2 * 3.0.squareRoot())
    let middle = corner + (a + b) / 2
    let signs: [(u: Double, v: Double)] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    let places = signs.map { sign -> Vector3 in
      let offset: Vector3 = a * sign.u + b * sign.v
      return middle + offset * spread
    }
    self.init(
      corners: [corner, corner + a, corner + a + b, corner + b], centre: middle,
      product: cross(a, b), samples: places, share: 0.25)
  }

  /// Creates a triangle from its corners, counter-clockwise as seen from outside.
  init(triangle a: Vector3, _ b: Vector3, _ c: Vector3) {
    let turns: [(Vector3, Vector3, Vector3)] = [(a, b, c), (b, c, a), (c, a, b)]
    let places = turns.map { turn -> Vector3 in
      let sum: Vector3 = turn.0 * 4 + turn.1 + turn.2
      return sum / 6
    }
    self.init(
      corners: [a, b, c], centre: (a + b + c) / 3, product: cross(b - a, c - a) / 2,
      samples: places, share: 1.0 / 3)
  }

  private init(
    corners: [Vector3], centre: Vector3, product: Vector3, samples places: [Vector3], share: Double
  ) {
    self.corners = corners
    self.centre = centre
    let area = product.length
    self.area = area
    normal = product.normalized
    var extent = 0.0
    for a in corners { for b in corners { extent = max(extent, (b - a).length) } }
    self.extent = extent
    // A missing fourth point, which has no area, coincides with another point so that its distance is never 0.
    let four = (0..<4).map { n -> Vector3 in places[min(n, places.count - 1)] }
    let areas = (0..<4).map { n -> Double in n < places.count ? area * share : 0 }
    samples = (
      SIMD4(four.map(\.x)), SIMD4(four.map(\.y)), SIMD4(four.map(\.z)), SIMD4(areas)
    )
  }

  /// The exact integrals over the element as seen from a point.
  ///
  /// - Returns: the solid angle (steradians, positive; 0 in the plane of the element), and the integral of 1/R
  ///   (metres).
  /// - Source: Wilton et al., "Potential integrals for uniform and linear source distributions on polygonal and
  ///   polyhedral domains", IEEE Trans. Antennas Propag. 32 (1984), equation (5), and its normal derivative.
  func integrals(from place: Vector3) -> (solidAngle: Double, potential: Double) {
    let height = abs(dot(corners[0] - place, normal))
    var angle = 0.0
    var logarithms = 0.0
    var start = corners[corners.count - 1] - place
    for corner in corners {
      let end = corner - place
      let along = (end - start).normalized
      let distance = dot(end, cross(along, normal))
      let (s0, s1) = (dot(start, along), dot(end, along))
      let (r0, r1) = (start.length, end.length)
      start = end
      let line = distance * distance + height * height
      // On the line of an edge, both terms are 0, because the factor of the logarithm goes to 0 faster than the
      // logarithm grows.
      if abs(distance) < Self.onLine * (r0 + r1) { continue }
      // The two quotients are equal; use the quotient that loses no precision.
      let quotient = s0 + s1 > 0 ? (r1 + s1) / (r0 + s0) : (r0 - s0) / (r1 - s1)
      logarithms += distance * log(quotient)
      angle += atan2(distance * s1, line + height * r1) - atan2(distance * s0, line + height * r0)
    }
    return (height > 0 ? abs(angle) : 0, logarithms - height * angle)
  }

  /// The relative distance from a line below which a point is treated as on the line.
  private static let onLine = 1e-12
}
