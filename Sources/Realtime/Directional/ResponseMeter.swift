/// Measures what the filters make of the sound of each bin's direction, and makes the correction of it: several bins at
/// a time.
///
/// What the filters make is known from the tables for perfect microphones. Real ones differ, so the response is
/// measured as the sound goes on: the mean of output times the conjugate of the sound, over the mean power of the
/// sound. Where the phase matters most, only the magnitude is measured.
struct ResponseMeter: ~Copyable, @unchecked Sendable {
  // Unchecked because of the pointers: their memory is reachable through this one value only.

  /// Rows of numbers, one for each bin: of what ears have two each, real and imaginary parts.
  private enum Row {
    static let belief = 0
    static let sound = 1
    static let model = 3
    static let aim = 7
    static let output = 11
    static let product = 15
    static let power = 19
    static let isPhaseFree = 20
    static let correction = 21
    static let count = 25
  }

  private let vectors: Int
  /// Vectors with a bin where only the magnitude is measured.
  private let phaseFreeVectors: Int
  private let rows: UnsafeMutablePointer<Lanes>
  private let kept: Float

  /// The time constant of the means in seconds.
  private static let seconds = 0.06
  /// Below this frequency in hertz only the magnitude is measured.
  private static let phaseLimit = 1500.0
  /// The farthest that a measured response may be from that of the tables, relative to the larger magnitude.
  private static let farthest: Float = 0.35
  /// Responses are measured where a band is believed so far.
  private static let leastBelief: Float = 0.5
  /// A power that is no sound.
  private static let silence: Float = 1e-24

  init(_ grid: DirectionalGrid) {
    kept = ScanFactors.kept(Double(grid.hop) / grid.rate, of: Self.seconds)
    vectors = (grid.bins + Lanes.count - 1) / Lanes.count
    rows = Memory.make(Row.count * vectors, of: .zero)
    let phaseBin = Int(Self.phaseLimit * Double(grid.window) / grid.rate)
    phaseFreeVectors = min(vectors, (phaseBin + Lanes.count - 1) / Lanes.count)
    for bin in 0..<min(phaseBin, grid.bins) { set(Row.isPhaseFree, bin, 1) }
  }

  deinit { rows.deallocate() }

  /// Forgets all sound so far.
  @_noAllocation @_noLocks
  func reset() {
    for n in (Row.product * vectors)..<((Row.power + 1) * vectors) { rows[n] = .zero }
  }

  /// Forgets the sound of a bin.
  @_noAllocation @_noLocks
  func forget(_ bin: Int) {
    for row in Row.product...Row.power { set(row, bin, 0) }
  }

  /// Says that a bin has nothing to correct.
  @_noAllocation @_noLocks
  func leaveOut(_ bin: Int) { set(Row.belief, bin, 0) }

  /// Says what a bin has in this window: sound, and responses as (left, right), real and imaginary parts.
  @_noAllocation @_noLocks
  @inline(__always)
  func set(
    _ bin: Int, belief: Float, sound: SIMD2<Float>, model: SIMD4<Float>, aim: SIMD4<Float>,
    ears: LaneComplex
  ) {
    set(Row.belief, bin, belief)
    set(Row.sound, bin, sound.x)
    set(Row.sound + 1, bin, sound.y)
    for n in 0..<4 {
      set(Row.model + n, bin, model[n])
      set(Row.aim + n, bin, aim[n])
    }
    for ear in 0..<2 {
      set(Row.output + 2 * ear, bin, ears.re[ear])
      set(Row.output + 2 * ear + 1, bin, ears.im[ear])
    }
  }

  /// The corrections of all bins, both ears from ``StereoStage/backLane`` on.
  @_noAllocation @_noLocks
  func correct(_ correction: UnsafeMutablePointer<LaneComplex>, bins: Int) {
    for vector in 0..<vectors {
      let first = vector * Lanes.count
      let end = min(first + Lanes.count, bins)
      let belief = row(Row.belief, vector)
      guard belief.greatest > 0 else {
        for bin in first..<end { correction[bin] = .zero }
        continue
      }
      let isMeasured = belief .>= Lanes(repeating: Self.leastBelief)
      let sound = number(Row.sound, vector)
      let inverse = measurePower(vector, of: sound, where: isMeasured)
      for ear in 0..<2 { correct(ear, vector, sound, (belief, inverse), where: isMeasured) }
      let values = UnsafeRawPointer(rows + Row.correction * vectors)
        .assumingMemoryBound(to: Float.self)
      let (row, lane) = (vectors * Lanes.count, StereoStage.backLane)
      for bin in first..<end {
        let value = values + bin
        var (re, im) = (Lanes.zero, Lanes.zero)
        (re[lane], re[lane + 1]) = (value[0], value[2 * row])
        (im[lane], im[lane + 1]) = (value[row], value[3 * row])
        correction[bin] = LaneComplex(re, im)
      }
    }
  }

  /// 1 over the mean of the sound's power, or 0.
  @_noAllocation @_noLocks
  @inline(__always)
  private func measurePower(
    _ vector: Int, of sound: LaneComplex, where mask: LaneMask
  ) -> Lanes {
    let held = row(Row.power, vector)
    let mean: Lanes = held * kept + sound.power * (1 - kept)
    let power = held.replacing(with: mean, where: mask)
    let isSilent = power .< Lanes(repeating: Self.silence)
    rows[Row.power * vectors + vector] = power.replacing(with: Lanes.zero, where: isSilent)
    let one = Lanes(repeating: 1)
    let inverse: Lanes = one / power.replacing(with: one, where: isSilent)
    return inverse.replacing(with: Lanes.zero, where: isSilent)
  }

  /// The correction of an ear.
  @_noAllocation @_noLocks
  @inline(__always)
  private func correct(
    _ ear: Int, _ vector: Int, _ sound: LaneComplex, _ factors: (belief: Lanes, inverse: Lanes),
    where mask: LaneMask
  ) {
    let mean = measure(
      Row.product + 2 * ear, vector, number(Row.output + 2 * ear, vector), sound, mask)
    let (model, aim) = (number(Row.model + 2 * ear, vector), number(Row.aim + 2 * ear, vector))
    let response = response(vector, mean, factors.inverse, model: model, aim: aim)
    let error = (aim - response).scaled(by: factors.belief)
    let correction = error * sound
    let isNothing = factors.belief .<= Lanes.zero
    let row = rows + (Row.correction + 2 * ear) * vectors + vector
    row[0] = correction.re.replacing(with: Lanes.zero, where: isNothing)
    row[vectors] = correction.im.replacing(with: Lanes.zero, where: isNothing)
  }

  /// The mean of output times the conjugate of the sound.
  @_noAllocation @_noLocks
  @inline(__always)
  private func measure(
    _ product: Int, _ vector: Int, _ output: LaneComplex, _ sound: LaneComplex,
    _ mask: LaneMask
  ) -> LaneComplex {
    let held = number(product, vector)
    let now = output.timesConjugate(sound)
    let isSilent = row(Row.power, vector) .<= Lanes.zero
    let (re, im): (Lanes, Lanes) = (
      held.re * kept + now.re * (1 - kept), held.im * kept + now.im * (1 - kept)
    )
    let mean = LaneComplex(
      held.re.replacing(with: re, where: mask).replacing(with: Lanes.zero, where: isSilent),
      held.im.replacing(with: im, where: mask).replacing(with: Lanes.zero, where: isSilent))
    rows[product * vectors + vector] = mean.re
    rows[(product + 1) * vectors + vector] = mean.im
    return mean
  }

  /// The response of the filters to a sound: as measured, near what the tables say.
  @_noAllocation @_noLocks
  @inline(__always)
  private func response(
    _ vector: Int, _ mean: LaneComplex, _ inverse: Lanes, model: LaneComplex, aim: LaneComplex
  ) -> LaneComplex {
    var measured = mean.scaled(by: inverse)
    let modelled = model.power
    if vector < phaseFreeVectors {
      let magnitude = model.scaled(by: Root.ofRatio(measured.power, modelled))
      let isPhaseFree = row(Row.isPhaseFree, vector) .> Lanes.zero
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
  private func row(_ row: Int, _ vector: Int) -> Lanes { rows[row * vectors + vector] }

  @_noAllocation @_noLocks
  @inline(__always)
  private func number(_ row: Int, _ vector: Int) -> LaneComplex {
    LaneComplex(rows[row * vectors + vector], rows[(row + 1) * vectors + vector])
  }

  @_noAllocation @_noLocks
  @inline(__always)
  private func set(_ row: Int, _ bin: Int, _ value: Float) {
    UnsafeMutableRawPointer(rows + row * vectors).assumingMemoryBound(to: Float.self)[bin] = value
  }
}
