import Boards
import Glibc

extension TakeReport.Row {
  /// Degrees between the placed direction and the median plane, -90 (LEFT) to 90 (RIGHT).
  ///
  /// All that two ears can tell of it: the angle is the same in front, behind and above.
  public var lateralPlaced: Double {
    // In scene axes Y is to the left.
    -asin(max(-1, min(1, placed.sceneVector.y))) * 180 / .pi
  }

  /// Degrees from the placed to the heard lateral angle, positive when it is heard too far to the RIGHT.
  public var error: Double? {
    heard.map { $0.azimuth - lateralPlaced }
  }

  /// Where a listener who knows the height, and front from back, would hear it: the heard lateral angle as an azimuth.
  ///
  /// Two ears give only the lateral angle. The azimuth is that one, of all with this angle at the elevation of the source,
  /// which is in the half plane, front or back, where the source was placed.
  public var heardAzimuth: Double? {
    guard let heard else { return nil }
    let place = placed.sceneVector
    let across = (place.x * place.x + place.y * place.y).squareRoot()
    guard across > 1e-9 else { return heard.azimuth }
    let frontal =
      asin(max(-1, min(1, sin(heard.azimuth * .pi / 180) / across))) * 180 / .pi
    guard place.x < -1e-9 else { return frontal }
    return frontal < 0 ? -180 - frontal : 180 - frontal
  }

  /// Whether the sound is heard on the side where it was placed; sounds near the middle must be heard near it.
  ///
  /// `false` also for a sound that was not heard.
  public var isOnCorrectSide: Bool {
    guard let heard else { return false }
    let side = lateralPlaced
    if abs(side) < Self.middle { return abs(heard.azimuth) < 2 * Self.middle }
    return heard.azimuth * side > 0
  }

  /// Degrees on both sides of the median plane that have no side.
  static let middle = 10.0
}
