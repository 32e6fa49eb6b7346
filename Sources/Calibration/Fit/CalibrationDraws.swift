import Boards

/// The posterior means and standard deviations of all unknowns, over the draws of several independent samplers.
///
/// The standard deviations include the amount by which the samplers disagree.
struct CalibrationDraws {
  /// The delays in microseconds and the gains in decibels of the microphones, each without the mean over all of them.
  private(set) var delays: [Moments]
  private(set) var gains: [Moments]
  /// The offsets in millimetres from the places in the board file, by microphone and axis.
  private(set) var offsets: [[Moments]]
  /// The mean direction towards every sound, as a unit vector.
  private(set) var directions: [Vector3]
  /// The root mean squares of the residuals: of delays in microseconds, and of levels in decibels.
  private(set) var misfit = SIMD2<Double>.zero
  /// For each sound, the root mean square of the delay residuals in microseconds.
  private(set) var misfits: [Double]

  /// The running mean and standard deviation of a series of numbers.
  struct Moments {
    private var sum = 0.0
    private var squares = 0.0
    private var count = 0.0

    /// Includes a further number.
    mutating func add(_ value: Double) {
      sum += value
      squares += value * value
      count += 1
    }

    var mean: Double { sum / max(1, count) }
    var deviation: Double { max(0, squares / max(1, count) - mean * mean).squareRoot() }
  }

  /// Draws the unknowns of sounds and microphones, with several samplers.
  init(_ model: CalibrationModel, from start: CalibrationState) {
    self.init(model, from: start, fitsMicrophones: true, samplers: Self.samplers)
  }

  /// Draws the unknowns of the sounds only; the microphones stay as in `start`.
  init(soundsOf model: CalibrationModel, from start: CalibrationState) {
    self.init(model, from: start, fitsMicrophones: false, samplers: 1)
  }

  private init(
    _ model: CalibrationModel, from start: CalibrationState, fitsMicrophones: Bool, samplers: Int
  ) {
    let count = model.microphones
    delays = [Moments](repeating: Moments(), count: count)
    gains = delays
    offsets = [[Moments]](repeating: [Moments](repeating: Moments(), count: 3), count: count)
    misfits = [Double](repeating: 0, count: model.sounds.count)
    directions = model.sounds.map { _ in .zero }
    var looks = 0.0
    for seed in 1...samplers {
      var sampler = CalibrationSampler(
        model, from: start, fitsMicrophones: fitsMicrophones, seed: UInt64(seed))
      sampler.settle(sweeps: Self.settling)
      for sweep in 0..<Self.sweeps {
        sampler.sweep()
        add(sampler.state)
        if sweep % Self.misfitEvery == 0 {
          addMisfit(sampler)
          looks += 1
        }
      }
    }
    let total = max(1, looks * Double(count))
    misfit = (misfit / (total * Double(max(1, model.sounds.count)))).squareRoot()
    misfits = misfits.map { ($0 / total).squareRoot() }
    directions = directions.map(\.normalized)
  }

  private mutating func add(_ state: CalibrationState) {
    let count = Double(delays.count)
    let late = state.delays.reduce(0, +) / count
    let loud = state.gains.reduce(0, +) / count
    let beside = state.offsets.reduce(.zero, +) / count
    for n in delays.indices {
      delays[n].add(state.delays[n] - late)
      gains[n].add(state.gains[n] - loud)
      for axis in 0..<3 { offsets[n][axis].add((state.offsets[n] - beside)[axis]) }
    }
  }

  private mutating func addMisfit(_ sampler: CalibrationSampler) {
    for k in misfits.indices {
      directions[k] += sampler.state.directions[k]
      for left in sampler.residuals(k) {
        misfit += left * left
        misfits[k] += left.x * left.x
      }
    }
  }

  /// The number of samplers, and for each of them the number of sweeps to settle and the number of sweeps that are
  /// draws.
  private static let samplers = 4
  private static let settling = 250
  private static let sweeps = 350
  private static let misfitEvery = 10
}
