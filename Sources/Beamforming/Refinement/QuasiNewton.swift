/// Limited-memory BFGS: minimises a smooth function of many variables from its values and gradients.
///
/// Deterministic: the same function and start give the same bits.
///
/// - Source: Liu and Nocedal, "On the limited memory BFGS method for large scale optimization", Math. Programming 45
///   (1989); Nocedal and Wright, "Numerical Optimization" (2006), algorithms 7.4 and 7.5; Lewis and Overton, Math.
///   Programming 141 (2013), for the line search by bisection that meets the weak Wolfe conditions.
struct QuasiNewton {
  /// The number of steps that are remembered.
  var memory = 12
  /// The most steps.
  var iterations: Int
  /// The least fall of the value over ``patience`` steps, as a share of the value; the steps end below it.
  var tolerance = 1e-5
  /// The number of steps over which the fall is measured.
  var patience = 10

  /// The result of a search.
  struct Result {
    /// The variables.
    var point: [Double]
    /// The value there.
    var value: Double
    /// The number of steps made.
    var iterations: Int
  }

  private static let sufficientDecrease = 1e-4
  private static let curvature = 0.9
  private static let mostTrials = 20

  /// One remembered step: the change of the variables, that of the gradient, and 1 / (their product).
  private struct Step {
    var change: [Double]
    var bend: [Double]
    var inverse: Double
  }

  /// Minimises a function.
  ///
  /// - Parameters:
  ///   - value: the value at a point; writes the gradient there.
  ///   - progress: called after each step with the steps done; `false` ends the search without a result.
  func minimise(
    from start: [Double], value evaluate: ([Double], inout [Double]) -> Double,
    progress: (Int) -> Bool = { _ in true }
  ) -> Result? {
    var point = start
    var gradient = [Double](repeating: 0, count: start.count)
    var value = evaluate(point, &gradient)
    var steps: [Step] = []
    var values = [value]
    var iteration = 0
    while iteration < iterations {
      var direction = Self.direction(gradient, steps: steps)
      var slope = Self.dot(direction, gradient)
      if slope >= 0 {
        steps = []
        direction = Self.direction(gradient, steps: [])
        slope = Self.dot(direction, gradient)
      }
      guard slope < 0 else { break }
      var next = point
      var nextGradient = gradient
      guard
        let found = Self.search(
          along: direction, slope: slope, from: point, value: value, evaluate: evaluate,
          point: &next, gradient: &nextGradient)
      else { break }
      remember(&steps, from: point, to: next, gradient, nextGradient)
      (point, gradient, value) = (next, nextGradient, found)
      iteration += 1
      if !progress(iteration) { return nil }
      values.append(value)
      if iteration >= patience,
        values[iteration - patience] - value < tolerance * abs(value)
      {
        break
      }
    }
    return Result(point: point, value: value, iterations: iteration)
  }

  private func remember(
    _ steps: inout [Step], from old: [Double], to new: [Double], _ oldGradient: [Double],
    _ newGradient: [Double]
  ) {
    let change = zip(new, old).map { $0 - $1 }
    let bend = zip(newGradient, oldGradient).map { $0 - $1 }
    let product = Self.dot(change, bend)
    guard product > 0 else { return }
    if steps.count == memory { steps.removeFirst() }
    steps.append(Step(change: change, bend: bend, inverse: 1 / product))
  }

  /// The two loops: minus the approximate inverse second derivative times the gradient.
  private static func direction(_ gradient: [Double], steps: [Step]) -> [Double] {
    var q = gradient
    var shares: [Double] = []
    for step in steps.reversed() {
      let share = step.inverse * dot(step.change, q)
      add(step.bend, times: -share, to: &q)
      shares.append(share)
    }
    let length = dot(gradient, gradient).squareRoot()
    // The first step is one thousandth of the variables' unit, whatever the scale of the function.
    var scale = length > 0 ? 1e-3 / length : 0
    if let last = steps.last { scale = 1 / (last.inverse * dot(last.bend, last.bend)) }
    for index in q.indices { q[index] *= scale }
    for (step, share) in zip(steps, shares.reversed()) {
      add(step.change, times: share - step.inverse * dot(step.bend, q), to: &q)
    }
    for index in q.indices { q[index] = -q[index] }
    return q
  }

  /// A step length that lowers the value and flattens the slope sufficiently (weak Wolfe conditions).
  private static func search(
    along direction: [Double], slope: Double, from start: [Double], value: Double,
    evaluate: ([Double], inout [Double]) -> Double, point: inout [Double],
    gradient: inout [Double]
  ) -> Double? {
    var (low, high) = (0.0, Double.infinity)
    var length = 1.0
    for trial in 0..<mostTrials {
      for index in point.indices { point[index] = start[index] + length * direction[index] }
      let reached = evaluate(point, &gradient)
      if !(reached <= value + sufficientDecrease * length * slope) {
        high = length
      } else if dot(gradient, direction) < curvature * slope {
        low = length
        // Good enough where meeting the curvature condition would take many trials.
        if trial > 6 { return reached }
      } else {
        return reached
      }
      length = high.isFinite ? (low + high) / 2 : 2 * low
    }
    return nil
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = SIMD4<Double>.zero
    let whole = a.count / 4 * 4
    for index in stride(from: 0, to: whole, by: 4) {
      let x = SIMD4<Double>(a[index], a[index + 1], a[index + 2], a[index + 3])
      let y = SIMD4<Double>(b[index], b[index + 1], b[index + 2], b[index + 3])
      sum += x * y
    }
    var total = sum.sum()
    for index in whole..<a.count { total += a[index] * b[index] }
    return total
  }

  private static func add(_ a: [Double], times factor: Double, to b: inout [Double]) {
    for index in b.indices { b[index] += a[index] * factor }
  }
}
