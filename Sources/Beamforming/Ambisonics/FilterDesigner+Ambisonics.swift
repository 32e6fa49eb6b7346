import Acoustics
import Boards

extension FilterDesigner {
  /// The decibels by which Y and X may be noisier than one microphone, where the settings have no noise floor.
  private static let ambisonicNoise = 12.0
  /// The ratio of taps to those of stereo: low frequencies of a small array need twice their length.
  private static let ambisonicTaps = 2

  /// The filters that make horizontal ambisonics of first order of one case; its X is forward, its Y is left.
  ///
  /// - Throws: ``DesignError/ambisonics(board:caseName:_:)`` with the reason where the array cannot,
  ///   ``DesignError/noLayout(board:caseName:)`` when forward and up are parallel.
  /// - Precondition: the case is one of the board's.
  public func ambisonics(_ which: Board.Case) throws(DesignError) -> AmbisonicDesign {
    let name = board.name(of: which)
    guard let layout = board.layout(which) else {
      throw .noLayout(board: board.id, caseName: name)
    }
    let array = ArrayModel(board, microphones: usable, layout: layout, scatterer: scatterer)
    if let refusal = array.geometry.ambisonicRefusal {
      throw .ambisonics(board: board.id, caseName: name, refusal)
    }
    let taps = Self.ambisonicTaps * settings.actualTaps
    let transform = RealFourierTransform(length: CausalFilter.oversampling * taps)
    let causal = CausalFilter(taps: taps, delay: taps / 2)
    let step = Double(settings.rate) / Double(transform.length)
    let rows = ambisonicRows(array, causal: causal, transform: transform)
    let measure = AmbisonicMeasure(
      rows.map { causal.spectrum(of: $0, transform: transform) }, array, step: step)
    if let refusal = measure.refusal {
      throw .ambisonics(board: board.id, caseName: name, refusal)
    }
    let final = rows.enumerated().map { row, taps in
      corrected(
        taps, by: Correction(board.microphones[usable[row % usable.count]]), causal: causal,
        transform: transform)
    }
    return AmbisonicDesign(
      which: which, pressureAndSide: ambisonicBank(final[..<(2 * usable.count)], taps: taps),
      ahead: ambisonicBank(final[(2 * usable.count)...], taps: taps),
      bandwidth: measure.bandwidth, unused: unusable.sorted().map { board.microphones[$0].name })
  }

  /// The taps `[W, Y, X][microphone]`, for perfect microphones.
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

  /// Rows `[output][microphone]` as filters of all microphones of the board.
  private func ambisonicBank(_ rows: ArraySlice<[Double]>, taps: Int) -> FilterBank {
    let count = board.microphones.count
    let outputs = rows.count / usable.count
    var coefficients = [Float](repeating: 0, count: outputs * count * taps)
    for (row, values) in rows.enumerated() {
      let start = (row / usable.count * count + usable[row % usable.count]) * taps
      for (tap, value) in values.enumerated() { coefficients[start + tap] = Float(value) }
    }
    return FilterBank(
      rate: settings.rate, microphones: count, outputs: outputs, taps: taps, delay: taps / 2,
      coefficients: coefficients)
  }
}
