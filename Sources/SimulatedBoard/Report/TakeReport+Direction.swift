import Beamforming
import Boards
import Glibc

extension TakeReport.Row {
  /// The degrees between the placed direction and the median plane, -90 (LEFT) to 90 (RIGHT).
  ///
  /// Two ears can tell no more of a direction: the angle is the same in front, behind and above.
  package var lateralPlaced: Double {
    // The Y axis of the scene points to the left.
    0 - asin(max(-1, min(1, placed.sceneVector.y))) * 180 / .pi
  }

  /// The degrees from the placed to the heard lateral angle, positive when it is heard too far to the RIGHT; of
  /// ambisonics those between the azimuths all around, the short way.
  package var error: Double? {
    heard.map { aroundError($0) ?? $0.azimuth - lateralPlaced }
  }

  private func aroundError(_ heard: Heard) -> Double? {
    heard.around.map { ($0 - placed.azimuth).remainder(dividingBy: 360) }
  }

  /// The degrees by which the place heard is off, in the take and rendered the other way; `nil` where one is missing.
  package var distances: (take: Double, other: Double)? {
    guard let heardAzimuth, let otherAzimuth else { return nil }
    func distance(_ azimuth: Double) -> Double {
      abs((azimuth - placed.azimuth).remainder(dividingBy: 360))
    }
    return (distance(heardAzimuth), distance(otherAzimuth))
  }

  /// The heard lateral angle as an azimuth, as of a listener who knows the height and tells front from back.
  ///
  /// Ambisonics tell it. Two ears give only the lateral angle: of all azimuths with this angle at the elevation of the
  /// source, this is the one in the half plane, front or back, in which the source was placed.
  package var heardAzimuth: Double? { azimuth(of: heard) }

  /// The same in the take that was rendered the other way.
  package var otherAzimuth: Double? { azimuth(of: other) }

  private func azimuth(of heard: Heard?) -> Double? {
    guard let heard else { return nil }
    if let around = heard.around { return around }
    let place = placed.sceneVector
    let across = (place.x * place.x + place.y * place.y).squareRoot()
    guard across > 1e-9 else { return heard.azimuth }
    let frontal =
      asin(max(-1, min(1, sin(heard.azimuth * .pi / 180) / across))) * 180 / .pi
    guard place.x < -1e-9 else { return frontal }
    return frontal < 0 ? -180 - frontal : 180 - frontal
  }

  /// True when the sound is heard on the side on which it was placed; sounds near the middle must be heard near it, and
  /// those of ambisonics within a right angle.
  ///
  /// It is also false for a sound that was not heard.
  package var isOnCorrectSide: Bool {
    guard let heard, abs(aroundError(heard) ?? 0) <= 90 else { return false }
    let side = lateralPlaced
    if abs(side) < Self.middle { return abs(heard.azimuth) < 2 * Self.middle }
    return heard.azimuth * side > 0
  }

  /// The degrees on both sides of the median plane within which a sound has no side.
  static let middle = 10.0
}
