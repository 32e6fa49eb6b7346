import Boards

/// The effect of a calibration on the errors of interaural level differences, for boards like this one.
///
/// Boards are drawn with the errors in the board file, and again with the errors that remain after a calibration; the
/// filters are the same. The effect is computed where gain differences matter most: at low frequencies, where the
/// filters amplify the differences between microphones.
public struct CalibrationGain: Sendable, Equatable, Codable {
  /// The present errors of the microphones.
  public let now: Mismatch
  /// The errors of the microphones after a calibration.
  public let after: Mismatch
  /// The median over boards of the mean error of level differences at present, in decibels.
  public let errorNow: Double
  /// The same after a calibration.
  public let errorAfter: Double
  /// The number of boards drawn.
  public let boards: Int

  /// The frequency in hertz up to which level differences are evaluated.
  public static let highest = 1500.0

  /// An effect from its parts.
  public init(
    now: Mismatch, after: Mismatch, errorNow: Double, errorAfter: Double, boards: Int
  ) {
    (self.now, self.after, self.boards) = (now, after, boards)
    (self.errorNow, self.errorAfter) = (errorNow, errorAfter)
  }
}

extension DesignStudy {
  /// The effect of a calibration on this design; `nil` for mono, and for boards with equally well known gains.
  ///
  /// - Parameter boards: the number of boards to draw, twice.
  public func calibrationGain(seed: UInt64 = 1, boards: Int = 50) -> CalibrationGain? {
    let (now, after) = (board.mismatch, Mismatch.standard(for: .calibrated))
    guard now.gainError > after.gainError,
      let errors = measure.lowLevelErrors([now, after], seed: seed, boards: boards)
    else { return nil }
    return CalibrationGain(
      now: now, after: after, errorNow: errors[0], errorAfter: errors[1], boards: boards)
  }
}

extension DesignMeasure {
  /// The median error of low level differences for each mismatch, in decibels; `nil` for mono.
  fileprivate func lowLevelErrors(
    _ mismatches: [Mismatch], seed: UInt64, boards: Int
  ) -> [Double]? {
    guard let targetCues, filters.outputs == 2 else { return nil }
    let received = ReceivedHorizon(array, bins: filters.bins, step: step)
    let range = FilterDesigner.levelDifferenceRange.lowerBound...CalibrationGain.highest
    return mismatches.map { mismatch in
      // The same boards, with smaller errors.
      var random = NormalNumbers(seed: seed)
      let errors = (0..<max(1, boards)).map { _ -> Double in
        let errors = MicrophoneErrors(
          board, microphones: filters.microphones, layout: layout, mismatch: mismatch,
          random: &random)
        let signals = HorizonSignals(filters, received: received, errors: errors, step: step)
        return InterauralCues(signals, bands: bands)
          .levelError(against: targetCues, bands: bands, range: range)
      }.sorted()
      return (errors[(errors.count - 1) / 2] + errors[errors.count / 2]) / 2
    }
  }
}
