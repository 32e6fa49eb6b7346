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
    let bands = NarrowBands.twelfths(200...6000, step: step).bands
    let wanted = targetSignals.levelDifferences(bands)
    var random = NormalNumbers(seed: seed)
    var sum = 0.0
    for _ in 0..<boards {
      let errors = MicrophoneErrors(
        board, microphones: filters.microphones, layout: layout, mismatch: board.mismatch,
        random: &random)
      let levels = HorizonSignals(filters, received: received, errors: errors, step: step)
        .levelDifferences(bands)
      for (reached, goal) in zip(levels, wanted) {
        sum += zip(reached, goal).reduce(0) { $0 + abs($1.0 - $1.1) }
      }
    }
    return sum / Double(boards * bands.count * signals.count)
  }

  /// The horizon as the microphones of this measure receive it.
  var received: ReceivedHorizon { ReceivedHorizon(array, bins: filters.bins, step: step) }
}
