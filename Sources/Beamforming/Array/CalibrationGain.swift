import Boards

/// The effect of a calibration on the errors of interaural level differences, for boards like the designer's.
///
/// Boards are drawn at random with the errors stated in the board file, and again with the errors that remain after a
/// calibration; both use the same filters. The errors are evaluated at low frequencies, where gain differences matter
/// most because the filters amplify the differences between microphones.
public struct CalibrationGain: Sendable, Equatable, Codable {
  /// The errors that the microphones have now.
  public let now: Mismatch
  /// The errors that the microphones have after a calibration.
  public let after: Mismatch
  /// The mean error of level differences now, in decibels: the median over the boards drawn.
  public let errorNow: Double
  /// The mean error of level differences after a calibration, in decibels: the median over the boards drawn.
  public let errorAfter: Double
  /// The number of boards drawn.
  public let boards: Int

  /// The frequency in hertz up to which level differences are evaluated.
  public static let highest = 1500.0

  /// The smallest effect in decibels that is worth a note, whose figures have one decimal digit.
  static let least = 0.1

  /// Creates a value from its parts.
  public init(
    now: Mismatch, after: Mismatch, errorNow: Double, errorAfter: Double, boards: Int
  ) {
    (self.now, self.after, self.boards) = (now, after, boards)
    (self.errorNow, self.errorAfter) = (errorNow, errorAfter)
  }
}

extension DesignStudy {
  /// The effect that a calibration would have on this design; `nil` if no difference would show: for mono, for
  /// microphones without left and right, and for boards whose gains are already known as well.
  ///
  /// - Parameter boards: the number of boards to draw for each of the two sets of errors.
  public func calibrationGain(seed: UInt64 = 1, boards: Int = 50) -> CalibrationGain? {
    let (now, after) = (board.mismatch, Mismatch.standard(for: .calibrated))
    guard now.gainError > after.gainError,
      let errors = measure.lowLevelErrors([now, after], seed: seed, boards: boards),
      errors[0] - errors[1] >= CalibrationGain.least
    else { return nil }
    return CalibrationGain(
      now: now, after: after, errorNow: errors[0], errorAfter: errors[1], boards: boards)
  }
}

extension DesignMeasure {
  /// For each mismatch, the median error of level differences at low frequencies, in decibels; `nil` for mono.
  fileprivate func lowLevelErrors(
    _ mismatches: [Mismatch], seed: UInt64, boards: Int
  ) -> [Double]? {
    guard let targetCues, filters.outputs == 2 else { return nil }
    let received = ReceivedHorizon(array, bins: filters.bins, step: step)
    let range = FilterDesigner.levelDifferenceRange.lowerBound...CalibrationGain.highest
    return mismatches.map { mismatch in
      // With the same seed, the boards are the same for every mismatch, except for the size of their errors.
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
