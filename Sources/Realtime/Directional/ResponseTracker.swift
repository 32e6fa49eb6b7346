/// The correction of every bin: a head's response to the sound from its direction, minus the filters' response to the
/// sound.
///
/// For the sound from a direction, the picking factors and the responses are interpolated between the tables of the two
/// nearest directions; a ``ResponseMeter`` computes the correction from them.
struct ResponseTracker: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  private let grid: TrackerGrid
  private let bands: UnsafeMutablePointer<BandRange>
  /// The first bin at or above each band's centre (for the first band bin 1), then the end of the bins; and a fraction
  /// for each bin.
  ///
  /// The fraction is the bin's distance from the nearest centre below, divided by the distance between the nearest
  /// centres below and above.
  private let firstAbove: UnsafeMutablePointer<Int>
  private let bandShares: UnsafeMutablePointer<Float>
  /// The rows of each direction: first the real and imaginary parts of the factors that pick its sound, for each
  /// microphone; then the responses in the order of ``ResponseMeter``.
  private let tables: UnsafeMutablePointer<Float>
  private let stride: Int
  private let block: Int
  private let meter: ResponseMeter
  /// The position of each band's sound in the previous window, in the list of directions.
  private let places: UnsafeMutablePointer<Float>

  /// The distance in degrees beyond which a response measured in one direction says nothing about another.
  private static var reach: Float { @_noAllocation @_noLocks get { 10 } }
  /// The number of rows for the responses: the real and imaginary parts of both ears, for the filters and for the head.
  private static var responses: Int { @_noAllocation @_noLocks get { 8 } }

  init(_ tables: DirectionalTables) {
    let source = tables.grid
    let grid = TrackerGrid(source, in: &memory)
    self.grid = grid
    meter = ResponseMeter(source, bins: grid.bins)
    bands = memory.allocate(source.bands.count)
    for (n, band) in source.bands.enumerated() {
      // The last band includes the bins above it; bin 0 and the last bin are never corrected.
      let end = n + 1 < source.bands.count ? min(band.upperBound, grid.bins) : grid.bins
      (bands + n).initialize(to: BandRange(first: min(max(1, band.lowerBound), end), end: end))
    }
    firstAbove = memory.make(source.bands.count + 1, of: grid.bins)
    bandShares = memory.make(grid.bins, of: 0)
    stride = SpectrumRows.stride(bins: grid.bins)
    block = (2 * grid.microphones + Self.responses) * stride
    self.tables = memory.make(source.directions * block, of: 0)
    places = memory.make(source.bands.count, of: 0)
    for direction in 0..<source.directions { fill(direction, tables) }
    let centres = source.bands.map { Float($0.lowerBound + $0.upperBound - 1) / 2 }
    // Bins below the first centre belong to the first band.
    firstAbove[0] = min(1, grid.bins)
    for bin in 0..<grid.bins {
      let above = centres.firstIndex { $0 > Float(bin) } ?? centres.count
      let lower = max(0, above - 1)
      if lower > 0 { firstAbove[lower] = min(firstAbove[lower], bin) }
      guard above > 0, above < centres.count else { continue }
      bandShares[bin] = (Float(bin) - centres[lower]) / (centres[above] - centres[lower])
    }
  }

  /// Puts the table entries of a direction into rows.
  private func fill(_ direction: Int, _ source: DirectionalTables) {
    let rows = tables + direction * block
    let microphones = grid.microphones
    for bin in 0..<grid.bins {
      let place = direction * source.grid.bins + bin
      for n in 0..<microphones {
        let value = source.pickers[place * microphones + n]
        rows[2 * n * stride + bin] = value.x
        rows[(2 * n + 1) * stride + bin] = value.y
      }
      let (linear, wanted) = (source.linear[place], source.wanted[place])
      for n in 0..<4 {
        rows[(2 * microphones + n) * stride + bin] = linear[n]
        rows[(2 * microphones + 4 + n) * stride + bin] = wanted[n]
      }
    }
  }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  func reset() {
    meter.reset()
    for n in 0..<grid.bands { places[n] = 0 }
  }

  /// Updates the positions of the sounds; the further the sound of a band has moved, the more of the band's
  /// measurements are forgotten.
  ///
  /// Thus a moving or new sound is not corrected with measurements from the previous direction.
  @_noAllocation @_noLocks
  func follow(_ scan: borrowing DirectionScan) {
    var band = 0
    while band < grid.bands {
      let (now, before) = (scan.places[band], places[band])
      var end = band + 1
      // Neighbouring bands with the same two positions, before and now, form one run.
      while end < grid.bands, scan.places[end] == now, places[end] == before { end += 1 }
      if now != before {
        for n in band..<end { places[n] = now }
        let share = max(0, 1 - grid.distance(now, before) / Self.reach)
        meter.keep(share, bands[band].first, bands[end - 1].end)
      }
      band = end
    }
  }

  /// Computes the correction for a window.
  @_noAllocation @_noLocks
  func correct(
    _ scan: borrowing DirectionScan, _ window: StereoWindow, into correction: SpectrumRows
  ) {
    spread(scan)
    var band = 0
    while band < grid.bands {
      guard isBelieved(scan, near: band) else {
        band += 1
        continue
      }
      var bin = bands[band].first
      let place = BinPlace(places[band], grid: grid)
      // Neighbouring bands with the same position form one run, so a vector may span several bands.
      var last = band
      while last + 1 < grid.bands, places[last + 1] == places[band],
        isBelieved(scan, near: last + 1)
      {
        last += 1
      }
      // A vector may extend beyond the run; the bins beyond it are computed again with the next run.
      while bin < bands[last].end {
        gather(bin, place, window.microphones)
        bin += Lanes.count
      }
      band = last + 1
    }
    joinLobes(scan)
    meter.correct(window.ears, into: correction)
  }

  /// Joins the main lobes of all tones that have continued for a while.
  @_noAllocation @_noLocks
  private func joinLobes(_ scan: borrowing DirectionScan) {
    let end = min(scan.loudness.bins, grid.bins) - ToneLobe.beside
    // Around a band that is believed, the responses of all bins of a lobe are known.
    for band in 0..<grid.bands where scan.mayBeTone(band) && scan.beliefs[band] > 0 {
      let first = max(bands[band].first, ToneLobe.beside)
      meter.joinLobes(scan.loudness.row, first, min(bands[band].end, end))
    }
  }

  /// Gives every bin a belief, interpolated between neighbouring bands.
  @_noAllocation @_noLocks
  private func spread(_ scan: borrowing DirectionScan) {
    let (beliefs, shares) = (meter.row(.belief), bandShares)
    for band in 0..<grid.bands {
      let lower = scan.beliefs[band]
      let rise = scan.beliefs[band + 1] - lower
      var bin = firstAbove[band]
      while bin < firstAbove[band + 1] {
        beliefs[bin] = lower + rise * shares[bin]
        bin += 1
      }
    }
  }

  /// True if any bin of a band may have a belief above zero: between two centres, the belief also depends on the
  /// neighbouring band.
  @_noAllocation @_noLocks
  private func isBelieved(_ scan: borrowing DirectionScan, near band: Int) -> Bool {
    if scan.beliefs[band] > 0 || scan.beliefs[band + 1] > 0 { return true }
    return band > 0 && scan.beliefs[band - 1] > 0
  }

  /// Computes the sound from a direction, and the responses to it, for one vector of bins.
  @_noAllocation @_noLocks
  @inline(__always)
  private func gather(_ bin: Int, _ place: BinPlace, _ microphones: SpectrumRows) {
    let share = Lanes(repeating: place.share)
    var one = UnsafePointer(tables) + place.lower * block + bin
    var two = UnsafePointer(tables) + place.upper * block + bin
    var (real, imaginary) = (microphones.real + bin, microphones.imaginary + bin)
    var (re, im) = (Lanes.zero, Lanes.zero)
    for _ in 0..<grid.microphones {
      let factor = LaneComplex(
        blend(one, two, share), blend(one + stride, two + stride, share))
      let (x, y) = (Lanes(at: real), Lanes(at: imaginary))
      re = re.adding(factor.re, times: x).subtracting(factor.im, times: y)
      im = im.adding(factor.re, times: y).adding(factor.im, times: x)
      (one, two) = (one + 2 * stride, two + 2 * stride)
      (real, imaginary) = (real + microphones.stride, imaginary + microphones.stride)
    }
    re.store(at: meter.row(.sound) + bin)
    im.store(at: meter.row(.sound, 1) + bin)
    var target = meter.row(.model) + bin
    for _ in 0..<Self.responses {
      blend(one, two, share).store(at: target)
      (one, two, target) = (one + stride, two + stride, target + meter.stride)
    }
  }

  /// Numbers interpolated between two directions.
  @_noAllocation @_noLocks
  @inline(__always)
  private func blend(
    _ one: UnsafePointer<Float>, _ two: UnsafePointer<Float>, _ share: Lanes
  ) -> Lanes {
    let first = Lanes(at: one)
    return first.adding(Lanes(at: two) - first, times: share)
  }
}
