/// Searches for the direction on which most bands agree: around the horizon first, then above and below it.
struct DirectionSearch: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  private let grid: ScanGrid
  /// The summed scores of all bands on the horizon; and the summed scores of the high bands in all rings.
  private let sums: UnsafeMutablePointer<Lanes>
  private let highSums: UnsafeMutablePointer<Lanes>

  /// The factor that favours the horizon: apart from noise, a tone scores the same in several rings.
  private static var horizon: Float { @_noAllocation @_noLocks get { 1.05 } }
  /// Heights of the second peak relative to the first: at the lower value the first peak is clear, at the upper value
  /// it is not.
  private static var clear: Float { @_noAllocation @_noLocks get { 0.5 } }
  private static var unclear: Float { @_noAllocation @_noLocks get { 0.8 } }
  /// The part of a favoured peak's addition that does not make the peak clearer: otherwise, the pulses of a cricket
  /// would make any direction clear, one after the other.
  private static var unproven: Float { @_noAllocation @_noLocks get { 0.5 } }
  /// The lateral distance beyond which another peak counts as a different direction; a peak and its mirror image behind
  /// count as the same direction.
  private static var apart: Float { @_noAllocation @_noLocks get { 0.3 } }
  /// The share of the highest score that is added at the previous direction of a tone, and the distance in degrees
  /// within which it is added.
  private static var favour: Float { @_noAllocation @_noLocks get { 0.5 } }
  private static var favourReach: Float { @_noAllocation @_noLocks get { 20 } }
  /// The extra weight of the ring in which a continuing tone was found.
  private static var ringFavour: Float { @_noAllocation @_noLocks get { 0.1 } }
  /// The share of the way to its new peak that a continuing tone's direction moves in a window; the time constant is
  /// about 0.05 s.
  private static var following: Float { @_noAllocation @_noLocks get { 0.1 } }
  /// A score typical of noise: below it, no sound comes from any direction, and the next sound is likely to come from
  /// the last direction.
  private static var faint: Float { @_noAllocation @_noLocks get { 0.6 } }
  /// If no more than this many bands agree, they may be a single sound that seems to come from several directions by
  /// chance; if twice as many agree, this is impossible.
  private static var few: Float { @_noAllocation @_noLocks get { 5 } }
  /// If fewer bands than this agree, they hear a single tone.
  private static var single: Float { @_noAllocation @_noLocks get { 3.5 } }

  init(_ grid: ScanGrid, vectors: Int) {
    self.grid = grid
    sums = memory.make(vectors, of: .zero)
    highSums = memory.make(vectors, of: .zero)
  }

  /// Returns the direction on which most bands agree, with these weights of the bands.
  @_noAllocation @_noLocks
  func candidate(
    _ powers: borrowing DirectionPowers, _ weights: UnsafePointer<Float>,
    near last: DirectionCandidate
  ) -> DirectionCandidate {
    add(powers, weights)
    let band = loudest(powers, weights)
    let goesOn = powers.presence.goesOn(band)
    var level = peak(powers.rings, 0, sums)
    if level.score < Self.faint, isFaintAbove(powers.rings) { return last }
    let firmness = goesOn ? 1 - last.breadth : 0
    if favour(last, powers.rings, most: level.score, firmness) {
      level = peak(powers.rings, 0, sums)
    }
    var result = DirectionCandidate()
    result.band = band
    let isAround = powers.rings.isAround
    let number = powers.rings.count > 1 ? highest(powers.rings, last, firmness) : 0
    let ring = powers.rings[number]
    if number > 0 {
      let raised = peak(powers.rings, number, highSums)
      result.move(to: raised.place * Float(ring.stride), in: ring, isAround: isAround)
      judge(&result, powers, weights, number, raised, UnsafePointer(highSums))
    } else {
      result.move(to: level.place, in: ring, isAround: isAround)
      judge(&result, powers, weights, 0, level, UnsafePointer(sums))
    }
    if goesOn, result.isTone, last.isTone { steady(&result, last, ring, isAround: isAround) }
    // Between two notes there is only noise, so keep the direction of the last note.
    let isNoise = goesOn && result.isNarrow
    let isPause = last.isNarrow && powers.presence.present[last.band] == 0
    return isNoise && isPause ? last : result
  }

  /// The band with the highest weighted power.
  @_noAllocation @_noLocks
  private func loudest(
    _ powers: borrowing DirectionPowers, _ weights: UnsafePointer<Float>
  ) -> Int {
    var (best, most): (Int, Float) = (0, 0)
    for band in 0..<grid.scanned where powers.totals[band] * weights[band] > most {
      (best, most) = (band, powers.totals[band] * weights[band])
    }
    return best
  }

  /// Computes the sums of the weighted scores of the bands.
  @_noAllocation @_noLocks
  private func add(_ powers: borrowing DirectionPowers, _ weights: UnsafePointer<Float>) {
    let (vectors, level) = (powers.vectors, powers.rings[0].vectors)
    for vector in 0..<vectors { highSums[vector] = .zero }
    add(powers, weights, grid.firstHigh, grid.scanned, highSums, vectors)
    for vector in 0..<level { sums[vector] = highSums[vector] }
    add(powers, weights, 0, grid.firstHigh, sums, level)
  }

  /// Adds the weighted scores of a range of bands to the sums, two bands at a time, so that the sums are read half as
  /// often.
  @_noAllocation @_noLocks
  private func add(
    _ powers: borrowing DirectionPowers, _ weights: UnsafePointer<Float>, _ first: Int,
    _ end: Int, _ target: UnsafeMutablePointer<Lanes>, _ count: Int
  ) {
    var waiting = -1
    for band in first..<end where weights[band] > 0 {
      guard waiting >= 0 else {
        waiting = band
        continue
      }
      let (a, b) = (powers.scores + waiting * powers.vectors, powers.scores + band * powers.vectors)
      let (one, other) = (weights[waiting], weights[band])
      for vector in 0..<count {
        let sum: Lanes = target[vector] + a[vector] * one
        target[vector] = sum + b[vector] * other
      }
      waiting = -1
    }
    guard waiting >= 0 else { return }
    let (scores, weight) = (powers.scores + waiting * powers.vectors, weights[waiting])
    for vector in 0..<count { target[vector] += scores[vector] * weight }
  }

  /// True if no sound seems to come from above or below the horizon.
  @_noAllocation @_noLocks
  private func isFaintAbove(_ rings: borrowing ScannedRings) -> Bool {
    for ring in 1..<max(1, rings.count) where peak(rings, ring, highSums).score >= Self.faint {
      return false
    }
    return true
  }

  /// Raises the scores at the last direction of a sound that has few bands; false if nothing is raised.
  ///
  /// Such a sound scores just as highly in other directions, and noise would decide between them. Scores above or below
  /// the horizon are raised only while the sound continues, because a new sound is less likely to come from there.
  @_noAllocation @_noLocks
  private func favour(
    _ last: DirectionCandidate, _ rings: borrowing ScannedRings, most highest: Float,
    _ firmness: Float
  ) -> Bool {
    let narrowness = last.isLevel ? 1 - last.breadth : firmness
    guard narrowness > 0 else { return false }
    let most = highest * Self.favour * narrowness * narrowness
    // A sound that follows a tone may come from beside it.
    let isFlat = firmness == 0 && last.isTone
    let (azimuth, isAround) = (last.azimuth, rings.isAround)
    favour(azimuth, by: most, isFlat: isFlat, in: rings[0], isAround: isAround, sums)
    for ring in 0..<rings.count where isRing(rings[ring], of: last) {
      favour(azimuth, by: most, isFlat: isFlat, in: rings[ring], isAround: isAround, highSums)
    }
    if !last.isLevel {
      favour(azimuth, by: most, isFlat: isFlat, in: rings[0], isAround: isAround, highSums)
    }
    return true
  }

  /// Raises the scores around an azimuth in a ring: equally in its neighbourhood, or the nearer, the more.
  @_noAllocation @_noLocks
  private func favour(
    _ azimuth: Float, by most: Float, isFlat: Bool, in ring: ScannedRing, isAround: Bool,
    _ row: UnsafeMutablePointer<Lanes>
  ) {
    let (step, count) = (ring.step * Float(ring.stride), ring.scanned)
    let middle = azimuth / step
    let (nearest, far) = (Int(middle + 0.5), Int(Self.favourReach / step))
    for n in (nearest - far)...(nearest + far) {
      guard isAround || (0..<count).contains(n) else { continue }
      let distance = abs(Float(n) - middle) * step / Self.favourReach
      let share = isFlat ? min(1, 2 - 2 * distance) : 1 - distance * distance
      let place = (n + count) % count
      row[ring.firstVector + place / Lanes.count][place % Lanes.count] += most * max(0, share)
    }
  }

  /// True if a candidate's direction lies in a ring.
  @_noAllocation @_noLocks
  private func isRing(_ ring: ScannedRing, of candidate: DirectionCandidate) -> Bool {
    candidate.isLevel ? ring.first == 0 : ring.elevation == candidate.elevation
  }

  @_noAllocation @_noLocks
  private func peak(
    _ rings: borrowing ScannedRings, _ ring: Int, _ row: UnsafePointer<Lanes>
  ) -> DirectionPeak {
    DirectionPeak(
      row + rings[ring].firstVector, count: rings[ring].scanned, isAround: rings.isAround)
  }

  /// The ring in which the high bands have their highest peak; the ring of the last direction counts for more if that
  /// direction is firm.
  @_noAllocation @_noLocks
  private func highest(
    _ rings: borrowing ScannedRings, _ last: DirectionCandidate, _ firmness: Float
  ) -> Int {
    var (best, highest): (Int, Float) = (0, 0)
    for ring in 0..<rings.count {
      var score = peak(rings, ring, highSums).score
      if ring == 0 { score *= Self.horizon }
      if isRing(rings[ring], of: last) { score *= 1 + Self.ringFavour * firmness }
      if score > highest { (best, highest) = (ring, score) }
    }
    return best
  }

  /// Moves the direction of a continuing tone slowly away from the last direction, unless it is a different one.
  ///
  /// The peak of a tone is flat, so noise moves it from window to window; the ear hears that as sidebands of the tone.
  @_noAllocation @_noLocks
  private func steady(
    _ result: inout DirectionCandidate, _ last: DirectionCandidate, _ ring: ScannedRing,
    isAround: Bool
  ) {
    guard isRing(ring, of: last),
      result.distance(last, isAround: isAround) <= DirectionCandidate.reach
    else { return }
    var turn = result.azimuth - last.azimuth
    if isAround, abs(turn) > 180 { turn -= turn > 0 ? 360 : -360 }
    let azimuth = last.azimuth + turn * Self.following
    result.move(to: azimuth / ring.step, in: ring, isAround: isAround)
  }

  /// Determines the number of bands that share a direction and the clarity of its peak: a sound with few bands may seem
  /// to come from several directions, and noise then decides which direction is found.
  @_noAllocation @_noLocks
  private func judge(
    _ result: inout DirectionCandidate, _ powers: borrowing DirectionPowers,
    _ weights: UnsafePointer<Float>, _ ring: Int, _ peak: DirectionPeak, _ row: UnsafePointer<Lanes>
  ) {
    guard peak.score > 0 else { return }
    let place = min(Int(peak.place + 0.5), powers.rings[ring].scanned - 1)
    let vector = powers.rings[ring].firstVector + place / Lanes.count
    var (sum, squares): (Float, Float) = (0, 0)
    for band in 0..<grid.scanned {
      let score = powers.scores[band * powers.vectors + vector][place % Lanes.count] * weights[band]
      (sum, squares) = (sum + score, squares + score * score)
    }
    // The number of bands that, if all had equal scores, would give this sum and this sum of squares.
    let bands = squares > 0 ? sum * sum / squares : 0
    result.isTone = bands < Self.single
    result.breadth = ScanFactors.smooth(bands, from: Self.few, to: 2 * Self.few)
    let second = second(powers.rings, ring, peak, row)
    // `sum` is the peak without favour.
    let height = peak.score + Self.unproven * (sum - peak.score)
    let doubt = ScanFactors.smooth(second / height, from: Self.clear, to: Self.unclear)
    result.clarity = 1 - doubt * (1 - result.breadth)
  }

  /// The highest of a ring's other peaks at a different lateral position.
  @_noAllocation @_noLocks
  private func second(
    _ rings: borrowing ScannedRings, _ ring: Int, _ peak: DirectionPeak, _ row: UnsafePointer<Lanes>
  ) -> Float {
    let count = rings[ring].scanned
    let values = UnsafeRawPointer(row + rings[ring].firstVector)
      .assumingMemoryBound(to: Float.self)
    let here = rings.lateral(ring, Int(peak.place + 0.5))
    var second: Float = 0
    for n in 0..<count where values[n] > second {
      let before = n > 0 ? values[n - 1] : rings.isAround ? values[count - 1] : 0
      let after = n + 1 < count ? values[n + 1] : rings.isAround ? values[0] : 0
      let isPeak = values[n] >= before && values[n] >= after
      if isPeak, abs(rings.lateral(ring, n) - here) > Self.apart { second = values[n] }
    }
    return second
  }
}
