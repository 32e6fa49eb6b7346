import Boards
import Glibc

/// The mean level of the nearer receiver relative to the farther receiver, for sounds from the side.
///
/// Between 2 and 8 kHz, every head shadows the farther ear, for sounds from either side.
public enum EarLevels {
  /// The range of the compared frequencies in hertz.
  private static let range = 2000.0...8000.0
  /// The largest distance between the compared frequencies in hertz.
  private static let widestStep = 200.0
  /// A direction counts as from the side if the sine of its angle to the median plane is above this value.
  private static let leastSide = 0.5

  /// The mean level difference in decibels; `nil` if no sound came from the sides.
  ///
  /// The difference is positive if receiver 0 is louder for sounds from the left, and receiver 1 for sounds from the
  /// right.
  ///
  /// - Precondition: the set has two receivers.
  /// - Precondition: the set has two receivers.
  public static func nearer(_ set: ImpulseResponseSet) -> Double? {
    precondition(set.receivers == 2)
    var length = 2
    while length < set.taps || Double(set.rate) / Double(length) > widestStep { length *= 2 }
    let transform = RealFourierTransform(length: length)
    let step = Double(set.rate) / Double(length)
    let bins = (1..<transform.bins).filter { range.contains(Double($0) * step) }
    var (sum, count) = (0.0, 0.0)
    for (q, direction) in set.directions.enumerated() where abs(direction.y) > leastSide {
      let powers = (0..<2).map { ear -> Double in
        let spectrum = transform.forward(set.response(direction: q, receiver: ear))
        return bins.reduce(0) { $0 + spectrum[$1].power }
      }
      guard powers[0] > 0, powers[1] > 0 else { continue }
      let difference = 10 * log10(powers[0] / powers[1])
      sum += direction.y > 0 ? difference : -difference
      count += 1
    }
    return count > 0 ? sum / count : nil
  }
}
