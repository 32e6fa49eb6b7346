import Acoustics
import Glibc

/// The cost of wrong time differences between the ears for sounds from the horizon.
///
/// With the cross spectrum X turned back by the target's delay, the correlation of the ears has its maximum at that
/// delay when sum(w Im X) = 0. That sum over the root of sum(w^2 PL) sum(w^2 PR) is the error in seconds while it is
/// small, and stays bounded otherwise. All of it through the low-pass that ``InterauralCues`` uses.
struct DelayCost {
  /// The phasors e^{-j w tau} of the target's delays, `[bin][chunk]`.
  private let turns: [ComplexLanes]
  /// The factors 2 pi f times the low-pass, per bin.
  private let factors: [Double]
  /// The factors (2 pi f)^2 times the low-pass, per bin.
  private let squares: [Double]
  /// The shares of the horizon's directions; they sum to 1, and straight ahead has its own beside them.
  private let shares: [SIMD4<Double>]
  private let bins: Int
  private let allBins: Int

  /// The time difference in seconds that costs as much as one decibel of level difference.
  private static let unit = 20e-6
  /// The highest frequency of the cost, as a multiple of the low-pass frequency.
  private static let highest = 8.0

  /// The delays of a target.
  ///
  /// - Parameter centre: the added share of straight ahead, where the ear is most exact, and an image off the middle is
  ///   heard first.
  init(
    delays: [Double], directions: RefinementDirections, bins allBins: Int, step: Double,
    centre: Double
  ) {
    let chunks = DirectionGrid.chunks(directions.horizonCount)
    let limit = InterauralCues.timeLimit
    let bins = min(allBins, Int(Self.highest * limit / step) + 1)
    let lanes = DirectionGrid.lanes(delays)
    self.bins = bins
    self.allBins = allBins
    let lowPass = (0..<bins).map { InterauralCues.lowPass(Double($0) * step) }
    factors = lowPass.enumerated().map { 2 * .pi * Double($0) * step * $1 }
    squares = lowPass.enumerated().map { bin, pass in
      let speed = 2 * .pi * Double(bin) * step
      return speed * speed * pass
    }
    turns = (0..<bins).flatMap { bin in
      lanes.map { delay in
        var turn = ComplexLanes.zero
        for lane in 0..<4 {
          turn[lane] = CausalFilter.turn(-2 * .pi * Double(bin) * step * delay[lane])
        }
        return turn
      }
    }
    let total = directions.shares.prefix(chunks).reduce(0) { $0 + $1.sum() }
    var shares = directions.shares.prefix(chunks).map { $0 / total }
    shares[0][0] += centre
    self.shares = shares
  }

  /// The cost of powers `[chunk][bin]`; adds to the gradient.
  func add(
    _ powers: [BandValues], weights: RefinementWeights, to slopes: inout [BandValues]
  ) -> Double {
    var cost = 0.0
    var leastAligned = [SIMD4<Double>](
      repeating: SIMD4(repeating: weights.leastAligned), count: shares.count)
    leastAligned[0][0] = weights.leastAlignedAhead
    for chunk in shares.indices {
      let tiny = SIMD4<Double>(repeating: 1e-30)
      var (cross, aligned) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      var (left, right) = (tiny, tiny)
      for bin in 1..<bins {
        let values = powers[chunk * allBins + bin]
        let turn = turns[bin * shares.count + chunk]
        cross += (values.crossIm * turn.re + values.crossRe * turn.im) * factors[bin]
        aligned += (values.crossRe * turn.re - values.crossIm * turn.im) * squares[bin]
        left += values.left * squares[bin]
        right += values.right * squares[bin]
      }
      let norm = 1 / (left * right).squareRoot()
      let error = cross * norm / Self.unit
      let share = shares[chunk] * weights.delay
      var missing = leastAligned[chunk] - aligned * norm
      missing.replace(with: 0, where: missing .< SIMD4<Double>.zero)
      let shareAligned = shares[chunk] * weights.aligned
      cost += (error * error * share + missing * missing * shareAligned).sum()
      let along = error * norm * share * (2 / Self.unit)
      let alongAligned = missing * norm * shareAligned * -2
      let common = missing * aligned * norm * shareAligned - error * error * share
      let (leftSlope, rightSlope) = (common / left, common / right)
      for bin in 1..<bins {
        let turn = turns[bin * shares.count + chunk]
        let place = chunk * allBins + bin
        slopes[place].crossIm +=
          along * turn.re * factors[bin] - alongAligned * turn.im * squares[bin]
        slopes[place].crossRe +=
          along * turn.im * factors[bin] + alongAligned * turn.re * squares[bin]
        slopes[place].left += leftSlope * squares[bin]
        slopes[place].right += rightSlope * squares[bin]
      }
    }
    return cost
  }
}
