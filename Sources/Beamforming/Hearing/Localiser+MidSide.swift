import Boards
import Glibc

extension Localiser {
  /// Returns the levels, the differences and the direction of the sound in a mid-side signal.
  ///
  /// Left and right are two cardioids in one place, so only their levels show the direction. The result is the
  /// direction in the frontal half plane at which the cardioids have the same level difference.
  ///
  /// - Parameters:
  ///   - board: the board on which the signal was made.
  ///   - layout: the layout of the board in the case of the signal.
  /// - Precondition: both channels have the same length.
  public func listen(
    midSideLeft left: [Float], right: [Float], board: Board, layout: Layout
  ) -> Heard {
    var heard = listen(left: left, right: right)
    guard !heard.isSilent else { return heard }
    let array = ArrayGeometry(
      board, microphones: Array(board.microphones.indices), layout: layout)
    heard.azimuth = azimuth(
      levelDifference: heard.levelDifference, sideAngle: array.sideAngle * .pi / 180)
    return heard
  }

  /// The azimuth in degrees, from -90 (LEFT) to 90 (RIGHT), at which two cardioids have a given level difference in
  /// decibels.
  ///
  /// With t = (left - right) / (left + right), side is t times mid: for a sound at an angle to the left,
  /// b sin(angle) = t (0.5 + a cos(angle)), where a = 0.5 cos(sideAngle) and b = 0.5 sin(sideAngle) width.
  ///
  /// - Parameter sideAngle: half the angle between the cardioids, in radians.
  private func azimuth(levelDifference: Double, sideAngle: Double) -> Double {
    let (ahead, aside) = (cos(sideAngle) / 2, sin(sideAngle) / 2 * width)
    guard aside > 0 else { return 0 }
    let ratio = tanh(levelDifference * log(10) / 40)
    let length = (aside * aside + ratio * ratio * ahead * ahead).squareRoot()
    let angle = atan2(ratio * ahead, aside) + asin(max(-1, min(1, ratio / 2 / length)))
    return max(-90, min(90, -angle * 180 / .pi))
  }
}
