import Boards

/// The eight images of one octant, mirrored in the planes x = 0, y = 0 and z = 0, and functions of known parity.
///
/// If a surface has these three symmetries, every function on it is a sum of eight independent functions, each either
/// even or odd in x, in y and in z. This gives eight systems of equations with an eighth of the unknowns each, which
/// take 64 times less work. Image `g` is mirrored in x, y and z if bits 0, 1 and 2 of `g` are set; parity `c` is odd in
/// x, y and z if bits 0, 1 and 2 of `c` are set.
///
/// - Source: the characters of the group of three reflections; the sums with their signs are a Walsh-Hadamard
///   transform.
enum MirrorImages {
  /// The number of images.
  static let count = 8

  /// One number per image.
  typealias Lanes = SIMD8<Double>

  /// The sign of each coordinate in every image.
  static let signs = (
    x: Lanes(1, -1, 1, -1, 1, -1, 1, -1),
    y: Lanes(1, 1, -1, -1, 1, 1, -1, -1),
    z: Lanes(1, 1, 1, 1, -1, -1, -1, -1)
  )

  /// The position of a point of the octant in one image.
  static func image(_ g: Int, of place: Vector3) -> Vector3 {
    place * Vector3(signs.x[g], signs.y[g], signs.z[g])
  }

  /// The sums over the images with the signs of each parity; applying this function twice multiplies by eight.
  @inline(__always)
  static func parities(_ v: Lanes) -> Lanes {
    let x = pairs(v.evenHalf, v.oddHalf)
    let y = pairs(x.evenHalf, x.oddHalf)
    return pairs(y.evenHalf, y.oddHalf)
  }

  /// Puts sums into the first half and differences into the second half; three of these steps make the full transform.
  @inline(__always)
  private static func pairs(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Lanes {
    Lanes(lowHalf: a + b, highHalf: a - b)
  }
}
