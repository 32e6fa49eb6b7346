import Acoustics
import Boards
import Glibc

extension FilterDesigner {
  /// The tables for wind reduction in the stereo of a design; `nil` if the design has no left and right, or its filters
  /// do not aim at the ears of a head.
  ///
  /// - Parameter strength: the maximum wind reduction in decibels.
  public func wind(_ design: Design, strength: Double) -> WindDesign? {
    guard design.pattern == .stereo, !design.notes.contains(.noLeftAndRight),
      let layout = board.layout(design.which)
    else { return nil }
    let plan = DesignPlan(basis, which: design.which, layout: layout, pattern: .stereo)
    guard plan.pattern == .stereo, plan.microphones.count > 1 else { return nil }
    return WindTableBuilder(self, plan: plan, bank: design.filters).design(strength: strength)
  }

  /// The length in frames of the windows after the filters at a sample rate, a power of two.
  ///
  /// The blocks of the filters are half as long.
  public static func stereoWindow(rate: Int) -> Int { DirectionalPlan(rate: rate).window }
}

/// Builds the tables for one case.
private struct WindTableBuilder {
  private let designer: FilterDesigner
  private let plan: DesignPlan
  private let bank: FilterBank
  private let grid: DirectionalPlan
  private let filters: AppliedFilters
  private let order: Int
  /// The number of bins in which wind is reduced.
  private let bins: Int

  /// Wind is reduced fully up to the first of these frequencies in hertz, and not at all from the second on.
  private static let reduced = 900.0...1500.0
  /// The frequencies in hertz between which wind is sought.
  private static let watched = 80.0...400.0
  /// The allowance for unequal microphones, added to the share of a sound: the upper limit, and the total that is
  /// divided by the number of microphones.
  ///
  /// A microphone that is 1 dB louder than the others adds 0.015, divided by the number of microphones.
  private static let (margin, sharedMargin) = (0.03, 0.12)
  /// If a part's share of sound can be this large relative to its share of incoherent noise, the part cannot
  /// distinguish the two.
  private static let tellingLimit = 0.8
  private static let leastDifference = 0.05
  /// Microphones that are further apart than this fraction of the wavelength are not summed.
  private static let summed = 0.25

  init(_ designer: FilterDesigner, plan: DesignPlan, bank: FilterBank) {
    (self.designer, self.plan, self.bank) = (designer, plan, bank)
    let grid = DirectionalPlan(rate: bank.rate)
    self.grid = grid
    filters = AppliedFilters(bank, board: designer.board, fftLength: grid.window)
    order = plan.microphones.count
    bins = max(2, min(Int((Self.reduced.upperBound / grid.step).rounded(.up)), grid.window / 2))
  }

  func design(strength: Double) -> WindDesign {
    var around = designer.array(plan).standardSteering(step: grid.step)
    var parts: [SIMD2<Float>] = []
    var (limits, weights, levels): ([Float], [Float], [Float]) = ([], [], [])
    for bin in 0..<bins {
      if bin > 0 { around.advance() }
      let eigen = HermitianEigen(crossPowers(around), order: order)
      parts += partRows(eigen, bin)
      let count = DirectionGrid.standard.directions.count
      let most = largestShares(eigen, waves: Self.waves(around, count))
      limits += spread(most)
      weights += spread(Self.weights(most))
      levels.append(Float(level(around, bin)))
    }
    let frequencies = (0..<bins).map { Double($0) * grid.step }
    let (low, high) = (Self.reduced.lowerBound, Self.reduced.upperBound)
    return WindDesign(
      rate: grid.rate, window: grid.window, microphones: bank.microphones, delay: bank.delay,
      bins: bins, watched: watched, singleBin: singleBin, strength: strength, parts: parts,
      limits: limits, weights: weights,
      corrections: frequencies.flatMap(corrections),
      noiseGains: (0..<bins).map { Float(noiseGain($0)) }, levels: levels,
      shares: frequencies.map { Float(max(0, min(1, (high - $0) / (high - low)))) })
  }

  private var watched: Range<Int> {
    let first = max(1, Int((Self.watched.lowerBound / grid.step).rounded(.up)))
    let end = min(bins, Int(Self.watched.upperBound / grid.step) + 1)
    return first..<max(end, first + 1)
  }

  private var singleBin: Int {
    let places = plan.geometry.placed
    let widest = places.flatMap { a in places.map { (a - $0).length } }.max() ?? 0
    let frequency = Self.summed * Air.speedOfSound / max(widest, 1e-6)
    return min(bins, Int(frequency / grid.step) + 1)
  }

  /// The cross powers of diffuse sound, `[column][row]`: the means of x[row] conj(x[column]).
  ///
  /// They are sums over the grid, like the shares: for a body there is no closed form, and computing its responses a
  /// second time would take long.
  private func crossPowers(_ around: Steering) -> [Complex] {
    Projection.normal(
      around.lanes, microphones: order, weights: designer.weights.diffuse
    ).map(\.conjugate)
  }

  /// The plane waves in a steering, `[direction][microphone]`.
  private static func waves(_ steering: Steering, _ count: Int) -> [[Complex]] {
    (0..<count).map { direction in
      (0..<steering.microphones).map {
        steering.lanes[$0 * steering.chunks + direction / 4][direction % 4]
      }
    }
  }

  /// The rows u^H of all parts, extended to all channels and including the corrections; rows beyond the number of
  /// microphones in use are 0.
  private func partRows(_ eigen: HermitianEigen, _ bin: Int) -> [SIMD2<Float>] {
    let factors = factors(Double(bin) * grid.step)
    var rows = [SIMD2<Float>](repeating: .zero, count: bank.microphones * bank.microphones)
    for part in 0..<order {
      for (position, microphone) in plan.microphones.enumerated() {
        let factor = eigen.vectors[part * order + position].conjugate * factors[position]
        rows[part * bank.microphones + microphone] = SIMD2(Float(factor.re), Float(factor.im))
      }
    }
    return rows
  }

  /// The largest share of its power that any wave puts into each part, plus the allowance for unequal microphones.
  private func largestShares(_ eigen: HermitianEigen, waves: [[Complex]]) -> [Double] {
    let margin = min(Self.margin, Self.sharedMargin / Double(order))
    return (0..<order).map { part in
      let vector = eigen.vectors[(part * order)..<((part + 1) * order)]
      let most = waves.map { wave in
        var sum = Complex.zero
        for (u, v) in zip(vector, wave) { sum += u.conjugate * v }
        return sum.power / max(wave.reduce(0) { $0 + $1.power }, 1e-30)
      }
      return (most.max() ?? 1) + margin
    }
  }

  /// The weights of the parts in which wind stands out; the last and largest part belongs to sound.
  private static func weights(_ limits: [Double]) -> [Double] {
    let count = Double(limits.count)
    let trust = limits.enumerated().map { part, limit in
      part == limits.count - 1 || count * limit >= tellingLimit ? 0 : max(0, 1 - 2 * limit)
    }
    let sum = trust.reduce(0, +)
    guard sum > 0 else { return trust }
    return zip(trust, limits).map { $0 / sum / max(1 - count * $1, leastDifference) }
  }

  /// The values of the parts in use, followed by zeros for the others.
  private func spread(_ values: [Double]) -> [Float] {
    values.map { Float($0) } + Array(repeating: 0, count: bank.microphones - order)
  }

  /// The corrections of the microphones in use.
  private func factors(_ frequency: Double) -> [Complex] {
    plan.microphones.map { Correction(designer.board.microphones[$0]).value(frequency) }
  }

  /// The corrections of all channels, which are 0 for microphones not in use.
  private func corrections(_ frequency: Double) -> [SIMD2<Float>] {
    var row = [SIMD2<Float>](repeating: .zero, count: bank.microphones)
    for (factor, microphone) in zip(factors(frequency), plan.microphones) {
      row[microphone] = SIMD2(Float(factor.re), Float(factor.im))
    }
    return row
  }

  private func noiseGain(_ bin: Int) -> Double {
    (0..<2).reduce(0) { $0 + filters.noisePower(output: $1, bin: bin) } / 2
  }

  /// The level of both ears for sounds in front on the horizon, relative to the microphones.
  ///
  /// Wind reduction applies it so that voices in front keep their level if the front is emphasised.
  ///
  /// The directions of the horizon come first in the grid.
  private func level(_ around: Steering, _ bin: Int) -> Double {
    var (ears, microphones) = (0.0, 0.0)
    let weights = (0..<2).map { filters.weights(output: $0, bin: bin) }
    let count = DirectionGrid.standard.horizonCount
    for (direction, wave) in Self.waves(around, count).enumerated()
    where min(direction, count - direction) <= count / 4 {
      microphones += wave.reduce(0) { $0 + $1.power } / Double(order)
      for weights in weights {
        var sum = Complex.zero
        for (position, microphone) in filters.microphones.enumerated() {
          guard let place = plan.microphones.firstIndex(of: microphone) else { continue }
          sum += weights[position] * wave[place]
        }
        ears += sum.power / 2
      }
    }
    return (ears / max(microphones, 1e-30)).squareRoot()
  }
}
