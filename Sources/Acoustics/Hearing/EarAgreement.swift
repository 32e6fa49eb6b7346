import Boards

/// The agreement of the time differences between two receivers with the interaural time differences of a head.
///
/// Each agreement is the mean cosine of the phase difference between the measurement and a spherical head, over
/// frequencies from 300 to 800 Hz and over directions from the side. The agreement is 1 for a spherical head, and much
/// lower if the ears are swapped, or if a sound from the side reaches both ears at the same time. Loudspeakers and
/// levels do not matter, because they are the same for both ears.
public struct EarAgreement: Sendable, Equatable {
  /// The agreement if receiver 0 is the left ear.
  public let straight: Double
  /// The agreement if receiver 1 is the left ear.
  public let crossed: Double

  /// The range of the compared frequencies in hertz.
  private static let range = 300.0...800.0
  /// The largest distance between the compared frequencies in hertz.
  private static let widestStep = 100.0
  /// A direction counts as from the side if the sine of its angle to the median plane is above this value.
  private static let leastSide = 0.3

  /// Computes the agreements of a head; `nil` if no sound came from the sides.
  ///
  /// - Precondition: the set has two receivers.
  public init?(_ set: ImpulseResponseSet) {
    precondition(set.receivers == 2)
    var length = 2
    while length < set.taps || Double(set.rate) / Double(length) > Self.widestStep { length *= 2 }
    let transform = RealFourierTransform(length: length)
    let step = Double(set.rate) / Double(length)
    let bins = (1..<transform.bins).filter { Self.range.contains(Double($0) * step) }
    let spheres = bins.map { RigidSphere(ka: SphericalHead.ka(Double($0) * step)) }
    var (straight, crossed, terms) = (0.0, 0.0, 0.0)
    for (q, direction) in set.directions.enumerated() where abs(direction.y) > Self.leastSide {
      let spectra = (0..<2).map { transform.forward(set.response(direction: q, receiver: $0)) }
      let cosines = SphericalHead.ears.map { dot($0, direction) }
      for (bin, sphere) in zip(bins, spheres) {
        let heard = spectra[0][bin] * spectra[1][bin].conjugate
        let model =
          sphere.response(cosine: cosines[0]) * sphere.response(cosine: cosines[1]).conjugate
        guard heard.power > 0 else { continue }
        let scale = 1 / (heard.magnitude * model.magnitude)
        straight += (heard * model.conjugate).re * scale
        crossed += (heard * model).re * scale
        terms += 1
      }
    }
    guard terms > 0 else { return nil }
    self.straight = straight / terms
    self.crossed = crossed / terms
  }
}
