/// A position between two directions.
struct BinPlace {
  let lower: Int
  let upper: Int
  let share: Float

  @_noAllocation @_noLocks
  init(_ place: Float, grid: TrackerGrid) {
    let whole = Int(place)
    share = place - Float(whole)
    lower = whole < grid.directions ? whole : 0
    upper = grid.places[lower].next
  }
}

/// One of the directions in the tables.
struct TrackedDirection {
  /// The index of the next direction in the same ring, counter-clockwise.
  let next: Int
  /// The angle in degrees from the first direction of the ring, and from this direction to the next.
  let azimuth: Float
  let step: Float
  /// The elevation in degrees above the horizon.
  let elevation: Float
}

/// The dimensions of a ``ResponseTracker``.
struct TrackerGrid {
  /// The number of corrected bins: the bins below half of the sample rate and below ``highest``.
  let bins: Int
  let bands: Int
  let directions: Int
  let isAround: Bool
  let microphones: Int
  /// All the directions in the tables.
  let places: UnsafeMutablePointer<TrackedDirection>

  /// The frequency in hertz above which few people hear anything.
  private static let highest = 18000.0

  init(_ grid: DirectionalGrid, in memory: inout Memory) {
    bins = min(grid.window / 2, Int(Self.highest * Double(grid.window) / grid.rate))
    bands = grid.bands.count
    directions = grid.directions
    isAround = grid.isAround
    microphones = grid.microphones
    places = memory.allocate(grid.directions)
    var first = 0
    for ring in grid.rings {
      for n in 0..<ring.count {
        let next = n + 1 < ring.count ? n + 1 : grid.isAround ? 0 : n
        (places + first + n).initialize(
          to: TrackedDirection(
            next: first + next, azimuth: Float(n) * ring.step, step: ring.step,
            elevation: ring.elevation))
      }
      first += ring.count
    }
  }

  /// The larger of the differences in azimuth and in elevation between two positions, in degrees.
  @_noAllocation @_noLocks
  func distance(_ one: Float, _ other: Float) -> Float {
    let (a, b) = (BinPlace(one, grid: self), BinPlace(other, grid: self))
    let (from, to) = (places[a.lower], places[b.lower])
    var turn = abs(from.azimuth + a.share * from.step - to.azimuth - b.share * to.step)
    if isAround { turn = min(turn, abs(360 - turn)) }
    return max(turn, abs(from.elevation - to.elevation))
  }
}
