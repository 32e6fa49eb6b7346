import Acoustics
import Boards

extension FilterDesigner {
  /// The permitted noise of Y and X relative to one microphone, in decibels, if the settings have no noise floor.
  private static let ambisonicNoise = 12.0
  /// The ratio of the number of taps to the number for stereo: a small array needs twice the length at low frequencies.
  private static let ambisonicTaps = 2

  /// Designs the filters for horizontal first-order ambisonics in one case: W, Y and X, with X forward and Y to the
  /// left.
  ///
  /// - Throws: ``DesignError/ambisonics(board:caseName:_:)`` with the reason if the array is not suitable.
  func ambisonics(_ plan: DesignPlan, _ which: Board.Case) throws(DesignError) -> FilterBank {
    func refused(_ refusal: AmbisonicRefusal) -> DesignError {
      .ambisonics(board: board.id, caseName: board.name(of: which), refusal)
    }
    if let refusal = plan.geometry.ambisonicRefusal { throw refused(refusal) }
    let array = array(plan)
    let taps = Self.ambisonicTaps * settings.actualTaps
    let transform = RealFourierTransform(length: CausalFilter.oversampling * taps)
    let causal = CausalFilter(taps: taps, delay: taps / 2)
    let step = Double(settings.rate) / Double(transform.length)
    let rows = ambisonicRows(array, causal: causal, transform: transform)
    let measure = AmbisonicMeasure(
      rows.map { causal.spectrum(of: $0, transform: transform) }, array, step: step)
    if let refusal = measure.refusal { throw refused(refusal) }
    let final = rows.enumerated().map { row, taps in
      corrected(
        taps, by: Correction(board.microphones[usable[row % usable.count]]), causal: causal,
        transform: transform)
    }
    return ambisonicBank(final, taps: taps, bandwidth: measure.bandwidth)
  }

  /// The taps `[W, Y, X][microphone]`, designed for perfect microphones.
  private func ambisonicRows(
    _ array: ArrayModel, causal: CausalFilter, transform: RealFourierTransform
  ) -> [[Double]] {
    let bins = transform.bins
    let solver = AmbisonicLeastSquares(
      noise: settings.noiseFloor.map { -$0 } ?? Self.ambisonicNoise)
    let spectra = solver.weights(
      array, bins: bins, step: Double(settings.rate) / Double(transform.length),
      directions: weights)
    return (0..<(spectra.count / bins)).map { row in
      causal.taps(of: Array(spectra[(row * bins)..<((row + 1) * bins)]), transform: transform)
    }
  }

  /// Turns rows `[output][microphone]` into filters for all microphones of the board.
  private func ambisonicBank(
    _ rows: [[Double]], taps: Int, bandwidth: ClosedRange<Double>
  ) -> FilterBank {
    let count = board.microphones.count
    var coefficients = [Float](repeating: 0, count: Ambisonics.outputs * count * taps)
    for (row, values) in rows.enumerated() {
      let start = (row / usable.count * count + usable[row % usable.count]) * taps
      for (tap, value) in values.enumerated() { coefficients[start + tap] = Float(value) }
    }
    return FilterBank(
      rate: settings.rate, microphones: count, outputs: Ambisonics.outputs, taps: taps,
      delay: taps / 2, coefficients: coefficients, bandwidth: bandwidth)
  }

  /// True if filters have the shape that a design with these settings would have.
  static func fits(_ filters: FilterBank, _ settings: DesignSettings, _ pattern: PolarPattern)
    -> Bool
  {
    let isAmbisonic = pattern == .ambix
    let taps = (isAmbisonic ? ambisonicTaps : 1) * settings.actualTaps
    return filters.rate == settings.rate && filters.taps == taps && filters.delay == taps / 2
      && filters.outputs == (isAmbisonic ? Ambisonics.outputs : pattern.channels)
      && (filters.bandwidth != nil) == isAmbisonic
  }
}
