/// The correction of every bin: what a head would make of the sound of its direction, less what the filters make.
///
/// The sound of a direction, and the responses to it, come from the tables of the two directions beside it; a
/// ``ResponseMeter`` makes the correction of them.
struct ResponseTracker: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  private let grid: TrackerGrid
  private let bands: UnsafeMutablePointer<BandRange>
  /// The centre of the band below each bin, and how far the bin is towards the next one.
  private let lowerBands: UnsafeMutablePointer<Int>
  private let bandShares: UnsafeMutablePointer<Float>
  /// `[direction][bin][group]`.
  private let pickers: UnsafeMutablePointer<LaneComplex>
  /// `[direction][bin]`.
  private let linear: UnsafeMutablePointer<SIMD4<Float>>
  private let wanted: UnsafeMutablePointer<SIMD4<Float>>
  private let meter: ResponseMeter
  /// The place of each band's sound in the window before.
  private let places: UnsafeMutablePointer<Float>

  /// A direction that jumps by more degrees is another sound.
  private static let jumpDegrees: Float = 10

  init(_ tables: DirectionalTables, groups: Int) {
    let source = tables.grid
    grid = TrackerGrid(source, groups: groups, jump: Self.jumpDegrees / source.degrees)
    meter = ResponseMeter(source)
    bands = .allocate(capacity: source.bands.count)
    for (n, band) in source.bands.enumerated() {
      // What is above the last band belongs to it; the first and the last bin stay as they are.
      let end = n + 1 < source.bands.count ? band.upperBound : source.bins - 1
      (bands + n).initialize(to: BandRange(first: max(1, band.lowerBound), end: end))
    }
    lowerBands = Memory.make(source.bins, of: 0)
    bandShares = Memory.make(source.bins, of: 0)
    pickers = Memory.make(source.directions * source.bins * groups, of: .zero)
    linear = Memory.make(source.directions * source.bins, of: .zero)
    wanted = Memory.make(source.directions * source.bins, of: .zero)
    places = Memory.make(source.bands.count, of: 0)
    fill(tables)
  }

  deinit {
    bands.deallocate()
    lowerBands.deallocate()
    bandShares.deallocate()
    pickers.deallocate()
    linear.deallocate()
    wanted.deallocate()
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
    meter.reset()
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
    for band in 0..<grid.bands {
      let place = BinPlace(places[band], grid: grid)
      for bin in bands[band].first..<bands[band].end {
        let belief = belief(scan, bin)
        if belief == 0 {
          meter.leaveOut(bin)
          continue
        }
        isActive = true
        meter.set(
          bin, belief: belief, sound: sound(bin, place, microphones),
          model: blend(linear, bin, place), aim: blend(wanted, bin, place), ears: ears[bin])
      }
    }
    meter.correct(correction, bins: grid.bins)
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
      for bin in bands[band].first..<bands[band].end { meter.forget(bin) }
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
}
