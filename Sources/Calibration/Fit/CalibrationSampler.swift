import Boards
import Glibc

/// Draws possible values of all unknowns, given the measured delays and levels.
///
/// The unknowns are the directions and distances of the sounds, and the delays, gains and places of the microphones.
///
/// The best fit alone would not be enough. A flat array sees only the projection of a sound's direction on its plane,
/// and delays that grow along the array look like a shift of all these projections; the only difference is that no
/// projection is longer than 1. So the distribution of the delays has both soft and hard bounds, and its mean and
/// standard deviation come from draws, not from the curvature of a fit. Given the sounds, the microphones are drawn
/// from their normal distribution; given the microphones, the sounds are moved by random steps; and both together are
/// moved along the least determined direction.
///
/// - Source: A. Gelman et al., "Bayesian Data Analysis", chapter 11: Gibbs and Metropolis sampling.
struct CalibrationSampler {
  let model: CalibrationModel
  private let axes: ArrayAxes
  private let fitsMicrophones: Bool
  private var random: FixedRandom
  private(set) var state: CalibrationState
  /// The predicted arrivals of each sound, as pairs of microseconds and decibels by microphone.
  private var predicted: [[SIMD2<Double>]]
  private var trial: [SIMD2<Double>]
  /// The factor on all standard errors, which is above 1 during annealing.
  private var heat = 1.0

  /// Creates a sampler that starts at a state.
  ///
  /// - Parameter fitsMicrophones: true if the microphones are unknown too, and not only the sounds.
  init(
    _ model: CalibrationModel, from start: CalibrationState, fitsMicrophones: Bool, seed: UInt64
  ) {
    self.model = model
    self.fitsMicrophones = fitsMicrophones
    axes = ArrayAxes(model.field.positions)
    random = FixedRandom(seed: seed)
    state = start
    trial = [SIMD2](repeating: .zero, count: model.microphones)
    predicted = model.sounds.map { _ in [] }
    for k in model.sounds.indices {
      model.predict(k, from: start.directions[k], nearness: start.nearness[k], into: &trial)
      predicted[k] = trial
    }
  }

  /// Finds the region of values that fit, by annealing: standard errors start very large and end at their actual size.
  mutating func settle(sweeps: Int) {
    for sweep in 0..<sweeps {
      let progress = Double(sweep) / Double(sweeps)
      heat = max(1, Self.hottest * pow(Self.hottest, -progress / Self.coolingShare))
      self.sweep()
    }
    heat = 1
  }

  /// Makes one draw of all unknowns.
  mutating func sweep() {
    for k in model.sounds.indices {
      moveSound(k)
      drawStart(k)
    }
    guard fitsMicrophones else { return }
    shiftAll()
    for n in 0..<model.microphones { drawMicrophone(n) }
    drawScales()
  }

  /// The residuals of a sound's delays and levels, as pairs of microseconds and decibels; the common delay and level of
  /// the sound are removed.
  func residuals(_ k: Int) -> [SIMD2<Double>] {
    (0..<model.microphones).map { n in
      residual(k, n, predicted[k][n], state.directions[k])
        - SIMD2(state.starts[k], state.bases[k])
    }
  }

  // MARK: Likelihood

  private func residual(
    _ k: Int, _ n: Int, _ predicted: SIMD2<Double>, _ direction: Vector3
  ) -> SIMD2<Double> {
    let shifted = dot(state.offsets[n], direction) / CalibrationModel.speed
    return SIMD2(
      model.sounds[k].delays[n] - predicted.x + shifted - state.delays[n],
      model.sounds[k].levels[n] - predicted.y - state.gains[n])
  }

  /// The logarithm of a sound's likelihood times its prior, where the likelihood is integrated over the sound's start
  /// and level.
  private func score(
    _ k: Int, _ predicted: [SIMD2<Double>], _ direction: Vector3, _ nearness: Double
  ) -> Double {
    let sound = model.sounds[k]
    var (weights, sums, squares) = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)
    for n in 0..<model.microphones {
      let weight = SIMD2(sound.delayWeights[n], sound.levelWeights[n])
      let left = residual(k, n, predicted[n], direction)
      weights += weight
      sums += weight * left
      squares += weight * left * left
    }
    let misfit = (squares - sums * sums / weights) / (state.scales * state.scales)
    let off = sound.nearnessSpread > 0 ? (nearness - sound.nearness) / sound.nearnessSpread : 0
    return -misfit.sum() / (2 * heat * heat)
      + sound.concentration * dot(direction, sound.direction) - off * off / 2
  }

  // MARK: Sounds

  private mutating func moveSound(_ k: Int) {
    let (direction, nearness) = (state.directions[k], state.nearness[k])
    var now = score(k, predicted[k], direction, nearness)
    let round = (direction + random.vector() * step(Self.steps)).normalized
    propose(k, round, nearness, weight: 1, now: &now)
    for axis in 0..<3 {
      let (moved, weight) = tilted(state.directions[k], axes.axes[axis])
      propose(k, moved, state.nearness[k], weight: weight, now: &now)
    }
    let thin = axes.axes[2]
    let mirrored = state.directions[k] - thin * (2 * dot(state.directions[k], thin))
    propose(k, mirrored, state.nearness[k], weight: 1, now: &now)
    if model.sounds[k].nearnessSpread > 0 {
      let moved = state.nearness[k] + random.gaussian() * model.sounds[k].nearnessSpread / 2
      if moved > 0 { propose(k, state.directions[k], moved, weight: 1, now: &now) }
    }
  }

  /// Changes the angle between a direction and an axis, and returns the result with the Jacobian of the change, the
  /// ratio of the circles at the new and the old angle.
  private mutating func tilted(
    _ direction: Vector3, _ axis: Vector3
  ) -> (direction: Vector3, weight: Double) {
    let along = max(-1, min(1, dot(direction, axis)))
    let across = direction - axis * along
    let radius = across.length
    guard radius > 1e-6 else { return (direction, 1) }
    let angle = atan2(along, radius) + random.gaussian() * step(Self.steps)
    let turned = axis * sin(angle) + across * (cos(angle) / radius)
    return (turned.normalized, abs(cos(angle)) / radius)
  }

  private mutating func propose(
    _ k: Int, _ direction: Vector3, _ nearness: Double, weight: Double, now: inout Double
  ) {
    model.predict(k, from: direction, nearness: nearness, into: &trial)
    let next = score(k, trial, direction, nearness)
    guard log(random.uniform()) < next - now + log(max(weight, 1e-12)) else { return }
    now = next
    state.directions[k] = direction
    state.nearness[k] = nearness
    swap(&predicted[k], &trial)
  }

  /// A step of random size: the right size is unknown, so small and large steps are mixed.
  private mutating func step(_ range: ClosedRange<Double>) -> Double {
    pow(10, range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform())
  }

  private mutating func drawStart(_ k: Int) {
    let sound = model.sounds[k]
    var (weights, sums) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for n in 0..<model.microphones {
      let weight = SIMD2(sound.delayWeights[n], sound.levelWeights[n])
      weights += weight
      sums += weight * residual(k, n, predicted[k][n], state.directions[k])
    }
    let scale = state.scales * heat
    state.starts[k] = sums.x / weights.x + random.gaussian() * scale.x / weights.x.squareRoot()
    state.bases[k] = sums.y / weights.y + random.gaussian() * scale.y / weights.y.squareRoot()
  }

  // MARK: Microphones

  private mutating func drawMicrophone(_ n: Int) {
    var place = SymmetricSystem(order: 4)
    place.matrix[0] = 1 / (CalibrationModel.usualDelay * CalibrationModel.usualDelay)
    for axis in 1...3 {
      place.matrix[axis * 5] = 1 / (model.tolerances[n] * model.tolerances[n])
    }
    var (weight, sum) = (1 / (CalibrationModel.usualGain * CalibrationModel.usualGain), 0.0)
    let scales = state.scales * heat
    var row = [1.0, 0, 0, 0]
    for (k, sound) in model.sounds.enumerated() {
      for axis in 0..<3 { row[axis + 1] = -state.directions[k][axis] / CalibrationModel.speed }
      place.observe(
        row, sound.delays[n] - predicted[k][n].x - state.starts[k],
        weight: sound.delayWeights[n] / (scales.x * scales.x))
      let levelWeight = sound.levelWeights[n] / (scales.y * scales.y)
      weight += levelWeight
      sum += levelWeight * (sound.levels[n] - predicted[k][n].y - state.bases[k])
    }
    let x = place.solution(noise: (0..<4).map { _ in random.gaussian() })
    state.delays[n] = x[0]
    state.offsets[n] = Vector3(x[1], x[2], x[3])
    state.gains[n] = sum / weight + random.gaussian() / weight.squareRoot()
  }

  /// Draws the factors on the standard errors of delays and of levels from the residuals: the model may be less
  /// accurate than the standard errors say, but never more accurate.
  private mutating func drawScales() {
    var squares = SIMD2<Double>.zero
    for (k, sound) in model.sounds.enumerated() {
      for (n, left) in residuals(k).enumerated() {
        squares += SIMD2(sound.delayWeights[n], sound.levelWeights[n]) * left * left
      }
    }
    let shape = Self.scaleShape + Double(model.sounds.count * model.microphones) / 2
    for part in 0..<2 {
      // A gamma distribution with so large a shape is normal in the cube root of its variable (Wilson and Hilferty,
      // 1931).
      let root = 1 - 1 / (9 * shape) + random.gaussian() / (3 * shape.squareRoot())
      let gamma = shape * root * root * root
      let variance = (Self.scaleShape + squares[part] / (2 * heat * heat)) / max(gamma, 1e-3)
      state.scales[part] = max(1, variance.squareRoot())
    }
  }

  // MARK: The least determined direction

  /// Shifts all directions along an axis of the array, and changes the delays so that the predicted measurements stay
  /// the same.
  private mutating func shiftAll() {
    let rank = axes.rank
    for axis in 0..<min(rank, 2) {
      let shift = random.gaussian() * step(Self.shifts)
      var ratio = 0.0
      var moved: [Vector3] = []
      for direction in state.directions {
        guard let (next, weight) = shifted(direction, axis, shift, rank) else { return }
        moved.append(next)
        ratio += log(weight)
      }
      let before = state
      let now = model.sounds.indices.reduce(prior(state)) {
        $0 + score($1, predicted[$1], state.directions[$1], state.nearness[$1])
      }
      for n in 0..<model.microphones {
        let place = dot(model.field.positions[n] - model.field.centre, axes.axes[axis]) * 1000
        let whole = place + dot(state.offsets[n], axes.axes[axis])
        state.delays[n] += whole * shift / CalibrationModel.speed
      }
      var next = prior(state)
      var all: [[SIMD2<Double>]] = []
      for k in model.sounds.indices {
        model.predict(k, from: moved[k], nearness: state.nearness[k], into: &trial)
        all.append(trial)
        next += score(k, trial, moved[k], state.nearness[k])
      }
      if log(random.uniform()) < next - now + ratio {
        state.directions = moved
        predicted = all
        for k in model.sounds.indices { drawStart(k) }
      } else {
        state = before
      }
    }
  }

  private func prior(_ state: CalibrationState) -> Double {
    -state.delays.reduce(0) { $0 + $1 * $1 }
      / (2 * CalibrationModel.usualDelay * CalibrationModel.usualDelay)
  }

  /// Shifts a direction along an axis, and returns the result with the Jacobian of the shift, a ratio of areas on the
  /// sphere; `nil` if there is no such direction.
  ///
  /// If the microphones form a row, the direction's angle around the row stays the same; if they form a plane, the
  /// direction's other component in the plane stays the same.
  private func shifted(
    _ direction: Vector3, _ axis: Int, _ shift: Double, _ rank: Int
  ) -> (Vector3, weight: Double)? {
    let along = axes.axes[axis]
    let part = dot(direction, along) + shift
    if rank == 1 {
      let across = direction - along * dot(direction, along)
      guard abs(part) < 1, across.length > 1e-9 else { return nil }
      return (along * part + across.normalized * (1 - part * part).squareRoot(), 1)
    }
    let (beside, over) = (axes.axes[1 - axis], axes.axes[2])
    let other = dot(direction, beside)
    let (height, left) = (dot(direction, over), 1 - part * part - other * other)
    guard left > 1e-12, height != 0 else { return nil }
    let raised = height < 0 ? -left.squareRoot() : left.squareRoot()
    return (along * part + beside * other + over * raised, abs(height / raised))
  }

  /// The factor on the standard errors at the start of annealing.
  private static let hottest = 60.0
  /// The fraction of the sweeps after which the factor on the standard errors is 1.
  private static let coolingShare = 0.6
  /// The ranges of the powers of ten from which steps in radians and shifts are drawn.
  private static let steps = -3.2...(-0.8)
  private static let shifts = -3.7...(-1.5)
  /// The shape of the prior of the factors: the standard errors are assumed to be right to within about 40 %.
  private static let scaleShape = 4.0
}
