import Boards
import Glibc

/// Directions on the whole sphere, each with the share of the sphere that it represents.
///
/// The grid has the rings of the MIT KEMAR measurement (10 degrees of elevation apart; 5 degrees of azimuth near the
/// horizon, more towards the poles; Gardner and Martin, 1994), and further rings below those, so the MIT KEMAR
/// measurement needs no interpolation. Mirror images in the median plane are exact. The directions on the horizon come
/// first.
public struct DirectionGrid: Sendable {
  /// Unit vectors towards the source, along the scene axes.
  public let directions: [Vector3]
  /// The share of the sphere that each direction represents; the shares sum to 1.
  public let areas: [Double]
  /// The number of directions on the horizon, which come first, counter-clockwise from forward in equal steps.
  public let horizonCount: Int

  /// The number of directions in each ring, from the horizon up to 80 degrees.
  private static let ringCounts = [72, 72, 72, 60, 56, 45, 36, 24, 12]

  /// The grid of 828 directions that all designs share.
  public static let standard = DirectionGrid()

  private init() {
    var directions: [Vector3] = []
    var areas: [Double] = []
    let halfRing = 5 * Double.pi / 180
    for (ring, count) in Self.ringCounts.enumerated() {
      for sign in ring == 0 ? [1.0] : [1.0, -1.0] {
        let elevation = sign * Double(ring) * 2 * halfRing
        let share = (sin(elevation + halfRing) - sin(elevation - halfRing)) / 2
        for step in 0..<count {
          directions.append(Self.direction(step: step, of: count, elevation: elevation))
          areas.append(share / Double(count))
        }
      }
    }
    for z in [1.0, -1.0] {
      directions.append(Vector3(0, 0, z))
      areas.append((1 - cos(halfRing)) / 2)
    }
    self.directions = directions
    self.areas = areas
    self.horizonCount = Self.ringCounts[0]
  }

  /// A direction on a ring; its mirror image, left to right, is exact.
  private static func direction(step: Int, of count: Int, elevation: Double) -> Vector3 {
    let isRight = 2 * step > count
    let mirrored = isRight ? count - step : step
    let azimuth = 2 * Double.pi * Double(mirrored) / Double(count)
    let y = 2 * step == count ? 0 : sin(azimuth)
    return Vector3(
      cos(elevation) * cos(azimuth), cos(elevation) * (isRight ? -y : y), sin(elevation))
  }

  /// For every direction, the index of the direction that replaces it after half a turn of the scene around forward.
  ///
  /// This is exact, because the grid has each elevation with both signs and exact mirror images in the median plane.
  static let standardTurnedOver: [Int] = {
    let directions = standard.directions
    var indices: [Vector3: Int] = [:]
    for (index, direction) in directions.enumerated() { indices[direction] = index }
    return directions.compactMap { indices[Vector3($0.x, -$0.y, -$0.z)] }
  }()

  /// The indices of the directions at an elevation in degrees, counter-clockwise from forward in equal steps.
  ///
  /// - Precondition: `elevation` is a multiple of 10, from -80 to 80.
  public func ring(elevation: Int) -> Range<Int> {
    let ring = abs(elevation) / 10
    precondition(elevation == 10 * ring * elevation.signum() && ring < Self.ringCounts.count)
    // After the horizon come pairs of rings with the same number of directions: one above, and one below.
    var first = Self.ringCounts[..<ring].reduce(0) { $0 + 2 * $1 }
    if ring > 0 { first -= Self.ringCounts[0] }
    if elevation < 0 { first += Self.ringCounts[ring] }
    return first..<(first + Self.ringCounts[ring])
  }

  /// The directions on the horizon.
  public var horizon: [Vector3] { Array(directions.prefix(horizonCount)) }

  /// The number of groups of four that this many directions need.
  public static func chunks(_ count: Int) -> Int { (count + 3) / 4 }

  /// Puts numbers into groups of four, padded with zeros.
  public static func lanes(_ values: [Double]) -> [SIMD4<Double>] {
    var lanes = [SIMD4<Double>](repeating: .zero, count: chunks(values.count))
    for (index, value) in values.enumerated() { lanes[index / 4][index % 4] = value }
    return lanes
  }
}
