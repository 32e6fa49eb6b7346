import Acoustics
import Boards

extension FilterDesigner {
  /// The tables with which stereo of a design is rendered by direction; `nil` where it has no left and right, or is not
  /// of filters that aim at a head.
  ///
  /// An array whose plane is upright hears the same from the front and from behind: its directions are those in front,
  /// and its ears those between the head's for front and back.
  ///
  /// - Source: T. Berger et al., arXiv:2409.11731 (2024), for a rendering of binaural signals that depends on the
  ///   signal; the tables follow from it by assuming one plane wave per band.
  public func directional(_ design: Design) -> DirectionalDesign? {
    guard design.pattern == .stereo, !design.notes.contains(.noLeftAndRight),
      let layout = board.layout(design.which)
    else { return nil }
    let plan = DesignPlan(basis, which: design.which, layout: layout, pattern: .stereo)
    guard plan.pattern == .stereo, plan.microphones.count > 1 else { return nil }
    let tables = DirectionalTables(self, plan: plan, bank: design.filters)
    return tables.design
  }
}

/// The making of the tables of one case.
private struct DirectionalTables {
  private let designer: FilterDesigner
  private let plan: DesignPlan
  private let bank: FilterBank
  private let grid: DirectionalPlan
  /// One view for every bin from 1 up to the last but one.
  private let views: [WhitenedArray]
  /// The plane waves, `[bin][direction][microphone]`.
  private let steering: [[[Complex]]]
  /// The directions in use, as indices into the horizon of the standard grid.
  private let directions: [Int]
  private let isMirrored: Bool

  /// The mean agreement of waves from the front and from behind above which an array cannot tell them apart.
  private static let mirrorAgreement = 0.995
  private static let mirrorRange = 400.0...6000.0
  /// A share above the floor that sensor noise or diffuse sound reaches seldom; two microphones have fewer signals to
  /// tell, so that chance goes further.
  private static let believed: ClosedRange<Float> = 0.5...0.8
  private static let believedOfTwo: ClosedRange<Float> = 0.6...0.9

  init(_ designer: FilterDesigner, plan: DesignPlan, bank: FilterBank) {
    (self.designer, self.plan, self.bank) = (designer, plan, bank)
    grid = DirectionalPlan(rate: bank.rate)
    let array = designer.array(plan)
    let field = DiffuseField(
      array, bins: grid.bins, step: grid.step, weights: designer.weights)
    var horizon = array.horizonSteering(step: grid.step)
    let count = DirectionGrid.standard.horizonCount
    var (views, steering): ([WhitenedArray], [[[Complex]]]) = ([], [])
    for bin in 0..<grid.bins {
      if bin > 0 { horizon.advance() }
      let waves = (0..<count).map { direction in
        plan.microphones.indices.map {
          horizon.lanes[$0 * horizon.chunks + direction / 4][direction % 4]
        }
      }
      steering.append(waves)
      views.append(WhitenedArray(field: field.crossPowers(bin: bin), steering: waves))
    }
    (self.views, self.steering) = (views, steering)
    isMirrored = Self.isMirrored(views, step: grid.step, count: count)
    let quarter = count / 4
    directions =
      isMirrored ? (-quarter...quarter).map { ($0 + count) % count } : Array(0..<count)
  }

  /// True when waves from the front and from behind look alike.
  private static func isMirrored(_ views: [WhitenedArray], step: Double, count: Int) -> Bool {
    var (sum, terms) = (0.0, 0.0)
    for (bin, view) in views.enumerated() where mirrorRange.contains(Double(bin) * step) {
      for direction in 0..<count {
        let behind = (count + count / 2 - direction) % count
        var product = Complex.zero
        for (a, b) in zip(view.waves[direction], view.waves[behind]) { product += a.conjugate * b }
        sum += product.power
        terms += 1
      }
    }
    return terms > 0 && sum / terms > mirrorAgreement
  }

  var design: DirectionalDesign {
    let (linear, wanted) = ears
    let scanned = grid.bands[grid.scannedBands - 1].upperBound
    let degrees = 360.0 / Double(DirectionGrid.standard.horizonCount)
    let first = isMirrored ? -90.0 : 0
    return DirectionalDesign(
      rate: grid.rate, window: grid.window, microphones: bank.microphones,
      signals: plan.microphones.count, delay: bank.delay,
      azimuths: directions.indices.map { first + degrees * Double($0) }, isRing: !isMirrored,
      bands: grid.bands, scannedBands: grid.scannedBands, floors: floors,
      believed: plan.microphones.count == 2 ? Self.believedOfTwo : Self.believed,
      whitening: (0..<scanned).flatMap { bin in
        plan.microphones.indices.flatMap { signal in
          let start = signal * plan.microphones.count
          return row(Array(views[bin].whitening[start..<(start + plan.microphones.count)]), bin)
        }
      },
      projections: (0..<scanned).flatMap { bin in
        directions.flatMap { row(views[bin].projections[$0], bin) }
      },
      pickers: directions.flatMap { direction in
        (0..<grid.bins).flatMap { row(views[$0].pickers[direction], $0) }
      }, linear: linear, wanted: wanted)
  }

  /// A row of factors for the microphones in use as one for all channels, corrections included.
  private func row(_ factors: [Complex], _ bin: Int) -> [SIMD2<Float>] {
    var row = [SIMD2<Float>](repeating: .zero, count: bank.microphones)
    for (position, microphone) in plan.microphones.enumerated() {
      let correction = Correction(designer.board.microphones[microphone])
      let factor = factors[position] * correction.value(Double(bin) * grid.step)
      row[microphone] = SIMD2(Float(factor.re), Float(factor.im))
    }
    return row
  }

  /// The shares of diffuse sound, `[band][direction]`.
  private var floors: [Float] {
    grid.bands.prefix(grid.scannedBands).flatMap { band in
      let all = band.reduce(0) { $0 + views[$1].allDiffuse }
      return directions.map { direction in
        Float(band.reduce(0) { $0 + views[$1].diffuse[direction] } / all)
      }
    }
  }

  /// The filters' ears and the wanted ones, `[direction][bin]`.
  private var ears: (linear: [SIMD4<Float>], wanted: [SIMD4<Float>]) {
    let filters = AppliedFilters(bank, board: designer.board, fftLength: grid.window)
    var (linear, wanted): ([SIMD4<Float>], [SIMD4<Float>]) = ([], [])
    for (direction, aim) in zip(directions, aims) {
      let filtered = (0..<2).map { ear in
        (0..<grid.bins).map { heard(filters, ear: ear, bin: $0, direction: direction) }
      }
      linear += Self.both(filtered)
      wanted += Self.both(WantedEars(linear: filtered, head: aim, step: grid.step).responses)
    }
    return (linear, wanted)
  }

  /// The ears of the head for the directions in use, `[direction][ear][bin]`.
  private var aims: [[[Complex]]] {
    let head = headResponses
    guard isMirrored else { return directions.map { n in head.map { $0.map { $0[n] } } } }
    let count = DirectionGrid.standard.horizonCount
    let aims = directions.map { direction in
      let behind = (count + count / 2 - direction) % count
      return head.map { $0.map { Self.between($0[direction], $0[behind]) } }
    }
    // What is between two magnitudes has less power than both: the horizon is made as loud as it was.
    let gains = zip(power(of: head), powerInFront(of: aims)).map {
      ($0 / max($1, 1e-30)).squareRoot()
    }
    return aims.map { $0.map { zip($0, gains).map { $0 * $1 } } }
  }

  /// Both ears' power over the horizon, by bin, of `[ear][bin][direction]`.
  private func power(of head: [[[Complex]]]) -> [Double] {
    (0..<grid.bins).map { bin in
      head.reduce(0) { $0 + $1[bin].reduce(0) { $0 + $1.power } / Double($1[bin].count) }
    }
  }

  /// The same of `[direction][ear][bin]` for directions in front, each of which stands for one behind as well; those at
  /// the ends are their own.
  private func powerInFront(of aims: [[[Complex]]]) -> [Double] {
    let last = aims.count - 1
    return (0..<grid.bins).map { bin in
      let sum = aims.indices.reduce(0.0) { sum, n in
        let power = aims[n].reduce(0) { $0 + $1[bin].power }
        return sum + power * (n == 0 || n == last ? 1 : 2)
      }
      return sum / Double(2 * last)
    }
  }

  /// The response of the filters to a wave.
  private func heard(
    _ filters: AppliedFilters, ear: Int, bin: Int, direction: Int
  ) -> Complex {
    let weights = filters.weights(output: ear, bin: bin)
    var sum = Complex.zero
    for (position, microphone) in filters.microphones.enumerated() {
      guard let place = plan.microphones.firstIndex(of: microphone) else { continue }
      sum += weights[position] * steering[bin][direction][place]
    }
    return sum
  }

  /// The ears of the head on the horizon, `[ear][bin][direction]`.
  private var headResponses: [[[Complex]]] {
    let responses = HeadResponses(
      head: designer.head, rate: grid.rate, fftLength: grid.window, width: designer.settings.width)
    let target = Target(
      head: responses, frontEmphasis: plan.frontEmphasis, horizon: designer.weights.horizon)
    var lanes = [ComplexLanes](repeating: .zero, count: target.chunks)
    return (0..<2).map { ear in
      (0..<grid.bins).map { bin in
        target.read(output: ear, bin: bin, into: &lanes)
        return (0..<DirectionGrid.standard.horizonCount).map { lanes[$0 / 4][$0 % 4] }
      }
    }
  }

  /// The mean of two magnitudes in decibels, with the mean of both phases.
  private static func between(_ one: Complex, _ other: Complex) -> Complex {
    let (a, b) = (one.magnitude, other.magnitude)
    guard a > 1e-12, b > 1e-12 else { return .zero }
    let sum = one * (1 / a) + other * (1 / b)
    let length = sum.magnitude
    return (length > 1e-6 ? sum * (1 / length) : one * (1 / a)) * (a * b).squareRoot()
  }

  private static func both(_ ears: [[Complex]]) -> [SIMD4<Float>] {
    zip(ears[0], ears[1]).map {
      SIMD4(Float($0.re), Float($0.im), Float($1.re), Float($1.im))
    }
  }
}
