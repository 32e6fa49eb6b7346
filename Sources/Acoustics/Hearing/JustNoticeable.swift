import Glibc

/// The smallest differences between the ears that listeners notice: a filter nearer to its target than this is perfect.
///
/// - Source: level: J. Breebaart, C. Faller, Spatial Audio Processing (2007), 3.5. Time: 10 to 20 microseconds in
///   front, two to four times that at the side: R. G. Klumpp, H. R. Eady, JASA 28 (1956), and A. W. Mills, JASA 30
///   (1958). Between the published points, straight lines; of a published range, its middle.
public enum JustNoticeable {
  /// Level differences, and the change of each that is just noticed, in decibels.
  private static let levels: [(reference: Double, change: Double)] = [
    (0, 0.75), (9, 1.2), (15, 1.75),
  ]
  /// The change of a time difference of 0 that is just noticed, in seconds: a source in front.
  private static let frontalTime = 15e-6
  /// The ratio of the just noticeable change at the side to that in front.
  private static let sideFactor = 3.0

  /// The change of a level difference that is just noticed, decibels; beyond 15 dB as at 15 dB.
  public static func levelDifference(at reference: Double) -> Double {
    let place = abs(reference)
    for (a, b) in zip(levels, levels.dropFirst()) where place <= b.reference {
      let part = (place - a.reference) / (b.reference - a.reference)
      return a.change + (b.change - a.change) * part
    }
    return levels[levels.count - 1].change
  }

  /// The change of a time difference that is just noticed, seconds, for a sound at an azimuth in degrees.
  public static func timeDifference(atAzimuth azimuth: Double) -> Double {
    let lateral = asin(abs(sin(azimuth * .pi / 180))) / (.pi / 2)
    return frontalTime * (1 + (sideFactor - 1) * lateral)
  }
}
