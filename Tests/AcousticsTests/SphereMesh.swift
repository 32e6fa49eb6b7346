import Boards
import Glibc

@testable import Acoustics

/// One octant of a sphere as flat triangles.
enum SphereMesh {
  /// Triangles with corners on a sphere that is a little larger, so that the surface is that of the sphere of this
  /// radius.
  static func octant(radius: Double, divisions: Int) -> [SurfaceElement] {
    let corners = grid(divisions: divisions)
    var triangles: [[Vector3]] = []
    for row in 0..<divisions {
      for column in 0...(divisions - 1 - row) {
        let (a, b) = (corners[row][column], corners[row][column + 1])
        let c = corners[row + 1][column]
        triangles.append([a, b, c])
        if column < divisions - 1 - row { triangles.append([b, corners[row + 1][column + 1], c]) }
      }
    }
    let area = triangles.reduce(0) { $0 + cross($1[1] - $1[0], $1[2] - $1[0]).length / 2 }
    let scale = radius * (4 * Double.pi / 8 / area).squareRoot()
    return triangles.map { SurfaceElement(triangle: $0[0] * scale, $0[1] * scale, $0[2] * scale) }
  }

  /// Rows from the equator to the pole on the unit sphere; the last points of all rows lie on the planes of symmetry.
  private static func grid(divisions: Int) -> [[Vector3]] {
    (0...divisions).map { row in
      let elevation = Double.pi / 2 * Double(row) / Double(divisions)
      let count = divisions - row
      return (0...count).map { column in
        let azimuth = count == 0 ? 0 : Double.pi / 2 * Double(column) / Double(count)
        return Vector3(
          cos(elevation) * cos(azimuth), cos(elevation) * sin(azimuth), sin(elevation))
      }
    }
  }
}
