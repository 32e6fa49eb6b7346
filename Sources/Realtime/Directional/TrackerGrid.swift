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
  /// The distance between two windows' directions, in steps, beyond which they are of different sounds.
  let jump: Float

  init(_ grid: DirectionalGrid, jump: Float) {
    bins = grid.window / 2
    bands = grid.bands.count
    directions = grid.directions
    isRing = grid.isRing
    microphones = grid.microphones
    self.jump = jump
  }
}
