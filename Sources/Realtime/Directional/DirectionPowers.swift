/// The powers of bands in all directions: recursive means of the powers, their shares of the total, and scores.
///
/// Each band is represented by its loudest bins: they contain a band's tone in every window, but not the leakage of
/// tones in other bands. A band is evaluated in every second window, and in every window where a sound begins. Each
/// evaluation covers the horizon and one of the other rings, which take turns.
///
/// Private functions are `mutating` even if they only write through pointers or write nothing: for each call of a
/// function that is not `mutating`, the compiler would copy the whole value.
struct DirectionPowers: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// The rings of directions that are scanned.
  let rings: ScannedRings
  /// The power of each band in all signals together, `[band]`, as a recursive mean.
  let totals: UnsafeMutablePointer<Float>
  /// The continuity of each band's sound.
  let presence: BandPresence
  /// The scores, `[band][vector]`: the weighted squares of the shares above the floor.
  let scores: UnsafeMutablePointer<Lanes>
  /// The number of vectors that hold one value for every scanned direction.
  var vectors: Int { @_noAllocation @_noLocks get { rings.vectors } }

  private let grid: ScanGrid
  private let factors: ScanFactors
  private let bands: UnsafeMutablePointer<BandRange>
  /// The number of scanned bins.
  let bins: Int
  /// The number of vectors that hold one value for every whitened signal.
  private let rows: Int
  /// The factors that pick a plane wave from each scanned direction, `[bin][vector][microphone]`.
  private let projections: UnsafeMutablePointer<LaneComplex>
  /// The factors that pick a plane wave from any direction, `[direction][bin][microphone]`.
  private let places: UnsafeMutablePointer<SIMD2<Float>>
  /// The factors that whiten the signals, `[bin][microphone][row]`.
  private let whitening: UnsafeMutablePointer<LaneComplex>
  /// The floors of the shares and the reciprocals of the range above them, both `[band][vector]`; then the floors of
  /// all directions, `[band][direction]`.
  private let floors: UnsafeMutablePointer<Lanes>
  private let scales: UnsafeMutablePointer<Lanes>
  private let allFloors: UnsafeMutablePointer<Float>
  /// The power of each band from each direction, `[band][vector]`; and the power of each band in all signals, measured
  /// only in the windows in which a ring is evaluated, `[ring][band]`.
  private let powers: UnsafeMutablePointer<Lanes>
  private let ringTotals: UnsafeMutablePointer<Float>
  /// One bin of every microphone, repeated in every lane.
  private let sounds: UnsafeMutablePointer<LaneComplex>
  /// The power of each bin, summed over all microphones; and the two bins that represent each band, where -1 stands for
  /// a missing second bin.
  let loudness: UnsafeMutablePointer<Float>
  private let picked: UnsafeMutablePointer<Int>
  /// For each band, the first bin that represents it, and the mean power of its representative bins, summed over all
  /// microphones; both padded to whole vectors.
  private let bandBins: UnsafeMutablePointer<Float>
  private let bandLoudness: UnsafeMutablePointer<Float>
  /// True if two bins represent a band: two microphones can barely tell their own noise from sound, and need the mean
  /// of more bins.
  private let picksTwo: Bool
  /// The number of windows so far, and the number of further windows in which all bands are evaluated.
  private var turn = 0
  private var hurry = 0
  /// The power of high bins in the previous window.
  private var highPower: Float = 0

  /// Powers below this are silence: no converter output is that soft, and denormal numbers are slow.
  private static var silence: Float { @_noAllocation @_noLocks get { 1e-24 } }
  /// A sound begins when the power rises to this multiple of the power in the previous window; all bands are then
  /// evaluated for this number of windows.
  private static var onset: Float { @_noAllocation @_noLocks get { 2 } }
  private static var onsetWindows: Int { @_noAllocation @_noLocks get { 4 } }

  init(_ tables: DirectionalTables, grid: ScanGrid, factors: ScanFactors) {
    let source = tables.grid
    (self.grid, self.factors) = (grid, factors)
    rings = ScannedRings(source)
    bins = source.scannedBins
    picksTwo = grid.microphones == 2
    rows = (source.signals + Lanes.count - 1) / Lanes.count
    bands = memory.allocate(source.bands.count)
    for (n, band) in source.bands.enumerated() {
      (bands + n).initialize(to: BandRange(first: band.lowerBound, end: band.upperBound))
    }
    let lanes = grid.scanned * rings.vectors
    projections = memory.make(bins * rings.vectors * grid.microphones, of: .zero)
    places = memory.make(source.directions * bins * grid.microphones, of: .zero)
    whitening = memory.make(bins * rows * grid.microphones, of: .zero)
    floors = memory.make(lanes, of: Lanes(repeating: 1))
    scales = memory.make(lanes, of: .zero)
    allFloors = memory.make(grid.scanned * source.directions, of: 0)
    powers = memory.make(lanes, of: .zero)
    scores = memory.make(lanes, of: .zero)
    totals = memory.make(grid.scanned, of: 0)
    presence = BandPresence(bands: grid.scanned)
    ringTotals = memory.make(source.rings.count * grid.scanned, of: 0)
    sounds = memory.make(grid.microphones, of: .zero)
    loudness = memory.make(SpectrumRows.stride(bins: bins), of: 0)
    picked = memory.make(2 * grid.scanned, of: -1)
    let padded = (grid.scanned + Lanes.count - 1) / Lanes.count * Lanes.count
    bandBins = memory.make(padded, of: 0)
    bandLoudness = memory.make(padded, of: 0)
    fill(tables)
  }

  /// Arranges the tables in the order in which they are read.
  private func fill(_ tables: DirectionalTables) {
    let (count, microphones) = (rings.directions, grid.microphones)
    for bin in 0..<bins {
      for microphone in 0..<microphones {
        for direction in 0..<count {
          places[(direction * bins + bin) * microphones + microphone] =
            tables.projections[(bin * count + direction) * microphones + microphone]
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
    for n in 0..<(grid.scanned * count) { allFloors[n] = tables.floors[n] }
    for ring in 0..<rings.count {
      for n in 0..<rings[ring].scanned { fill(n, of: rings[ring]) }
    }
  }

  /// Puts the table entries for one scanned direction of a ring into its lane.
  private func fill(_ n: Int, of ring: ScannedRing) {
    let direction = ring.first + n * ring.stride
    let (vector, lane) = (ring.firstVector + n / Lanes.count, n % Lanes.count)
    for bin in 0..<bins {
      for microphone in 0..<grid.microphones {
        let value = places[(direction * bins + bin) * grid.microphones + microphone]
        let place = projections + (bin * vectors + vector) * grid.microphones + microphone
        (place.pointee.re[lane], place.pointee.im[lane]) = (value.x, value.y)
      }
    }
    for band in 0..<grid.scanned {
      let floor = allFloors[band * rings.directions + direction]
      floors[band * vectors + vector][lane] = floor
      scales[band * vectors + vector][lane] = 1 / max(1 - floor, 1e-3)
    }
  }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  mutating func reset() {
    (turn, hurry, highPower) = (0, 0, 0)
    for n in 0..<(grid.scanned * vectors) { (powers[n], scores[n]) = (.zero, .zero) }
    for n in 0..<grid.scanned { (totals[n], bandLoudness[n]) = (0, 0) }
    presence.reset()
    for n in 0..<(grid.scanned * rings.count) { ringTotals[n] = 0 }
  }

  /// True if a band is evaluated in this window: in every second window, and in every window where a sound begins.
  @_noAllocation @_noLocks
  func isMeasured(_ band: Int) -> Bool { band & 1 == turn & 1 || hurry > 0 }

  /// Processes the next window.
  @_noAllocation @_noLocks
  mutating func next(_ microphones: SpectrumRows) {
    turn += 1
    measureLoudness(microphones)
    let power = loudness(from: bands[grid.firstHigh].first)
    hurry = power > Self.onset * highPower ? Self.onsetWindows : max(0, hurry - 1)
    highPower = power
    let ring = rings.count > 1 ? 1 + turn / 2 % (rings.count - 1) : 0
    for band in 0..<grid.scanned where isMeasured(band) {
      pick(band)
      measure(band, band < grid.firstHigh ? 0 : ring, microphones)
    }
  }

  /// Measures the power of every bin, summed over all microphones.
  @_noAllocation @_noLocks
  private mutating func measureLoudness(_ microphones: SpectrumRows) {
    for bin in Swift.stride(from: 0, to: bins, by: Lanes.count) {
      var sum = Lanes.zero
      var (real, imaginary) = (microphones.real + bin, microphones.imaginary + bin)
      for _ in 0..<grid.microphones {
        sum += LaneComplex(Lanes(at: real), Lanes(at: imaginary)).power
        (real, imaginary) = (real + microphones.stride, imaginary + microphones.stride)
      }
      sum.store(at: loudness + bin)
    }
  }

  /// The power of all bins from a given bin upwards.
  @_noAllocation @_noLocks
  private mutating func loudness(from first: Int) -> Float {
    var (sum, bin) = (Lanes.zero, first)
    while bin + Lanes.count <= bins {
      sum += Lanes(at: loudness + bin)
      bin += Lanes.count
    }
    return sum.sum()
  }

  /// Picks the bins that represent a band.
  @_noAllocation @_noLocks
  private mutating func pick(_ band: Int) {
    var (best, next) = (bands[band].first, -1)
    var bin = best + 1
    while bin < bands[band].end {
      if loudness[bin] > loudness[best] {
        (best, next) = (bin, best)
      } else if next < 0 || loudness[bin] > loudness[next] {
        next = bin
      }
      bin += 1
    }
    (picked[2 * band], picked[2 * band + 1]) = (best, picksTwo ? next : -1)
    bandBins[band] = Float(best)
  }

  /// Updates the mean powers of a band on the horizon, and of one ring above or below.
  @_noAllocation @_noLocks
  private mutating func measure(_ band: Int, _ ring: Int, _ microphones: SpectrumRows) {
    let (count, target) = (grid.microphones, powers + band * vectors)
    let kept = factors.power
    var (total, loud): (Float, Float) = (0, 0)
    // Only the first representative bin decays the means; the second bin is added to them.
    var (keep, ringKeep) = (kept, factors.ringPower)
    for n in (2 * band)..<(2 * band + 2) where picked[n] >= 0 {
      let bin = picked[n]
      var (real, imaginary) = (microphones.real + bin, microphones.imaginary + bin)
      for n in 0..<count {
        sounds[n] = LaneComplex(Lanes(repeating: real[0]), Lanes(repeating: imaginary[0]))
        (real, imaginary) = (real + microphones.stride, imaginary + microphones.stride)
      }
      let table = UnsafePointer(projections) + bin * vectors * count
      addPowers(table, to: target, vectors: rings[0].vectors, keep: keep, fresh: 1 - kept)
      if ring > 0 {
        let first = rings[ring].firstVector
        addPowers(
          table + first * count, to: target + first, vectors: rings[ring].vectors, keep: ringKeep,
          fresh: 1 - factors.ringPower)
      }
      (keep, ringKeep) = (1, 1)
      total += whitened(bin)
      loud += loudness[bin]
    }
    let before = totals[band]
    totals[band] = kept * before + (1 - kept) * total
    bandLoudness[band] = kept * bandLoudness[band] + (1 - kept) * loud
    if presence.look(band, total, before: before, mean: totals[band]) {
      forget(band, total)
      bandLoudness[band] = loud
    }
    score(band, rings[0], totals + band)
    guard ring > 0 else { return }
    let place = ringTotals + ring * grid.scanned + band
    place.pointee = factors.ringPower * place.pointee + (1 - factors.ringPower) * total
    score(band, rings[ring], place)
  }

  /// Replaces the past of a band with diffuse sound that is as loud as the band is now.
  @_noAllocation @_noLocks
  private mutating func forget(_ band: Int, _ total: Float) {
    totals[band] = total
    for n in (band * vectors)..<((band + 1) * vectors) { powers[n] = floors[n] * total }
    for ring in 0..<rings.count { ringTotals[ring * grid.scanned + band] = total }
  }

  /// Determines the audibility of each band against the power that other bands leak into it.
  @_noAllocation @_noLocks
  func listen(_ leaks: borrowing BandLeaks) {
    var all: Float = 0
    for band in 0..<grid.scanned { all += bandLoudness[band] }
    for band in 0..<grid.scanned where isMeasured(band) {
      leaks.listen(
        band, at: bandBins[band], and: Float(picked[2 * band + 1]), bins: bandBins,
        powers: bandLoudness, all: all)
    }
  }

  /// The power that ``sounds`` has in all whitened signals together.
  @_noAllocation @_noLocks
  private mutating func whitened(_ bin: Int) -> Float {
    let table = UnsafePointer(whitening) + bin * grid.microphones * rows
    var power: Float = 0
    for row in 0..<rows {
      var a = LaneComplex.zero
      for n in 0..<grid.microphones { a.add(table[n * rows + row], times: sounds[n]) }
      power += a.power.sum()
    }
    return power
  }

  /// Adds the power that ``sounds`` has in each direction, two vectors at a time, so that shared data is read only
  /// once.
  @_noAllocation @_noLocks
  @inline(__always)
  private mutating func addPowers(
    _ factors: UnsafePointer<LaneComplex>, to target: UnsafeMutablePointer<Lanes>, vectors: Int,
    keep: Float, fresh: Float
  ) {
    let count = grid.microphones
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

  /// Computes a ring's scores in a band from the shares above the floor.
  @_noAllocation @_noLocks
  private mutating func score(
    _ band: Int, _ ring: ScannedRing, _ total: UnsafeMutablePointer<Float>
  ) {
    let start = band * vectors + ring.firstVector
    guard total.pointee >= Self.silence else {
      total.pointee = 0
      for n in start..<(start + ring.vectors) { (powers[n], scores[n]) = (.zero, .zero) }
      return
    }
    let whole = Lanes(repeating: 1 / total.pointee)
    var highest = Lanes.zero
    for n in start..<(start + ring.vectors) {
      let above: Lanes = (powers[n] * whole - floors[n]) * scales[n]
      let positive = above.replacing(with: Lanes.zero, where: above .< Lanes.zero)
      let one = Lanes(repeating: 1)
      let share = positive.replacing(with: one, where: positive .> one)
      scores[n] = share * share
      highest = highest.replacing(with: share, where: share .> highest)
    }
    let weight = factors.weight(highest.greatest)
    for n in start..<(start + ring.vectors) { scores[n] *= weight }
  }

  /// True if the loudest bin of a band belongs to the continuing tone of a louder band.
  @_noAllocation @_noLocks
  func isLobe(_ band: Int, of louder: Int) -> Bool {
    presence.goesOn(louder) && abs(bandBins[band] - bandBins[louder]) <= ToneLobe.reach
      && 2 * bandLoudness[band] < bandLoudness[louder]
  }

  /// Copies the power of every band at an azimuth on the horizon, which may lie between two directions.
  @_noAllocation @_noLocks
  func copy(at azimuth: Float, to target: UnsafeMutablePointer<Float>) {
    let (place, count) = (azimuth / rings[0].step, rings[0].count)
    let lower = max(0, min(Int(place), count - 1))
    let upper = lower + 1 < count ? lower + 1 : (rings.isAround ? 0 : lower)
    let share = place - Float(lower)
    var row = UnsafeRawPointer(powers).assumingMemoryBound(to: Float.self)
    for band in 0..<grid.scanned {
      target[band] = row[lower] + (row[upper] - row[lower]) * share
      row += vectors * Lanes.count
    }
  }

  /// The power that the bins picked in this window have from a direction.
  @_noAllocation @_noLocks
  func power(_ band: Int, from direction: Int, _ microphones: SpectrumRows) -> Float {
    var power: Float = 0
    for n in (2 * band)..<(2 * band + 2) where picked[n] >= 0 {
      let bin = picked[n]
      let row = places + (direction * bins + bin) * grid.microphones
      var (re, im): (Float, Float) = (0, 0)
      for m in 0..<grid.microphones {
        let (x, y) = (
          microphones.real[m * microphones.stride + bin],
          microphones.imaginary[m * microphones.stride + bin]
        )
        re += row[m].x * x - row[m].y * y
        im += row[m].x * y + row[m].y * x
      }
      power += re * re + im * im
    }
    return power
  }

  /// The power that diffuse sound as loud as a band would have in a direction.
  @_noAllocation @_noLocks
  func diffuse(_ band: Int, at direction: Int) -> Float {
    allFloors[band * rings.directions + direction] * totals[band]
  }

  /// Converts a power to its share of the band's power, above the share that diffuse sound has in that direction.
  @_noAllocation @_noLocks
  func share(_ power: Float, of band: Int, at direction: Int) -> Float {
    guard totals[band] > 0 else { return 0 }
    let floor = allFloors[band * rings.directions + direction]
    return max(0, min(1, (power / totals[band] - floor) / max(1 - floor, 1e-3)))
  }

  /// The share of a band's power that comes from a position in the list of directions, above the floor.
  @_noAllocation @_noLocks
  func share(of band: Int, atPlace place: Float) -> Float {
    var number = rings.count - 1
    while number > 0, Float(rings[number].first) > place { number -= 1 }
    let ring = rings[number]
    let offset = (place - Float(ring.first)) / Float(ring.stride)
    let lower = min(Int(offset), ring.scanned - 1)
    let upper = lower + 1 < ring.scanned ? lower + 1 : rings.isAround ? 0 : lower
    let row = UnsafeRawPointer(powers + band * vectors + ring.firstVector)
      .assumingMemoryBound(to: Float.self)
    let power = row[lower] + (row[upper] - row[lower]) * (offset - Float(lower))
    let total = number == 0 ? totals[band] : ringTotals[number * grid.scanned + band]
    guard total > 0 else { return 0 }
    let floor = allFloors[band * rings.directions + min(Int(place), rings.directions - 1)]
    return max(0, min(1, (power / total - floor) / max(1 - floor, 1e-3)))
  }
}
