/// The direction of the sound in every band, window after window.
///
/// A plane wave puts all of its power into one direction of the whitened signals; diffuse sound puts a known share into
/// each direction. The scan follows two directions at a time: the one on which most bands agree, and the one that best
/// fits the bands that the first one does not fit. Powers are smoothed over time, but nothing computed from the powers
/// is: otherwise a moving sound would be sought where it was before.
///
/// Private functions are `mutating` even if they only write through pointers or write nothing: for each call of a
/// function that is not `mutating`, the compiler would copy the whole value.
struct DirectionScan: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The position of each band's sound in the list of directions, with a fraction if it lies between two of them.
  let places: UnsafeMutablePointer<Float>
  /// The belief that each band's sound comes from its position in ``places``, 0 to 1; a zero follows the last band.
  let beliefs: UnsafeMutablePointer<Float>

  private let grid: ScanGrid
  private let directions: TrackerGrid
  private let bandCount: Int
  private let factors: ScanFactors
  private var powers: DirectionPowers
  private let leaks: BandLeaks
  private let search: DirectionSearch
  private var first = DirectionCandidate()
  private var other = DirectionCandidate()
  /// The power of every band from the two directions, `[direction][band]`, as recursive means.
  private let followed: UnsafeMutablePointer<Float>
  /// The weights of bands in the search for the second direction.
  private let weights: UnsafeMutablePointer<Float>
  /// True if a band had the second direction in the last window.
  private let wasOther: UnsafeMutablePointer<Bool>

  /// Beliefs below this count as zero.
  private static var leastBelief: Float { @_noAllocation @_noLocks get { 1e-3 } }
  /// The amount by which the share of a band's sound from the second direction must exceed the share from the first:
  /// noise beside a sound occasionally makes another direction fit slightly better.
  private static var margin: Float { @_noAllocation @_noLocks get { 0.01 } }
  /// The margin for a tone that continues and has the first direction: a tone often fits both, and noise would make it
  /// jump between them.
  private static var toneMargin: Float { @_noAllocation @_noLocks get { 0.1 } }
  /// The distance in degrees from its place beyond which a continuing tone must fit a new direction clearly better.
  private static var jump: Float { @_noAllocation @_noLocks get { 5 } }
  /// The number of the highest scanned bands that the bands above them follow.
  private static var guides: Int { @_noAllocation @_noLocks get { 4 } }

  init(_ tables: DirectionalTables) {
    grid = ScanGrid(tables.grid)
    directions = TrackerGrid(tables.grid, in: &memory)
    factors = ScanFactors(tables)
    bandCount = tables.grid.bands.count
    powers = DirectionPowers(tables, grid: grid, factors: factors)
    leaks = BandLeaks(bands: grid.scanned)
    search = DirectionSearch(grid, vectors: powers.vectors)
    places = memory.make(bandCount, of: 0)
    beliefs = memory.make(bandCount + 1, of: 0)
    followed = memory.make(2 * grid.scanned, of: 0)
    weights = memory.make(grid.scanned, of: 1)
    wasOther = memory.make(grid.scanned, of: false)
  }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  mutating func reset() {
    powers.reset()
    for n in 0..<bandCount { (places[n], beliefs[n]) = (0, 0) }
    for n in 0..<(2 * grid.scanned) { followed[n] = 0 }
    for n in 0..<grid.scanned { wasOther[n] = false }
    (first, other) = (DirectionCandidate(), DirectionCandidate())
  }

  /// The power of every scanned bin in this window, summed over all microphones; and the number of these bins.
  var loudness: (row: UnsafePointer<Float>, bins: Int) {
    @_noAllocation @_noLocks get { (UnsafePointer(powers.loudness), powers.bins) }
  }

  /// True if a band hears a sound that has continued for a while, and on whose direction few other bands agree: in
  /// broad noise, a bin sometimes looks like a tone.
  @_noAllocation @_noLocks
  func mayBeTone(_ band: Int) -> Bool {
    guard band < grid.scanned, powers.presence.goesOn(band) else { return false }
    return (wasOther[band] ? other : first).breadth < 1
  }

  /// Processes the next window; false if no band's direction is believed.
  @_noAllocation @_noLocks
  mutating func next(_ microphones: SpectrumRows) -> Bool {
    powers.next(microphones)
    powers.listen(leaks)
    for band in 0..<grid.scanned {
      weights[band] = leaks.heard[band] * powers.presence.present[band]
    }
    var found = search.candidate(powers, weights, near: first)
    if isNearer(found) { exchange() }
    settle(&found, from: first, or: other)
    follow(0, found, from: first, microphones)
    first = found
    for band in 0..<grid.scanned {
      if share(band, of: 0, first) >= factors.believed { weights[band] = 0 }
    }
    var second = search.candidate(powers, weights, near: other)
    settle(&second, from: other, or: first)
    follow(1, second, from: other, microphones)
    other = second
    var votes = 0
    var least: Float = 1
    // Go from the highest band down, because a low band is believed at most as much as the bands above it on average.
    var above: Float = 0
    var band = grid.scanned
    while band > 0 {
      band -= 1
      let (one, two) = (share(band, of: 0, first), share(band, of: 1, other))
      let isOther = two > one + margin(band)
      wasOther[band] = isOther
      let clarity = isOther ? other.clarity : first.clarity
      var belief = factors.belief(isOther ? two : one) * leaks.heard[band] * clarity
      if band >= grid.lowBands {
        above += belief
      } else {
        belief = min(belief, grid.trust * above / Float(grid.scanned - grid.lowBands))
      }
      let place = isOther ? kept(band, other, share: two) : kept(band, first, share: one)
      self.place(band, at: place, belief: belief)
      if band + Self.guides >= grid.scanned {
        least = min(least, belief)
        votes += isOther ? 1 : -1
      }
    }
    joinLobes()
    for band in grid.scanned..<bandCount {
      place(band, at: votes > 0 ? other.place : first.place, belief: least)
    }
    for band in 0..<bandCount where beliefs[band] > 0 { return true }
    return false
  }

  /// Gives a direction that was found the clarity of the last directions near it.
  @_noAllocation @_noLocks
  private mutating func settle(
    _ found: inout DirectionCandidate, from last: DirectionCandidate, or other: DirectionCandidate
  ) {
    found.settle(
      from: last, or: other, goesOn: powers.presence.goesOn(found.band), kept: factors.clarity,
      isAround: grid.isAround)
  }

  /// The place of a band's sound, which has a share from one of the two directions: a continuing tone stays where it
  /// was if that place fits almost as well.
  ///
  /// A steady tone fits several directions. Where it is found may change with the noise, but what the microphones hear
  /// does not.
  @_noAllocation @_noLocks
  private mutating func kept(
    _ band: Int, _ candidate: DirectionCandidate, share: Float
  ) -> Float {
    guard powers.presence.goesOn(band), beliefs[band] > 0, candidate.isNarrow,
      directions.distance(places[band], candidate.place) > Self.jump,
      powers.share(of: band, atPlace: places[band]) > share - Self.toneMargin
    else { return candidate.place }
    return places[band]
  }

  /// Gives neighbouring bands that hear the same tone the place of the louder band.
  @_noAllocation @_noLocks
  private mutating func joinLobes() {
    for band in 1..<max(1, grid.scanned) {
      if powers.isLobe(band, of: band - 1) {
        places[band] = places[band - 1]
      } else if powers.isLobe(band - 1, of: band) {
        places[band - 1] = places[band]
      }
    }
  }

  /// The amount by which the share from the second direction must exceed the share from the first in a band.
  @_noAllocation @_noLocks
  private mutating func margin(_ band: Int) -> Float {
    let isTone = first.isNarrow && powers.presence.goesOn(band)
    return isTone && !wasOther[band] ? Self.toneMargin : Self.margin
  }

  /// True if a direction is nearer to the second direction of the previous window than to the first.
  @_noAllocation @_noLocks
  private mutating func isNearer(_ found: DirectionCandidate) -> Bool {
    found.distance(other, isAround: grid.isAround) < found.distance(first, isAround: grid.isAround)
  }

  /// Exchanges the two directions, including their measured powers.
  @_noAllocation @_noLocks
  private mutating func exchange() {
    (first, other) = (other, first)
    for band in 0..<grid.scanned {
      wasOther[band] = !wasOther[band]
      let n = grid.scanned + band
      (followed[band], followed[n]) = (followed[n], followed[band])
    }
  }

  /// Updates the powers from one of the two directions with this window.
  ///
  /// The powers on the horizon are already known. For a new direction away from the horizon, the powers start with the
  /// powers of the horizon at the same azimuth, and continue with measured powers.
  @_noAllocation @_noLocks
  private mutating func follow(
    _ n: Int, _ candidate: DirectionCandidate, from last: DirectionCandidate,
    _ microphones: SpectrumRows
  ) {
    let target = followed + n * grid.scanned
    let isNew = candidate.distance(last, isAround: grid.isAround) > DirectionCandidate.reach
    if candidate.isLevel || isNew { powers.copy(at: candidate.azimuth, to: target) }
    guard !candidate.isLevel else { return }
    for band in 0..<grid.scanned where powers.isMeasured(band) {
      let now = powers.power(band, from: candidate.nearest, microphones)
      let kept = factors.power
      target[band] =
        powers.presence.isForgotten(band)
        ? powers.diffuse(band, at: candidate.nearest) : kept * target[band] + (1 - kept) * now
    }
  }

  /// The share of a band's sound that comes from a direction, above the floor.
  @_noAllocation @_noLocks
  private mutating func share(_ band: Int, of n: Int, _ candidate: DirectionCandidate) -> Float {
    powers.share(followed[n * grid.scanned + band], of: band, at: candidate.nearest)
  }

  /// Gives a band its direction; the belief in it rises immediately and falls slowly.
  @_noAllocation @_noLocks
  private mutating func place(_ band: Int, at place: Float, belief: Float) {
    let held = beliefs[band]
    let now = belief > held ? belief : factors.release * held + (1 - factors.release) * belief
    beliefs[band] = now < Self.leastBelief ? 0 : now
    guard belief > 0 else { return }
    places[band] = place
  }
}
