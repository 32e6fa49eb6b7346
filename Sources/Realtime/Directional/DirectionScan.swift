/// The direction of the sound in every band, window after window.
///
/// A plane wave puts all of its power into one direction of the whitened signals, diffuse sound a known share into
/// each. There are two directions: the one that most bands agree on, and the one that fits best where the first does
/// not. Powers are smoothed over time, and nothing after them: a sound that moves would be looked for where it was.
struct DirectionScan: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  /// The place of each band's sound among the directions, a fraction between two of them.
  let places: UnsafeMutablePointer<Float>
  /// How far each band's sound is believed to come from there, 0 to 1; then a zero.
  let beliefs: UnsafeMutablePointer<Float>

  private let grid: ScanGrid
  private let bands: UnsafeMutablePointer<BandRange>
  private let bandCount: Int
  /// Vectors of directions, an even number.
  private let vectors: Int
  /// Vectors of whitened signals.
  private let rows: Int
  /// `[bin][vector][microphone]`.
  private let projections: UnsafeMutablePointer<LaneComplex>
  /// `[bin][microphone][row]`.
  private let whitening: UnsafeMutablePointer<LaneComplex>
  /// `[band][vector]`, and 1 over what is above them.
  private let floors: UnsafeMutablePointer<Lanes>
  private let scales: UnsafeMutablePointer<Lanes>
  /// Powers of each direction, `[band][vector]`, and of all signals, `[band]`: recursive means.
  private let powers: UnsafeMutablePointer<Lanes>
  private let totals: UnsafeMutablePointer<Float>
  /// Shares above the floor, `[band][vector]`.
  private let shares: UnsafeMutablePointer<Lanes>
  /// The scores of this window, `[band][vector]`, and the sum of those of some bands.
  private let scores: UnsafeMutablePointer<Lanes>
  private let sums: UnsafeMutablePointer<Lanes>
  private let factors: ScanFactors
  /// A bin of all microphones, each in every lane.
  private let sounds: UnsafeMutablePointer<LaneComplex>
  /// Bins of a band that a window shows; others are seen in the next.
  ///
  /// Two microphones tell noise of their own from sound by little, and want the mean of more.
  private let binsPerWindow: Int
  /// The number of windows so far: bands take some of their bins from each, others from the next.
  private var turn = 0

  /// Powers below this are silence: no sound that a converter makes is as soft, and denormal numbers are slow.
  private static var silence: Float { @_noAllocation @_noLocks get { 1e-24 } }
  /// Beliefs below this are none.
  private static var leastBelief: Float { @_noAllocation @_noLocks get { 1e-3 } }
  /// By how much more of a band's sound must come from the second direction than from the first: noise beside a sound
  /// makes another direction fit a little better now and then.
  private static var margin: Float { @_noAllocation @_noLocks get { 0.01 } }
  /// Bands above the scan follow so many of the highest scanned ones.
  private static var followed: Int { @_noAllocation @_noLocks get { 4 } }

  init(_ tables: DirectionalTables) {
    let grid = tables.grid
    self.grid = ScanGrid(grid)
    factors = ScanFactors(tables)
    binsPerWindow = grid.microphones > 2 ? 1 : 2
    bandCount = grid.bands.count
    bands = .allocate(capacity: bandCount)
    for (n, band) in grid.bands.enumerated() {
      (bands + n).initialize(to: BandRange(first: band.lowerBound, end: band.upperBound))
    }
    vectors = (grid.directions + 2 * Lanes.count - 1) / (2 * Lanes.count) * 2
    rows = (grid.signals + Lanes.count - 1) / Lanes.count
    places = Memory.make(bandCount, of: 0)
    beliefs = Memory.make(bandCount + 1, of: 0)
    sounds = Memory.make(grid.microphones, of: .zero)
    projections = Memory.make(grid.scannedBins * vectors * grid.microphones, of: .zero)
    whitening = Memory.make(grid.scannedBins * rows * grid.microphones, of: .zero)
    let lanes = grid.scannedBands * vectors
    floors = Memory.make(lanes, of: Lanes(repeating: 1))
    scales = Memory.make(lanes, of: .zero)
    powers = Memory.make(lanes, of: .zero)
    totals = Memory.make(grid.scannedBands, of: 0)
    shares = Memory.make(lanes, of: .zero)
    scores = Memory.make(lanes, of: .zero)
    sums = Memory.make(vectors, of: .zero)
    fill(tables)
  }

  deinit {
    places.deallocate()
    beliefs.deallocate()
    bands.deallocate()
    projections.deallocate()
    whitening.deallocate()
    floors.deallocate()
    scales.deallocate()
    powers.deallocate()
    totals.deallocate()
    shares.deallocate()
    scores.deallocate()
    sums.deallocate()
    sounds.deallocate()
  }

  /// Puts tables into the order in which they are read.
  private func fill(_ tables: DirectionalTables) {
    let (count, microphones) = (tables.grid.directions, tables.grid.microphones)
    for bin in 0..<tables.grid.scannedBins {
      for microphone in 0..<microphones {
        for direction in 0..<count {
          let value = tables.projections[(bin * count + direction) * microphones + microphone]
          let (vector, lane) = (direction / Lanes.count, direction % Lanes.count)
          let place = projections + (bin * vectors + vector) * microphones + microphone
          (place.pointee.re[lane], place.pointee.im[lane]) = (value.x, value.y)
        }
        for signal in 0..<tables.grid.signals {
          let value = tables.whitening[
            (bin * tables.grid.signals + signal) * microphones + microphone]
          let (row, lane) = (signal / Lanes.count, signal % Lanes.count)
          let place = whitening + (bin * microphones + microphone) * rows + row
          (place.pointee.re[lane], place.pointee.im[lane]) = (value.x, value.y)
        }
      }
    }
    for band in 0..<tables.grid.scannedBands {
      for direction in 0..<count {
        let floor = tables.floors[band * count + direction]
        let (vector, lane) = (direction / Lanes.count, direction % Lanes.count)
        floors[band * vectors + vector][lane] = floor
        scales[band * vectors + vector][lane] = 1 / max(1 - floor, 1e-3)
      }
    }
  }

  /// Forgets all sound so far.
  @_noAllocation @_noLocks
  mutating func reset() {
    turn = 0
    for n in 0..<bandCount { (places[n], beliefs[n]) = (0, 0) }
    for n in 0..<(grid.scanned * vectors) { powers[n] = .zero }
    for n in 0..<grid.scanned { totals[n] = 0 }
  }

  /// Takes the next window; false when no band is believed.
  @_noAllocation @_noLocks
  mutating func next(_ microphones: SpectrumRows) -> Bool {
    turn += 1
    for band in 0..<grid.scanned {
      measure(band, microphones)
      score(band)
    }
    let first = DirectionPeak(sumOfScores(), count: grid.directions, isRing: grid.isRing)
    let other = DirectionPeak(
      sumOfScores(beside: first), count: grid.directions, isRing: grid.isRing)
    var votes = 0
    var least: Float = 1
    // From the highest band on: the low ones are believed no further than the mean of those above.
    var above: Float = 0
    var band = grid.scanned
    while band > 0 {
      band -= 1
      let (one, two) = (share(band, at: first), share(band, at: other))
      let isOther = two > one + Self.margin
      var belief = factors.belief(isOther ? two : one)
      if band >= grid.lowBands {
        above += belief
      } else {
        belief = min(belief, grid.trust * above / Float(grid.scanned - grid.lowBands))
      }
      place(band, at: isOther ? other : first, belief: belief)
      if band + Self.followed >= grid.scanned {
        least = min(least, belief)
        votes += isOther ? 1 : -1
      }
    }
    for band in grid.scanned..<bandCount {
      place(band, at: votes > 0 ? other : first, belief: least)
    }
    for band in 0..<bandCount where beliefs[band] > 0 { return true }
    return false
  }

  /// Means of the powers of a band.
  @_noAllocation @_noLocks
  private func measure(_ band: Int, _ microphones: SpectrumRows) {
    let (count, rows) = (grid.microphones, rows)
    let range = bands[band]
    let target = powers + band * vectors
    var total: Float = 0
    // The first bin of a window takes the past with it.
    var keep = factors.power
    let step = max(1, (range.end - range.first) / binsPerWindow)
    var bin = range.first + turn % step
    while bin < range.end {
      var (real, imaginary) = (microphones.real + bin, microphones.imaginary + bin)
      for n in 0..<count {
        sounds[n] = LaneComplex(Lanes(repeating: real[0]), Lanes(repeating: imaginary[0]))
        (real, imaginary) = (real + microphones.stride, imaginary + microphones.stride)
      }
      addPowers(UnsafePointer(projections) + bin * vectors * count, to: target, keep: keep)
      keep = 1
      let table = UnsafePointer(whitening) + bin * count * rows
      for row in 0..<rows {
        var a = LaneComplex.zero
        for n in 0..<count { a.add(table[n * rows + row], times: sounds[n]) }
        total += a.power.sum()
      }
      bin += step
    }
    totals[band] = factors.power * totals[band] + (1 - factors.power) * total
    if totals[band] < Self.silence {
      totals[band] = 0
      for vector in 0..<vectors { target[vector] = .zero }
    }
  }

  /// The power of ``sounds`` in every direction, two vectors at a time: what they have in common is read once.
  @_noAllocation @_noLocks
  @inline(__always)
  private func addPowers(
    _ factors: UnsafePointer<LaneComplex>, to target: UnsafeMutablePointer<Lanes>, keep: Float
  ) {
    let (count, fresh) = (grid.microphones, 1 - self.factors.power)
    var (one, power) = (factors, target)
    for _ in 0..<(vectors / 2) {
      var (sound, end) = (UnsafePointer(sounds), UnsafePointer(sounds) + count)
      var two = one + count
      var (a, b) = (LaneComplex.zero, LaneComplex.zero)
      while sound < end {
        LaneComplex.add(one[0], to: &a, two[0], to: &b, times: sound[0])
        (one, two, sound) = (one + 1, two + 1, sound + 1)
      }
      let (past, other): (Lanes, Lanes) = (power[0] * keep, power[1] * keep)
      power[0] = past + a.power * fresh
      power[1] = other + b.power * fresh
      (one, power) = (two, power + 2)
    }
  }

  /// The shares of a band above the floor, and its score.
  @_noAllocation @_noLocks
  private func score(_ band: Int) {
    let start = band * vectors
    guard totals[band] > 0 else {
      for n in start..<(start + vectors) { (shares[n], scores[n]) = (.zero, .zero) }
      return
    }
    let whole = Lanes(repeating: 1 / totals[band])
    var highest = Lanes.zero
    for n in start..<(start + vectors) {
      let above: Lanes = (powers[n] * whole - floors[n]) * scales[n]
      let positive = above.replacing(with: Lanes.zero, where: above .< Lanes.zero)
      let one = Lanes(repeating: 1)
      let share = positive.replacing(with: one, where: positive .> one)
      shares[n] = share
      highest = highest.replacing(with: share, where: share .> highest)
    }
    let weight = factors.weight(highest.greatest)
    for n in start..<(start + vectors) { scores[n] = shares[n] * shares[n] * weight }
  }

  /// The sum of all bands' scores.
  @_noAllocation @_noLocks
  private func sumOfScores() -> UnsafePointer<Lanes> {
    for vector in 0..<vectors { sums[vector] = .zero }
    for band in 0..<grid.scanned { add(band) }
    return UnsafePointer(sums)
  }

  /// The sum of the scores of bands that a direction does not explain.
  @_noAllocation @_noLocks
  private func sumOfScores(beside first: DirectionPeak) -> UnsafePointer<Lanes> {
    for vector in 0..<vectors { sums[vector] = .zero }
    for band in 0..<grid.scanned where share(band, at: first) < factors.believed { add(band) }
    return UnsafePointer(sums)
  }

  @_noAllocation @_noLocks
  private func add(_ band: Int) {
    let scores = scores + band * vectors
    for vector in 0..<vectors { sums[vector] += scores[vector] }
  }

  /// The share of a band's sound that comes from a direction, above the floor.
  @_noAllocation @_noLocks
  private func share(_ band: Int, at peak: DirectionPeak) -> Float {
    let start = shares + band * vectors
    let one = start[peak.lower / Lanes.count][peak.lower % Lanes.count]
    let two = start[peak.upper / Lanes.count][peak.upper % Lanes.count]
    return one + (two - one) * peak.share
  }

  /// Gives a band its direction; belief rises at once, and falls slowly where it was.
  @_noAllocation @_noLocks
  private func place(_ band: Int, at peak: DirectionPeak, belief: Float) {
    let held = beliefs[band]
    let now = belief > held ? belief : factors.release * held + (1 - factors.release) * belief
    beliefs[band] = now < Self.leastBelief ? 0 : now
    guard belief > 0 else { return }
    places[band] = Float(peak.lower) + peak.share
  }
}
