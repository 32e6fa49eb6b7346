import Glibc

/// The just noticeable differences between the ears.
///
/// A filter with smaller errors sounds the same as its target.
///
/// - Source: for level: J. Breebaart, C. Faller, Spatial Audio Processing (2007), 3.5. For time, 10 to 20 microseconds
///   in front, and two to four times as much at the side: R. G. Klumpp, H. R. Eady, JASA 28 (1956), and A. W. Mills,
///   JASA 30 (1958). Straight lines connect the published points; a published range counts as its middle.
public enum JustNoticeable {
  /// Some level differences, and their just noticeable changes, in decibels.
  private static let levels: [(reference: Double, change: Double)] = [
    (0, 0.75), (9, 1.2), (15, 1.75),
  ]
  /// The just noticeable change of a time difference of 0, in seconds, as for a source in front.
  private static let frontalTime = 15e-6
  /// The ratio of the just noticeable change at the side to the change in front.
  private static let sideFactor = 3.0

  /// The just noticeable change of a level difference in decibels; it is constant above 15 dB.
  public static func levelDifference(at reference: Double) -> Double {
    let place = abs(reference)
    for (a, b) in zip(levels, levels.dropFirst()) where place <= b.reference {
      let part = (place - a.reference) / (b.reference - a.reference)
      return a.change + (b.change - a.change) * part
    }
    return levels[levels.count - 1].change
  }

  /// The just noticeable change of a time difference, in seconds, for a sound at an azimuth in degrees.
  public static func timeDifference(atAzimuth azimuth: Double) -> Double {
    let lateral = asin(abs(sin(azimuth * .pi / 180))) / (.pi / 2)
    return frontalTime * (1 + (sideFactor - 1) * lateral)
  }
}
