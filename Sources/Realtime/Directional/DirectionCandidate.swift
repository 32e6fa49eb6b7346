/// A possible direction of a sound.
struct DirectionCandidate {
  /// The position in the list of all directions, with a fraction if it lies between two of them.
  var place: Float = 0
  /// The index of the nearest direction.
  var nearest = 0
  /// The angle in degrees from the first direction of the ring, and the angle above the horizon.
  var azimuth: Float = 0
  var elevation: Float = 0
  /// True on the horizon, where all directions are scanned.
  var isLevel = true
  /// The breadth of the agreement on this direction, from 0 (few bands agree, as for a tone) to 1 (many bands).
  var breadth: Float = 1
  /// True if so few bands agree that the direction belongs to a tone.
  var isNarrow: Bool { @_noAllocation @_noLocks get { breadth < 0.5 } }
  /// True if so few bands agree that they hear one tone, while a narrow direction may belong to several.
  var isTone = false
  /// The loudest of the bands that were searched.
  var band = 0
  /// The clarity of this direction compared with directions further left or right, 0 to 1.
  var clarity: Float = 1

  /// Two directions that differ by more than this many degrees belong to different sounds; the rings of a scan are this
  /// far apart.
  static var reach: Float { @_noAllocation @_noLocks get { 10 } }

  @_noAllocation @_noLocks
  init() {}

  /// Sets the direction to a position in a ring, which may lie beyond the ring's last direction or before its first.
  @_noAllocation @_noLocks
  mutating func move(to position: Float, in ring: ScannedRing, isAround: Bool) {
    let count = Float(ring.count)
    var position = position
    if isAround {
      if position >= count { position -= count } else if position < 0 { position += count }
    }
    // Adding the length of the ring to a tiny negative number may give that length.
    position = max(0, min(position, isAround ? count.nextDown : count - 1))
    isLevel = ring.first == 0
    azimuth = position * ring.step
    elevation = ring.elevation
    let sum = Float(ring.first) + position
    place = sum < Float(ring.first) + count ? sum : Float(ring.first)
    let whole = Int(position + 0.5)
    nearest = ring.first + (whole < ring.count ? whole : 0)
  }

  /// Keeps the clarity that any of the last directions near this one had: if the direction of a tone was clear at its
  /// start, the tone still comes from there.
  ///
  /// While a tone goes on, its clarity stays exactly the same, because a change would be heard. The two directions that
  /// a scan follows may coincide, and take turns; with a clarity each, the correction would flutter.
  @_noAllocation @_noLocks
  mutating func settle(
    from last: DirectionCandidate, or other: DirectionCandidate, goesOn: Bool, kept: Float,
    isAround: Bool
  ) {
    let isNear = distance(last, isAround: isAround) <= Self.reach
    let isSteady = goesOn && isNear && isTone && last.isTone
    if isSteady { clarity = last.clarity }
    let kept = isSteady ? 1 : kept
    if isNear { clarity = max(clarity, kept * last.clarity) }
    if distance(other, isAround: isAround) <= Self.reach {
      clarity = max(clarity, kept * other.clarity)
    }
  }

  /// The distance from another direction in degrees: the larger of the differences in azimuth and in elevation.
  @_noAllocation @_noLocks
  func distance(_ other: DirectionCandidate, isAround: Bool) -> Float {
    var turn = abs(azimuth - other.azimuth)
    if isAround { turn = min(turn, 360 - turn) }
    return max(turn, abs(elevation - other.elevation))
  }
}
