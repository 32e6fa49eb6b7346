import Acoustics
import Boards
import Glibc

extension FilterDesigner {
  /// The tables for direction-dependent rendering of a stereo design; `nil` if the design has no left and right, or its
  /// filters do not aim at the ears of a head.
  ///
  /// An array in an upright plane hears the same from the front and from behind. So its directions all lie in front,
  /// and the desired ears for each are the mean of the head's ears for that direction and for its mirror image behind.
  ///
  /// - Source: T. Berger et al., arXiv:2409.11731 (2024), for signal-dependent binaural rendering; the tables follow
  ///   from that method if each band is assumed to hold one plane wave.
  public func directional(_ design: Design) -> DirectionalDesign? {
    guard design.pattern == .stereo, !design.notes.contains(.noLeftAndRight),
      let layout = board.layout(design.which)
    else { return nil }
    let plan = DesignPlan(basis, which: design.which, layout: layout, pattern: .stereo)
    guard plan.pattern == .stereo, plan.microphones.count > 1 else { return nil }
    let tables = DirectionalTableBuilder(self, plan: plan, bank: design.filters)
    return tables.design
  }
}

/// Builds the tables for one case.
private struct DirectionalTableBuilder {
  private let designer: FilterDesigner
  private let plan: DesignPlan
  private let bank: FilterBank
  private let grid: DirectionalPlan
  private let field: DiffuseField
  private let rings: DirectionRings
  /// The filters for both ears, `[ear][bin]`, and the microphones of the filters' plan.
  private let filters: AppliedFilters

  /// The shares above the floor that sensor noise or diffuse sound rarely reaches; two microphones have fewer signals
  /// to evaluate, so chance reaches higher shares.
  private static let believed: ClosedRange<Float> = 0.6...0.8
  private static let believedOfTwo: ClosedRange<Float> = 0.6...0.9

  init(_ designer: FilterDesigner, plan: DesignPlan, bank: FilterBank) {
    (self.designer, self.plan, self.bank) = (designer, plan, bank)
    grid = DirectionalPlan(rate: bank.rate)
    let array = designer.array(plan)
    field = DiffuseField(array, bins: grid.bins, step: grid.step, weights: designer.weights)
    rings = DirectionRings(array, field: field, grid: grid)
    filters = AppliedFilters(bank, board: designer.board, fftLength: grid.window)
  }

  var design: DirectionalDesign {
    let (count, microphones) = (rings.directions.count, bank.microphones)
    let scanned = grid.bands[grid.scannedBands - 1].upperBound
    let signals = plan.microphones.count
    var whitening: [SIMD2<Float>] = []
    var projections: [SIMD2<Float>] = []
    var pickers = [SIMD2<Float>](repeating: .zero, count: count * grid.bins * microphones)
    var floors = [Double](repeating: 0, count: grid.scannedBands * count)
    var linear = [Complex](repeating: .zero, count: 2 * count * grid.bins)
    var steering = designer.array(plan).standardSteering(step: grid.step)
    for bin in 0..<grid.bins {
      if bin > 0 { steering.advance() }
      let waves = rings.directions.map { direction in
        plan.microphones.indices.map {
          steering.lanes[$0 * steering.chunks + direction / 4][direction % 4]
        }
      }
      let view = WhitenedArray(field: field.crossPowers(bin: bin), steering: waves)
      if bin < scanned {
        whitening += (0..<signals).flatMap { signal in
          row(Array(view.whitening[(signal * signals)..<((signal + 1) * signals)]), bin)
        }
        projections += view.projections.flatMap { row($0, bin) }
        if let band = grid.bands.firstIndex(where: { $0.contains(bin) }) {
          for n in 0..<count { floors[band * count + n] += view.diffuse[n] / view.allDiffuse }
        }
      }
      for n in 0..<count {
        let place = n * grid.bins + bin
        pickers.replaceSubrange(
          (place * microphones)..<((place + 1) * microphones), with: row(view.pickers[n], bin))
        for ear in 0..<2 {
          linear[(2 * n + ear) * grid.bins + bin] = heard(ear: ear, bin: bin, waves[n])
        }
      }
    }
    for band in 0..<grid.scannedBands {
      for n in 0..<count { floors[band * count + n] /= Double(grid.bands[band].count) }
    }
    let ears = ears(linear)
    return DirectionalDesign(
      rate: grid.rate, window: grid.window, microphones: microphones, signals: signals,
      delay: bank.delay, rings: rings.rings, isAround: rings.isAround, bands: grid.bands,
      scannedBands: grid.scannedBands, floors: floors.map(Float.init),
      believed: signals == 2 ? Self.believedOfTwo : Self.believed, whitening: whitening,
      projections: projections, pickers: pickers, linear: ears.linear, wanted: ears.wanted)
  }

  /// Extends a row of factors for the microphones in use to all channels, and includes the corrections.
  private func row(_ factors: [Complex], _ bin: Int) -> [SIMD2<Float>] {
    var row = [SIMD2<Float>](repeating: .zero, count: bank.microphones)
    for (position, microphone) in plan.microphones.enumerated() {
      let correction = Correction(designer.board.microphones[microphone])
      let factor = factors[position] * correction.value(Double(bin) * grid.step)
      row[microphone] = SIMD2(Float(factor.re), Float(factor.im))
    }
    return row
  }

  /// Arranges the filters' ear signals, given as `[direction][ear][bin]`, and the desired ear signals, both as
  /// `[direction][bin]`.
  private func ears(_ linear: [Complex]) -> (linear: [SIMD4<Float>], wanted: [SIMD4<Float>]) {
    var (filtered, wanted): ([SIMD4<Float>], [SIMD4<Float>]) = ([], [])
    for (n, aim) in aims.enumerated() {
      let ears = (0..<2).map { ear in
        Array(linear[((2 * n + ear) * grid.bins)..<((2 * n + ear + 1) * grid.bins)])
      }
      filtered += Self.both(ears)
      wanted += Self.both(WantedEars(linear: ears, head: aim, step: grid.step).responses)
    }
    return (filtered, wanted)
  }

  /// The desired ears for the directions in use, `[direction][ear][bin]`.
  private var aims: [[[Complex]]] {
    let head = headResponses
    func ears(_ direction: Int) -> [[Complex]] { head.map { $0.map { $0[direction] } } }
    let alike = rings.alike
    guard alike.contains(where: { $0.count > 1 }) else { return rings.directions.map(ears) }
    let aims = alike.map { directions in
      let all = directions.map(ears)
      return (0..<2).map { ear in
        (0..<grid.bins).map { bin in Self.between(all.map { $0[ear][bin] }) }
      }
    }
    guard !rings.isAround else { return aims }
    // The mean of two responses has less power than the two have on average; the gains keep the horizon as loud as it
    // was.
    let gains = zip(power(of: head), powerInFront(of: aims)).map {
      ($0 / max($1, 1e-30)).squareRoot()
    }
    return aims.map { $0.map { zip($0, gains).map { $0 * $1 } } }
  }

  /// The power of both ears together over the horizon, for each bin, from `[ear][bin][direction]`.
  private func power(of head: [[[Complex]]]) -> [Double] {
    let horizon = 0..<DirectionGrid.standard.horizonCount
    return (0..<grid.bins).map { bin in
      head.reduce(0) { sum, ear in
        sum + horizon.reduce(0) { $0 + ear[bin][$1].power } / Double(horizon.count)
      }
    }
  }

  /// The power of both ears together over the horizon, for each bin, from `[direction][ear][bin]`.
  ///
  /// The directions lie in front, and each also represents a direction behind, except the directions at the two ends.
  private func powerInFront(of aims: [[[Complex]]]) -> [Double] {
    let last = rings.rings[0].count - 1
    return (0..<grid.bins).map { bin in
      let sum = (0...last).reduce(0.0) { sum, n in
        let power = aims[n].reduce(0) { $0 + $1[bin].power }
        return sum + power * (n == 0 || n == last ? 1 : 2)
      }
      return sum / Double(2 * last)
    }
  }

  /// The response of the filters to a wave at the microphones of the plan.
  private func heard(ear: Int, bin: Int, _ wave: [Complex]) -> Complex {
    let weights = filters.weights(output: ear, bin: bin)
    var sum = Complex.zero
    for (position, microphone) in filters.microphones.enumerated() {
      guard let place = plan.microphones.firstIndex(of: microphone) else { continue }
      sum += weights[position] * wave[place]
    }
    return sum
  }

  /// The ears of the head for every direction of the standard grid, `[ear][bin][direction]`.
  private var headResponses: [[[Complex]]] {
    let responses = HeadResponses(
      head: designer.head, rate: grid.rate, fftLength: grid.window, width: designer.settings.width)
    let target = Target(
      head: responses, frontEmphasis: plan.frontEmphasis, horizon: designer.weights.horizon)
    var lanes = [ComplexLanes](repeating: .zero, count: target.chunks)
    return (0..<2).map { ear in
      (0..<grid.bins).map { bin in
        target.read(output: ear, bin: bin, into: &lanes)
        return DirectionGrid.standard.directions.indices.map { lanes[$0 / 4][$0 % 4] }
      }
    }
  }

  /// Returns the mean of several magnitudes, taken in decibels, with the mean of their phases.
  private static func between(_ all: [Complex]) -> Complex {
    var (product, sum) = (1.0, Complex.zero)
    for one in all {
      let magnitude = one.magnitude
      guard magnitude > 1e-12 else { return .zero }
      product *= magnitude
      sum += one * (1 / magnitude)
    }
    let length = sum.magnitude
    let phase = length > 1e-6 ? sum * (1 / length) : all[0] * (1 / all[0].magnitude)
    return phase * pow(product, 1 / Double(all.count))
  }

  private static func both(_ ears: [[Complex]]) -> [SIMD4<Float>] {
    zip(ears[0], ears[1]).map {
      SIMD4(Float($0.re), Float($0.im), Float($1.re), Float($1.im))
    }
  }
}
