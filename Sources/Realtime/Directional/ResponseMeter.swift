/// Measures the filters' response to the sound from each bin's direction, and computes the correction, several bins at
/// a time.
///
/// For perfect microphones, the tables give the response of the filters. Real microphones differ, so the response is
/// measured while the sound lasts: it is the mean of the output times the conjugate of the sound, divided by the mean
/// power of the sound. Where the phase matters most, only the magnitude is measured.
struct ResponseMeter: ~Copyable, @unchecked Sendable {
  // Sendable is unchecked because of the pointers: their memory can be reached only through this value.

  private var memory = Memory()
  /// Rows of numbers, one per bin; every quantity of one ear has two rows, one for the real and one for the imaginary
  /// parts.
  enum Row: Int {
    case belief = 0
    case sound = 1
    /// The filters' response, followed by the head's response.
    case model = 3
    case aim = 7
    case product = 11
    case power = 15
    case isPhaseFree = 16
    static let count = 17
  }

  /// The length of a row in numbers.
  let stride: Int

  private let vectors: Int
  /// The number of vectors of bins in which only the magnitude is measured.
  private let phaseFreeVectors: Int
  private let rows: UnsafeMutablePointer<Float>
  private let kept: Float

  /// The time constant of the means in seconds.
  private static let seconds = 0.06
  /// The frequency in hertz below which only the magnitude is measured.
  private static let phaseLimit = 1500.0
  /// The largest permitted deviation of a measured response from the table, relative to the larger of the two
  /// magnitudes.
  private static var farthest: Float { @_noAllocation @_noLocks get { 0.35 } }
  /// Responses are measured only where a band's direction is believed at least this much.
  private static var leastBelief: Float { @_noAllocation @_noLocks get { 0.5 } }
  /// The power below which a bin counts as silent.
  private static var silence: Float { @_noAllocation @_noLocks get { 1e-24 } }

  /// - Parameter bins: the number of corrected bins, from the lowest on.
  init(_ grid: DirectionalGrid, bins: Int) {
    kept = ScanFactors.kept(Double(grid.hop) / grid.rate, of: Self.seconds)
    vectors = (bins + Lanes.count - 1) / Lanes.count
    stride = SpectrumRows.stride(bins: bins)
    rows = memory.make(Row.count * stride, of: 0)
    let phaseBin = Int(Self.phaseLimit * Double(grid.window) / grid.rate)
    phaseFreeVectors = min(vectors, (phaseBin + Lanes.count - 1) / Lanes.count)
    for bin in 0..<min(phaseBin, bins) { row(.isPhaseFree)[bin] = 1 }
  }

  /// A row, or one of the rows after it.
  @_noAllocation @_noLocks
  @inline(__always)
  func row(_ row: Row, _ behind: Int = 0) -> UnsafeMutablePointer<Float> {
    rows + (row.rawValue &+ behind) &* stride
  }

  /// Forgets all the sound it has processed so far.
  @_noAllocation @_noLocks
  func reset() { keep(0, 0, stride) }

  /// Keeps only a share, 0 to 1, of the means in a range of bins.
  @_noAllocation @_noLocks
  func keep(_ share: Float, _ first: Int, _ end: Int) {
    var bin = first
    while bin + 4 <= end {
      let power = Quad.load(row(.power) + bin) * share
      // Denormal numbers are slow and would never decay to zero, so silence is set to zero.
      let isSilent = power .<= SIMD4(repeating: Self.silence)
      let none = SIMD4<Float>.zero
      Quad.store(power.replacing(with: none, where: isSilent), row(.power) + bin)
      for n in 0..<4 {
        let place = row(.product, n) + bin
        let product = Quad.load(place) * share
        Quad.store(product.replacing(with: none, where: isSilent), place)
      }
      bin += 4
    }
    while bin < end {
      let isSound = row(.power)[bin] * share > Self.silence
      for n in 0..<5 {
        let place = (n < 4 ? row(.product, n) : row(.power)) + bin
        place.pointee = isSound ? place.pointee * share : 0
      }
      bin += 1
    }
  }

  /// Computes the corrections of all bins from the rows of beliefs, sounds and responses.
  @_noAllocation @_noLocks
  func correct(_ ears: SpectrumRows, into correction: SpectrumRows) {
    for vector in 0..<vectors {
      let bin = vector &* Lanes.count
      let belief = lanes(.belief, 0, bin)
      guard belief.greatest > 0 else {
        for ear in 0..<2 {
          Lanes.zero.store(at: correction.real + ear * correction.stride + bin)
          Lanes.zero.store(at: correction.imaginary + ear * correction.stride + bin)
        }
        continue
      }
      let sound = number(.sound, 0, bin)
      let mean = measurePower(
        bin, of: sound, where: belief .>= Lanes(repeating: Self.leastBelief))
      for ear in 0..<2 {
        let place = ear * ears.stride + bin
        let output = LaneComplex(Lanes(at: ears.real + place), Lanes(at: ears.imaginary + place))
        let product = measure(ear, bin, output.timesConjugate(sound), mean)
        let aim = number(.aim, 2 &* ear, bin)
        let response = response(
          bin, product, mean.inverse, model: number(.model, 2 &* ear, bin), aim: aim)
        let value = (aim - response).scaled(by: belief) * sound
        value.re.store(at: correction.real + place)
        value.im.store(at: correction.imaginary + place)
      }
    }
  }

  /// The reciprocal of the sound's mean power, or 0 for silence; and the weights that the past and the new window have
  /// in the means.
  private struct Mean {
    var inverse: Lanes
    var past: Lanes
    var fresh: Lanes
  }

  /// Updates the mean power of the sound where the mask is set; silence resets all means.
  @_noAllocation @_noLocks
  @inline(__always)
  private func measurePower(_ bin: Int, of sound: LaneComplex, where mask: LaneMask) -> Mean {
    let one = Lanes(repeating: 1)
    let past = one.replacing(with: Lanes(repeating: kept), where: mask)
    let fresh = Lanes.zero.replacing(with: Lanes(repeating: 1 - kept), where: mask)
    let power: Lanes = lanes(.power, 0, bin) * past + sound.power * fresh
    let isSilent = power .< Lanes(repeating: Self.silence)
    let inverse: Lanes = one / power.replacing(with: one, where: isSilent)
    power.replacing(with: Lanes.zero, where: isSilent).store(at: row(.power) + bin)
    return Mean(
      inverse: inverse.replacing(with: Lanes.zero, where: isSilent),
      past: past.replacing(with: Lanes.zero, where: isSilent),
      fresh: fresh.replacing(with: Lanes.zero, where: isSilent))
  }

  /// Updates the mean of the output times the conjugate of the sound.
  @_noAllocation @_noLocks
  @inline(__always)
  private func measure(
    _ ear: Int, _ bin: Int, _ now: LaneComplex, _ mean: Mean
  ) -> LaneComplex {
    let held = number(.product, 2 &* ear, bin)
    let (re, im): (Lanes, Lanes) = (
      held.re * mean.past + now.re * mean.fresh, held.im * mean.past + now.im * mean.fresh
    )
    re.store(at: row(.product, 2 &* ear) + bin)
    im.store(at: row(.product, 2 &* ear &+ 1) + bin)
    return LaneComplex(re, im)
  }

  /// The measured response of the filters to a sound, limited to values near the table's.
  @_noAllocation @_noLocks
  @inline(__always)
  private func response(
    _ bin: Int, _ mean: LaneComplex, _ inverse: Lanes, model: LaneComplex, aim: LaneComplex
  ) -> LaneComplex {
    var measured = mean.scaled(by: inverse)
    let modelled = model.power
    if bin < phaseFreeVectors &* Lanes.count {
      let magnitude = model.scaled(by: Root.ofRatio(measured.power, modelled))
      let isPhaseFree = lanes(.isPhaseFree, 0, bin) .> Lanes.zero
      measured = LaneComplex(
        measured.re.replacing(with: magnitude.re, where: isPhaseFree),
        measured.im.replacing(with: magnitude.im, where: isPhaseFree))
    }
    let difference = measured - model
    let wanted = aim.power
    let largest = modelled.replacing(with: wanted, where: wanted .> modelled)
    let limit: Lanes = largest * (Self.farthest * Self.farthest)
    let distance = difference.power
    let isNear = (distance .<= limit) .& (inverse .> Lanes.zero)
    if all(isNear) { return model + difference }
    let factor = Root.bound(distance, by: limit)
    return model
      + difference.scaled(by: factor.replacing(with: Lanes.zero, where: inverse .<= Lanes.zero))
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private func lanes(_ row: Row, _ behind: Int, _ bin: Int) -> Lanes {
    Lanes(at: self.row(row, behind) + bin)
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private func number(_ row: Row, _ behind: Int, _ bin: Int) -> LaneComplex {
    LaneComplex(lanes(row, behind, bin), lanes(row, behind &+ 1, bin))
  }
}
