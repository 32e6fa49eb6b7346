/// The correction of every bin: what a head would make of the sound of its direction, less what the filters make.
///
/// What the filters make is known from the tables for perfect microphones. Real ones differ, so the response is
/// measured as the sound goes on: the mean of output times sound, over the mean power of sound. Where the phase matters
/// most, only the magnitude is measured.
struct ResponseTracker: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  private let grid: TrackerGrid
  private let bands: UnsafeMutablePointer<BandRange>
  /// The centre of the band below each bin, and how far the bin is towards the next one.
  private let lowerBands: UnsafeMutablePointer<Int>
  private let bandShares: UnsafeMutablePointer<Float>
  private let ownBands: UnsafeMutablePointer<Int>
  /// `[direction][bin][group]`.
  private let pickers: UnsafeMutablePointer<LaneComplex>
  /// `[direction][bin]`.
  private let linear: UnsafeMutablePointer<SIMD4<Float>>
  private let wanted: UnsafeMutablePointer<SIMD4<Float>>
  /// Means of output times sound, `[bin]`, and of the sound's power.
  private let products: UnsafeMutablePointer<SIMD4<Float>>
  private let powers: UnsafeMutablePointer<Float>
  /// The place of each band's sound in the window before.
  private let places: UnsafeMutablePointer<Float>
  private let kept: Float

  /// The time constant of the means in seconds.
  private static let seconds = 0.06
  /// Below this frequency in hertz only the magnitude is measured.
  private static let phaseLimit = 1500.0
  /// The farthest that a measured response may be from that of the tables, relative to the larger magnitude.
  private static let farthest: Float = 0.35
  /// Responses are measured where a band is believed so far.
  private static let leastBelief: Float = 0.5
  /// A direction that jumps by more degrees is another sound.
  private static let jumpDegrees: Float = 10
  /// A power that is no sound.
  private static let silence: Float = 1e-24

  init(_ tables: DirectionalTables, groups: Int) {
    let source = tables.grid
    grid = TrackerGrid(
      source, groups: groups, jump: Self.jumpDegrees / source.degrees, phaseLimit: Self.phaseLimit)
    kept = ScanFactors.kept(Double(source.hop) / source.rate, of: Self.seconds)
    bands = .allocate(capacity: source.bands.count)
    for (n, band) in source.bands.enumerated() {
      (bands + n).initialize(to: BandRange(first: band.lowerBound, end: band.upperBound))
    }
    lowerBands = Memory.make(source.bins, of: 0)
    bandShares = Memory.make(source.bins, of: 0)
    ownBands = Memory.make(source.bins, of: 0)
    pickers = Memory.make(source.directions * source.bins * groups, of: .zero)
    linear = Memory.make(source.directions * source.bins, of: .zero)
    wanted = Memory.make(source.directions * source.bins, of: .zero)
    products = Memory.make(source.bins, of: .zero)
    powers = Memory.make(source.bins, of: 0)
    places = Memory.make(source.bands.count, of: 0)
    fill(tables)
  }

  deinit {
    bands.deallocate()
    lowerBands.deallocate()
    bandShares.deallocate()
    ownBands.deallocate()
    pickers.deallocate()
    linear.deallocate()
    wanted.deallocate()
    products.deallocate()
    powers.deallocate()
    places.deallocate()
  }

  private func fill(_ tables: DirectionalTables) {
    let source = tables.grid
    for (n, value) in tables.linear.enumerated() { linear[n] = value }
    for (n, value) in tables.wanted.enumerated() { wanted[n] = value }
    for place in 0..<(source.directions * source.bins) {
      for microphone in 0..<source.microphones {
        let value = tables.pickers[place * source.microphones + microphone]
        let (group, lane) = (microphone / Lanes.count, microphone % Lanes.count)
        let target = pickers + place * grid.groups + group
        (target.pointee.re[lane], target.pointee.im[lane]) = (value.x, value.y)
      }
    }
    let centres = source.bands.map { Float($0.lowerBound + $0.upperBound - 1) / 2 }
    for bin in 0..<source.bins {
      let own = source.bands.firstIndex { $0.contains(bin) }
      ownBands[bin] = own ?? (bin == 0 ? 0 : source.bands.count - 1)
      let above = centres.firstIndex { $0 > Float(bin) } ?? centres.count
      let lower = max(0, above - 1)
      lowerBands[bin] = lower
      guard above > 0, above < centres.count else { continue }
      bandShares[bin] = (Float(bin) - centres[lower]) / (centres[above] - centres[lower])
    }
  }

  /// Forgets all sound so far.
  @_noAllocation @_noLocks
  func reset() {
    for n in 0..<grid.bins { (products[n], powers[n]) = (.zero, 0) }
    for n in 0..<grid.bands { places[n] = 0 }
  }

  /// The correction for a window; false when there is none at all.
  ///
  /// - Parameters:
  ///   - microphones: their spectra, `[group][bin]`.
  ///   - ears: the spectra of the filters' output, left and right in the first two lanes.
  ///   - correction: receives what is to be added, from ``StereoStage/backLane`` on.
  @_noAllocation @_noLocks
  func correct(
    _ scan: borrowing DirectionScan, microphones: UnsafePointer<LaneComplex>,
    ears: UnsafePointer<LaneComplex>, into correction: UnsafeMutablePointer<LaneComplex>
  ) -> Bool {
    follow(scan)
    var isActive = false
    correction[0] = .zero
    correction[grid.bins - 1] = .zero
    for bin in 1..<(grid.bins - 1) {
      let belief = belief(scan, bin)
      if belief == 0 {
        correction[bin] = .zero
        continue
      }
      isActive = true
      let place = BinPlace(places[ownBands[bin]], grid: grid)
      let sound = sound(bin, place, microphones)
      let (model, aim) = (blend(linear, bin, place), blend(wanted, bin, place))
      if belief >= Self.leastBelief { measure(bin, sound: sound, ears: ears[bin]) }
      let error: SIMD4<Float> = (aim - response(bin, model: model, aim: aim)) * belief
      let product = Ears.times(error, sound)
      correction[bin] = Ears.lanes(product)
    }
    return isActive
  }

  /// Begins anew in bands whose direction jumped.
  @_noAllocation @_noLocks
  private func follow(_ scan: borrowing DirectionScan) {
    for band in 0..<grid.bands {
      var distance = abs(scan.places[band] - places[band])
      if grid.isRing { distance = min(distance, Float(grid.directions) - distance) }
      places[band] = scan.places[band]
      guard distance > grid.jump else { continue }
      for bin in bands[band].first..<bands[band].end { (products[bin], powers[bin]) = (.zero, 0) }
    }
  }

  @_noAllocation @_noLocks
  private func belief(_ scan: borrowing DirectionScan, _ bin: Int) -> Float {
    let lower = lowerBands[bin]
    let (one, share) = (scan.beliefs[lower], bandShares[bin])
    return share == 0 ? one : one + (scan.beliefs[lower + 1] - one) * share
  }

  /// The sound of a direction, real and imaginary part.
  @_noAllocation @_noLocks
  private func sound(
    _ bin: Int, _ place: BinPlace, _ microphones: UnsafePointer<LaneComplex>
  ) -> SIMD2<Float> {
    let (groups, bins) = (grid.groups, grid.bins)
    let one = pickers + (place.lower * bins + bin) * groups
    let two = pickers + (place.upper * bins + bin) * groups
    var (re, im) = (Lanes.zero, Lanes.zero)
    for group in 0..<groups {
      let value = microphones[group * bins + bin]
      let real: Lanes = one[group].re + (two[group].re - one[group].re) * place.share
      let imaginary: Lanes = one[group].im + (two[group].im - one[group].im) * place.share
      re = re.adding(real, times: value.re).subtracting(imaginary, times: value.im)
      im = im.adding(real, times: value.im).adding(imaginary, times: value.re)
    }
    return SIMD2(re.sum(), im.sum())
  }

  /// A response between two directions.
  @_noAllocation @_noLocks
  private func blend(
    _ table: UnsafeMutablePointer<SIMD4<Float>>, _ bin: Int, _ place: BinPlace
  ) -> SIMD4<Float> {
    let one = table[place.lower * grid.bins + bin]
    let two = table[place.upper * grid.bins + bin]
    return one + (two - one) * place.share
  }

  /// Means of output times the conjugate of sound, and of the sound's power.
  @_noAllocation @_noLocks
  private func measure(_ bin: Int, sound: SIMD2<Float>, ears: LaneComplex) {
    let output = SIMD4<Float>(ears.re[0], ears.im[0], ears.re[1], ears.im[1])
    let product: SIMD4<Float> = Ears.times(output, SIMD2(sound.x, -sound.y))
    products[bin] = products[bin] * kept + product * (1 - kept)
    let power: Float = sound.x * sound.x + sound.y * sound.y
    powers[bin] = powers[bin] * kept + power * (1 - kept)
    if powers[bin] < Self.silence { (products[bin], powers[bin]) = (.zero, 0) }
  }

  /// The response of the filters to a sound: as measured, near what the tables say.
  @_noAllocation @_noLocks
  private func response(
    _ bin: Int, model: SIMD4<Float>, aim: SIMD4<Float>
  ) -> SIMD4<Float> {
    guard powers[bin] > 0 else { return model }
    var measured: SIMD4<Float> = products[bin] * (1 / powers[bin])
    let (modelled, wanted) = (Ears.power(model), Ears.power(aim))
    if bin < grid.phaseBin {
      let found = Ears.power(measured)
      measured = Ears.scale(model, Ears.ratio(found, modelled))
    }
    let difference: SIMD4<Float> = measured - model
    let (off, largest) = (Ears.power(difference), Ears.larger(modelled, wanted))
    let limit: SIMD2<Float> = largest * (Self.farthest * Self.farthest)
    return model + Ears.scale(difference, Ears.bound(off, by: limit))
  }
}
