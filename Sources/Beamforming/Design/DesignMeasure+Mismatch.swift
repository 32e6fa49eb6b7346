import Boards

extension DesignMeasure {
  /// The mean error of level differences in twelfths of an octave from 0.2 to 6 kHz, decibels, over boards whose
  /// microphones differ as this board's do; 0 for mono.
  ///
  /// The same seed gives the same boards for all filters of a case.
  func mismatchedLevelError(_ received: ReceivedHorizon, boards: Int = 32, seed: UInt64 = 18)
    -> Double
  {
    guard filters.outputs == 2 else { return 0 }
    let bands = Self.twelfths(step)
    let wanted = targetSignals.levelDifferences(bands)
    var random = NormalNumbers(seed: seed)
    var sum = 0.0
    for _ in 0..<boards {
      let errors = MicrophoneErrors(
        board, microphones: filters.microphones, layout: layout, mismatch: board.mismatch,
        random: &random)
      let signals = HorizonSignals(filters, received: received, errors: errors, step: step)
      sum += Self.meanDistance(signals.levelDifferences(bands), wanted)
    }
    return sum / Double(boards)
  }

  /// The same with microphones that are alike.
  var levelError: Double {
    guard filters.outputs == 2 else { return 0 }
    let bands = Self.twelfths(step)
    return Self.meanDistance(
      signals.levelDifferences(bands), targetSignals.levelDifferences(bands))
  }

  private static func twelfths(_ step: Double) -> [NarrowBands.Band] {
    NarrowBands.twelfths(200...6000, step: step).bands
  }

  /// The mean distance of levels, `[band][direction]`.
  private static func meanDistance(_ some: [[Double]], _ others: [[Double]]) -> Double {
    let rows = zip(some, others).map { zip($0, $1).reduce(0) { $0 + abs($1.0 - $1.1) } }
    return rows.reduce(0, +) / Double(max(1, some.reduce(0) { $0 + $1.count }))
  }

  /// The horizon as the microphones of this measure receive it.
  var received: ReceivedHorizon { ReceivedHorizon(array, bins: filters.bins, step: step) }
}
