import Beamforming
import Boards
import Glibc

extension TakeReport.Row {
  /// The angle in degrees between the placed direction and the median plane, from -90 (LEFT) to 90 (RIGHT).
  ///
  /// Two ears can determine only this angle, because it is the same in front, behind and above.
  package var lateralPlaced: Double {
    // The Y axis of the scene points to the left.
    0 - asin(max(-1, min(1, placed.sceneVector.y))) * 180 / .pi
  }

  /// The heard lateral angle minus the placed lateral angle, in degrees: positive if the sound is heard too far to
  /// the RIGHT; for ambisonics, the difference of the azimuths, between -180 and 180 degrees.
  package var error: Double? {
    heard.map { aroundError($0) ?? $0.azimuth - lateralPlaced }
  }

  private func aroundError(_ heard: Heard) -> Double? {
    heard.around.map { ($0 - placed.azimuth).remainder(dividingBy: 360) }
  }

  /// The errors, in degrees, of the directions heard in the take and in the other rendering of the take; `nil` if
  /// either direction is missing.
  package var distances: (take: Double, other: Double)? {
    guard let heardAzimuth, let otherAzimuth else { return nil }
    func distance(_ azimuth: Double) -> Double {
      abs((azimuth - placed.azimuth).remainder(dividingBy: 360))
    }
    return (distance(heardAzimuth), distance(otherAzimuth))
  }

  /// The heard direction as an azimuth, for a listener who knows the elevation and can tell front from back.
  ///
  /// Ambisonics gives the azimuth directly. Two ears give only the lateral angle: of the azimuths with this angle at
  /// the source's elevation, this is the one on the same side, front or back, as the placed source.
  package var heardAzimuth: Double? { azimuth(of: heard) }

  /// The heard azimuth in the other rendering of the take.
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

  /// True if the sound is heard on the side where it was placed.
  ///
  /// Sounds placed near the middle must be heard near the middle. In ambisonics, every sound must be heard within 90
  /// degrees of its placed direction.
  ///
  /// A sound that was not heard gives false.
  package var isOnCorrectSide: Bool {
    guard let heard, abs(aroundError(heard) ?? 0) <= 90 else { return false }
    let side = lateralPlaced
    if abs(side) < Self.middle { return abs(heard.azimuth) < 2 * Self.middle }
    return heard.azimuth * side > 0
  }

  /// The largest angle, in degrees, between the median plane and a sound that counts as in the middle.
  static let middle = 10.0
}
