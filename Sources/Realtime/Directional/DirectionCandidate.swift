/// A possible direction of a sound.
struct DirectionCandidate {
  /// The position among all directions, a fraction between two of them.
  var place: Float = 0
  /// The nearest direction.
  var nearest = 0
  /// Degrees from the first direction of a ring, and above the horizon.
  var azimuth: Float = 0
  var elevation: Float = 0
  /// True on the horizon, where all directions are scanned.
  var isLevel = true
  /// The number of bands that agree on it: 0 for a tone, 1 for a sound with many bands.
  var breadth: Float = 1
  /// The loudest band in the search.
  var band = 0
  /// How clearly the direction stands out from directions elsewhere between left and right, 0 to 1.
  var clarity: Float = 1

  /// The difference in degrees that makes a direction a different one: the rings of a scan are that far apart.
  static var reach: Float { @_noAllocation @_noLocks get { 10 } }

  @_noAllocation @_noLocks
  init() {}

  /// Keeps its clarity: a tone that began from somewhere still comes from there.
  @_noAllocation @_noLocks
  mutating func settle(from last: DirectionCandidate, kept: Float, isAround: Bool) {
    guard distance(last, isAround: isAround) <= Self.reach else { return }
    clarity = max(clarity, kept * last.clarity)
  }

  /// Degrees to another direction, the larger of both angles.
  @_noAllocation @_noLocks
  func distance(_ other: DirectionCandidate, isAround: Bool) -> Float {
    var turn = abs(azimuth - other.azimuth)
    if isAround { turn = min(turn, 360 - turn) }
    return max(turn, abs(elevation - other.elevation))
  }
}
