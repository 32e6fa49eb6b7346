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
  /// The shares of the horizon's directions; they sum to 1, and straight ahead has ``centreShare`` more.
  private let shares: [SIMD4<Double>]
  private let bins: Int
  private let allBins: Int
  /// The gradients per chunk: along the sum of the cross spectrum, and along the powers of left and right.
  private var slopes: [(cross: SIMD4<Double>, left: SIMD4<Double>, right: SIMD4<Double>)]

  /// The time difference in seconds that costs as much as one decibel of level difference.
  private static let unit = 20e-6
  /// The highest frequency of the cost, as a multiple of the low-pass frequency.
  private static let highest = 8.0

  /// The added share of straight ahead, where the ear is most exact, and an image off the middle is heard first.
  private static let centreShare = 1.0

  init(
    delays: [Double], directions: RefinementDirections, bins allBins: Int, step: Double
  ) {
    let chunks = DirectionGrid.chunks(directions.horizonCount)
    let limit = InterauralCues.timeLimit
    let bins = min(allBins, Int(Self.highest * limit / step) + 1)
    let lanes = DirectionGrid.lanes(delays)
    self.bins = bins
    self.allBins = allBins
    let lowPass = (0..<bins).map { 1 / (1 + pow(Double($0) * step / limit, 4)) }
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
    shares[0][0] += Self.centreShare
    self.shares = shares
    slopes = Array(repeating: (.zero, .zero, .zero), count: chunks)
  }

  /// The cost of pressures `[chunk][bin][ear]`; keeps the gradients.
  mutating func value(_ pressures: [ComplexLanes], weight: Double) -> Double {
    guard weight > 0 else { return 0 }
    var cost = 0.0
    for chunk in shares.indices {
      let tiny = SIMD4<Double>(repeating: 1e-30)
      var (cross, left, right) = (SIMD4<Double>.zero, tiny, tiny)
      for bin in 1..<bins {
        let place = 2 * (chunk * allBins + bin)
        let values = BandValues(left: pressures[place], right: pressures[place + 1])
        let turn = turns[bin * shares.count + chunk]
        cross += (values.crossIm * turn.re + values.crossRe * turn.im) * factors[bin]
        left += values.left * squares[bin]
        right += values.right * squares[bin]
      }
      let norm = 1 / (left * right).squareRoot()
      let error = cross * norm / Self.unit
      let share = shares[chunk] * weight
      cost += (error * error * share).sum()
      slopes[chunk] = (
        error * norm * share * (2 / Self.unit), -error * error * share / left,
        -error * error * share / right
      )
    }
    return cost
  }

  /// Adds the gradient of the cost along the powers and the cross power of both ears.
  func addSlope(to slope: inout BandValues, chunk: Int, bin: Int) {
    guard chunk < shares.count, bin > 0, bin < bins else { return }
    let turn = turns[bin * shares.count + chunk]
    let (cross, left, right) = slopes[chunk]
    slope.crossIm += cross * turn.re * factors[bin]
    slope.crossRe += cross * turn.im * factors[bin]
    slope.left += left * squares[bin]
    slope.right += right * squares[bin]
  }
}
