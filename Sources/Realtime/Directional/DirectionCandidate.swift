/// A direction that a sound may come from.
struct DirectionCandidate {
  /// The place among all directions, a fraction between two of them.
  var place: Float = 0
  /// The direction that is nearest to it.
  var nearest = 0
  /// Degrees from the first direction of a ring, and above the horizon.
  var azimuth: Float = 0
  var elevation: Float = 0
  /// True on the horizon, where all directions are scanned.
  var isLevel = true
  /// How many bands agree on it: 0 for a tone, 1 for what has many.
  var breadth: Float = 1
  /// The loudest band in which it was looked for.
  var band = 0
  /// How clearly it stands out from directions elsewhere between left and right, 0 to 1.
  var clarity: Float = 1

  /// Degrees beyond which a direction is another one: the rings of a scan are that far apart.
  static var reach: Float { @_noAllocation @_noLocks get { 10 } }

  @_noAllocation @_noLocks
  init() {}

  /// Stays as clear as it was: a tone that began from somewhere comes from there.
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
