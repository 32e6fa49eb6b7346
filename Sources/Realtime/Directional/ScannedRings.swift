/// A ring of directions, some of which are scanned.
struct ScannedRing {
  /// The index of the first direction, the number of directions, and the angle in degrees from one direction to the
  /// next.
  let first: Int
  let count: Int
  let step: Float
  /// The elevation in degrees above the horizon.
  let elevation: Float
  /// The step from one scanned direction to the next, the number of scanned directions, and the vectors for these
  /// directions.
  let stride: Int
  let scanned: Int
  let firstVector: Int
  let vectors: Int
}

/// The rings of a scan: on the horizon every direction is scanned, in the other rings only one direction every 15
/// degrees.
struct ScannedRings: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  let count: Int
  let isAround: Bool
  /// The number of directions in all rings together.
  let directions: Int
  /// The number of vectors that hold one value for every scanned direction.
  let vectors: Int
  private let rings: UnsafeMutablePointer<ScannedRing>
  /// The lateral position of each scanned direction, from 1 (left) to -1 (right).
  private let laterals: UnsafeMutablePointer<Float>

  /// Degrees between scanned directions away from the horizon; peaks are wider than that.
  private static let coarse: Float = 15

  init(_ grid: DirectionalGrid) {
    count = grid.rings.count
    isAround = grid.isAround
    directions = grid.directions
    rings = memory.allocate(count)
    laterals = memory.make(grid.directions, of: 0)
    var (first, vector) = (0, 0)
    for (n, ring) in grid.rings.enumerated() {
      let stride = n == 0 ? 1 : max(1, Int(Self.coarse / ring.step))
      let scanned = grid.isAround ? max(1, ring.count / stride) : (ring.count - 1) / stride + 1
      let vectors = (scanned + 2 * Lanes.count - 1) / (2 * Lanes.count) * 2
      (rings + n).initialize(
        to: ScannedRing(
          first: first, count: ring.count, step: ring.step, elevation: ring.elevation,
          stride: stride, scanned: scanned, firstVector: vector, vectors: vectors))
      for direction in 0..<ring.count {
        let azimuth = ring.step * Float(direction) + (grid.isAround ? 0 : 270)
        laterals[first + direction] =
          Float(Self.turn(azimuth).sine) * Float(Self.turn(abs(ring.elevation)).cosine)
      }
      (first, vector) = (first + ring.count, vector + vectors)
    }
    vectors = vector
  }

  private static func turn(_ degrees: Float) -> (sine: Double, cosine: Double) {
    Elementary.turn(Int((degrees * 1000).rounded()), 360_000)
  }

  subscript(_ ring: Int) -> ScannedRing {
    @_noAllocation @_noLocks get { rings[ring] }
  }

  /// The lateral position of a scanned direction, from 1 (left) to -1 (right).
  @_noAllocation @_noLocks
  func lateral(_ ring: Int, _ scanned: Int) -> Float {
    laterals[rings[ring].first + (scanned * rings[ring].stride) % rings[ring].count]
  }
}
