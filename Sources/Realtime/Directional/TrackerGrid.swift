/// A place between two directions.
struct BinPlace {
  let lower: Int
  let upper: Int
  let share: Float

  @_noAllocation @_noLocks
  init(_ place: Float, grid: TrackerGrid) {
    let whole = Int(place)
    share = place - Float(whole)
    lower = whole < grid.directions ? whole : 0
    upper = whole + 1 < grid.directions ? whole + 1 : (grid.isRing ? 0 : lower)
  }
}

/// The sizes of a ``ResponseTracker``.
struct TrackerGrid {
  /// Bins below half of the sample rate.
  let bins: Int
  let bands: Int
  let directions: Int
  let isRing: Bool
  let microphones: Int
  /// The distance between two directions, in steps, from which on nothing measured of one is true of the other.
  let reach: Float

  init(_ grid: DirectionalGrid, reach: Float) {
    bins = grid.window / 2
    bands = grid.bands.count
    directions = grid.directions
    isRing = grid.isRing
    microphones = grid.microphones
    self.reach = reach
  }
}
